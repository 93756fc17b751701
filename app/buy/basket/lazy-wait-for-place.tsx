import { useLazy } from '#app/ui/defer-loading.ts';
import type { BasketItem } from '#domain/basket/basket.ts';
import type { Day } from '#domain/calendar/day.ts';

interface LazyWaitForPlaceProps {
  day: Day | undefined;
  /** What the day has no room for; undefined if it is not full. */
  items: BasketItems | undefined;
}

type BasketItems = readonly Pick<BasketItem, 'cake' | 'size'>[];

/** Few visitors need it: its code comes when a full day is wanted. */
export function LazyWaitForPlace({ day, items }: LazyWaitForPlaceProps) {
  const { Component: WaitForPlace } = useLazy(items !== undefined, loadWaitForPlace);
  if (!WaitForPlace || !day || !items) return null;
  const wanted = items.map(({ cake, size }) => ({ cakeId: cake.id, sizeId: size.id }));
  return <WaitForPlace key={day} day={day} items={wanted} />;
}

async function loadWaitForPlace() {
  return (await import('./wait-for-place.tsx')).WaitForPlace;
}
