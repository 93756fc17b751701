import { useState } from 'react';
import { OnItsWay } from '#app/buy/basket/on-its-way.tsx';
import { useLazy } from '#app/ui/defer-loading.ts';
import { Dialog } from '#app/ui/dialog.tsx';

/** The key in the tab's storage of the order with which the tab left for the card checkout. */
export const LEFT_FOR_CHECKOUT = 'left-for-checkout';

/** The drawer with the pick-up details. Loads its content on first opening. */
export function PickUpPanel() {
  const [openings, setOpenings] = useState(0);
  const { Component: Content, failed } = useLazy(openings, loadContent);
  return (
    <Dialog
      id="pick-up"
      title="Pick up at the cafe"
      shape="drawer"
      onOpen={() => setOpenings((before) => before + 1)}
    >
      {Content ? <Content /> : <OnItsWay failed={failed} />}
    </Dialog>
  );
}

async function loadContent() {
  return (await import('./pick-up-content.tsx')).PickUpContent;
}
