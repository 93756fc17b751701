import { useEffect, useEffectEvent, useState } from 'react';
import { useLive } from '#app/live/use-live.ts';
import { useSiteData } from '#app/ui/site-data.ts';
import type { Basket, BasketItem, Choice } from '#domain/basket/basket.ts';
import { itemTotal, requestedOptions, withOptions } from '#domain/basket/basket.ts';
import { isDay } from '#domain/calendar/days.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { isCakeInBasket, isOptionGroup, isSize } from '#domain/catalogue/catalogue-guards.ts';
import { arrayOf, isBoolean, isInteger, isNonEmpty, objectOf, optional } from '#domain/guard.ts';
import { checkOptions } from '#domain/orders/check-options.ts';
import type { Pence } from '#domain/pence.ts';
import { changeBasket, readBasket } from './basket-store.ts';

type Offer = Pick<
  Cake,
  'offMessage' | 'sizes' | 'options' | 'leadDays' | 'unavailableUntil' | 'slug'
>;
/** What the basket needs to know of a cake. */
export type CurrentCake = Choice['cake'] & Offer;

const isOffer = objectOf<Offer>({
  offMessage: isBoolean,
  sizes: arrayOf(isSize),
  options: optional(arrayOf(isOptionGroup)),
  leadDays: optional(isInteger),
  unavailableUntil: optional(isDay),
  slug: optional(isNonEmpty),
});
const isCurrentCake = (value: unknown): value is CurrentCake =>
  isCakeInBasket(value) && isOffer(value);
const areCurrentCakes = arrayOf(isCurrentCake);

const NOT_FOUND = 404;

/** @returns null for a cake that is not sold any more, undefined if no valid response came. */
export async function fetchCake(id: string): Promise<CurrentCake | null | undefined> {
  try {
    const response = await fetch(`/api/cakes/${encodeURIComponent(id)}`);
    if (response.status === NOT_FOUND) return null;
    const cake: unknown = await response.json();
    return isCurrentCake(cake) ? cake : undefined;
  } catch {
    return undefined;
  }
}

/** Suggests cakes, each from another category. */
export async function fetchSuggestions(count: number): Promise<CurrentCake[]> {
  try {
    const cakes: unknown = await (await fetch('/api/cakes')).json();
    if (!areCurrentCakes(cakes)) return [];
    const categories = new Map<string, CurrentCake>();
    for (const cake of cakes) {
      const [category] = cake.category;
      if (category && !categories.has(category)) categories.set(category, cake);
    }
    return [...categories.values()].slice(0, count);
  } catch {
    return [];
  }
}

interface SinceChosen {
  /** The earlier prices of items whose price has changed, by item id. */
  was: ReadonlyMap<number, Pence>;
  /** The ids of items that are not sold any more. */
  gone: ReadonlySet<number>;
  /** What is known of the cakes in the basket, by id. */
  cakes: CurrentCakes;
}

/**
 * Updates the prices in the basket when it is shown, and while it is shown when they change. The server
 * checks them again.
 */
export function useCurrentPrices(): SinceChosen {
  const { version } = useSiteData();
  const [since, setSince] = useState<SinceChosen>({
    was: new Map(),
    gone: new Set(),
    cakes: new Map(),
  });
  const update = useEffectEvent(async (closed: AbortSignal) => {
    const basket = await readBasket();
    const ids = [...new Set(basket.map(({ cake }) => cake.id))];
    const cakes = new Map(
      await Promise.all(ids.map(async (id) => [id, await fetchCake(id)] as const)),
    );
    const before = await readBasket();
    if (closed.aborted) return;
    const after = withCurrentPrices(before, cakes);
    setSince((last) => comparePrices(before, after, cakes, last));
    if (JSON.stringify(after) !== JSON.stringify(before)) await changeBasket(() => after);
  });
  // From then on the checkout tells of changes.
  const isOpen = useIsBasketOpen();
  useLive({ topics: isOpen ? 'cakes,calendar' : undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other prices.
  useEffect(() => {
    if (!isOpen) return;
    const closed = new AbortController();
    update(closed.signal).catch(() => {});
    return () => closed.abort();
  }, [isOpen, version]);
  return since;
}

/** It may have been closed before this had loaded. */
function useIsBasketOpen(): boolean {
  const [isOpen, setOpen] = useState(() => document.querySelector('#basket[open]') !== null);
  useEffect(() => {
    const basket = document.querySelector<HTMLDialogElement>('#basket');
    if (!basket) return;
    const closing = new AbortController();
    // It may have been closed since this was rendered.
    setOpen(basket.open);
    basket.addEventListener('close', () => setOpen(false), { signal: closing.signal });
    return () => closing.abort();
  }, []);
  return isOpen;
}

type CurrentCakes = ReadonlyMap<string, CurrentCake | null | undefined>;

function withCurrentPrices(basket: Basket, cakes: CurrentCakes): Basket {
  return basket.map((item) => {
    const cake = cakes.get(item.cake.id);
    const size = cake?.sizes.find(({ id }) => id === item.size.id);
    if (!cake || !size?.api) return item;
    const { options, changes } = currentOptions(item, cake);
    const isAsChosen = changes.every(({ why }) => why === 'price');
    return { ...(item.options && isAsChosen ? withOptions(item, options) : item), size };
  });
}

/** The options of an item as they can be ordered now. */
export function currentOptions(item: BasketItem, cake: CurrentCake) {
  const { selectedDay: day } = item;
  return checkOptions(cake, requestedOptions(item), { day, symbols: undefined });
}

function comparePrices(
  before: Basket,
  after: Basket,
  cakes: CurrentCakes,
  last: SinceChosen,
): SinceChosen {
  const was = new Map<number, Pence>();
  const gone = new Set<number>();
  for (const [place, item] of before.entries()) {
    const chosenAt = last.was.get(item.id) ?? itemTotal(item);
    const now = after[place];
    if (!now || itemTotal(now) !== chosenAt) was.set(item.id, chosenAt);
    const cake = cakes.get(item.cake.id);
    if (cake === null || (cake && !cake.sizes.some(({ id }) => id === item.size.id)))
      gone.add(item.id);
  }
  return { was, gone, cakes };
}
