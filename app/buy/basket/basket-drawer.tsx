import { useState } from 'react';
import { useLazy } from '#app/ui/defer-loading.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { OnItsWay } from './on-its-way.tsx';

/** Loads its content on first opening. */
export function BasketDrawer({ calendarRules }: { calendarRules: CalendarRules }) {
  const [openings, setOpenings] = useState(0);
  const { Component: Content, failed } = useLazy(openings, loadContent);
  return (
    <Dialog
      id="basket"
      title="Your basket"
      shape="drawer"
      onOpen={() => setOpenings((before) => before + 1)}
    >
      {Content ? (
        // A new key resets the status messages of the previous opening.
        <Content key={openings} calendarRules={calendarRules} />
      ) : (
        <OnItsWay failed={failed} />
      )}
    </Dialog>
  );
}

/** Call when the basket is likely to be opened soon. */
export function preloadBasket(): void {
  loadContent().catch(() => {});
}

async function loadContent() {
  return (await import('./basket-content.tsx')).BasketContent;
}
