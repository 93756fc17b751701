import { LazyDrawer } from '#app/ui/lazy-drawer.tsx';
import type { CalendarRules } from '#domain/calendar/rules.ts';

export function BasketDrawer({ calendarRules }: { calendarRules: CalendarRules }) {
  return (
    <LazyDrawer id="basket" title="Your basket" load={loadContent}>
      {(Content) => <Content calendarRules={calendarRules} />}
    </LazyDrawer>
  );
}

/** Call when the basket is likely to be opened soon. */
export function preloadBasket(): void {
  loadContent().catch(() => {});
}

async function loadContent() {
  return (await import('./basket-content.tsx')).BasketContent;
}
