import { useLazy } from '#app/ui/defer-loading.ts';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { BasketItem } from '#domain/basket/basket.ts';
import type { Day } from '#domain/calendar/day.ts';

interface LazyWaitForPlaceProps {
  day: Day | undefined;
  /** What the day has no room for; undefined if it is not full. */
  items: BasketItems | undefined;
}

type BasketItems = readonly Pick<BasketItem, 'cake' | 'size' | 'options'>[];

/** Few visitors need it: its code comes when a full day is wanted. */
export function LazyWaitForPlace({ day, items }: LazyWaitForPlaceProps) {
  const { Component: WaitForPlace } = useLazy(items !== undefined, loadWaitForPlace);
  const isShown = WaitForPlace && day && items;
  return (
    <>
      {/* Always rendered: screen readers announce only changes of an existing status. */}
      <VisuallyHidden role="status">
        {isShown && 'Full. Below, you can ask us to tell you if a place comes free.'}
      </VisuallyHidden>
      {isShown && <WaitForPlace key={day} day={day} items={items} />}
    </>
  );
}

async function loadWaitForPlace() {
  return (await import('./wait-for-place.tsx')).WaitForPlace;
}
