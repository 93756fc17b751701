import { useState } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { useLazy } from '#app/ui/lazy.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { OnItsWay } from './on-its-way.tsx';

/** What it holds comes with its first opening. */
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
        // Each opening is a new start: what was said at the last one is not said again.
        <Content key={openings} calendarRules={calendarRules} />
      ) : (
        <OnItsWay failed={failed} />
      )}
    </Dialog>
  );
}

/** For the moment in which it becomes likely that the basket will be opened. */
export function preloadBasket(): void {
  loadContent().catch(() => {});
}

async function loadContent() {
  return (await import('./basket-content.tsx')).BasketContent;
}
