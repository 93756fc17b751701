import { rulesFor } from '#domain/calendar/cake-rules.ts';
import { nextOpenDays, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { whyOutOfReach } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { ClosedReason, CollectionTime, DayRules } from '#domain/calendar/rules.ts';
import { timesOn } from '#domain/calendar/times.ts';
import type { SizeUnits } from '#domain/capacity/capacity.ts';
import { usualUnits } from '#domain/capacity/capacity.ts';
import { hasSeen, hasSeenAllergens, shownAllergens, wordOf } from '#domain/catalogue/allergens.ts';
import type { Allergen, Cake, Size } from '#domain/catalogue/catalogue.ts';
import { vatRateOf } from '#domain/ledger/vat.ts';
import type { OrderItem } from './order.ts';
import type { RequestedItem } from './order-request.ts';
import type { PhoneItem } from './phone-item.ts';
import { pipedPart } from './plain-text.ts';

/** Days offered instead of one that has closed. */
export const OFFERED_DAYS = 5;

/** What has changed since the basket was filled; `item` is the index in the request. */
export type Difference =
  | { kind: 'gone'; item: number }
  | { kind: 'price'; item: number; size: Size }
  | {
      kind: 'day';
      item: number;
      reason: ClosedReason;
      offered: Day[];
      /** What the cake's own rules or the cut-off say, or how full the day is. */
      notice?: string | undefined;
      /** If the day is full: what is left of it, in units. */
      left?: number | undefined;
    }
  /** Its time is full, or not one of its day's, or missing: what can be chosen instead. None: the day has no times. */
  | { kind: 'time'; item: number; offered: CollectionTime[] }
  | { kind: 'no-message'; item: number }
  /** The message contains what the cafe does not pipe; `message` is the rest of it. */
  | { kind: 'message'; item: number; message: string }
  /** The cake's current allergens: the visitor was shown others. */
  | {
      kind: 'allergens';
      item: number;
      allergens: Allergen[];
      contains?: string[] | undefined;
      mayContain?: string[] | undefined;
    };

export type ItemsCheck =
  | { ok: true; items: OrderItem[] }
  | { ok: false; reason: 'changed'; differences: Difference[] }
  | { ok: false; reason: 'prices-not-synced' };

export interface OrderableNow {
  cakes: Cake[];
  units: SizeUnits;
  rules: DayRules;
  today: Day;
  /** What the cafe pipes besides letters, numbers and punctuation. */
  symbols: string;
}

/**
 * Checks a request against the shop's own catalogue and calendar.
 * @param evenIfClosed the owner may take an order for any day to come, and for any time or none.
 */
export function checkItems(
  requested: (RequestedItem | PhoneItem)[],
  { cakes, today, rules, units, symbols }: OrderableNow,
  evenIfClosed = false,
): ItemsCheck {
  const differences: Difference[] = [];
  const items: OrderItem[] = [];
  const checkDay = (
    item: number,
    { day, time }: Pick<RequestedItem, 'day' | 'time'>,
    dayRules: DayRules,
  ) => {
    const outOfReach = whyOutOfReach(day, today);
    const reason = evenIfClosed
      ? outOfReach && OUT_OF_REACH[outOfReach]
      : whyClosed(day, today, dayRules);
    if (!reason) {
      const offered = timesOn(day, rules).map((window) => window.time);
      const isOffered = time === undefined ? offered.length === 0 : offered.includes(time);
      if (!isOffered && !evenIfClosed) differences.push({ kind: 'time', item, offered });
      return;
    }
    differences.push({
      kind: 'day',
      item,
      reason,
      offered: nextOpenDays(OFFERED_DAYS, today, dayRules),
      ...(reason === 'too-soon' &&
        day >= today &&
        (dayRules.notice !== undefined || dayRules.startsOn !== undefined) && {
          notice: reasonText(reason, day, today, dayRules),
        }),
    });
  };
  for (const [item, requestedItem] of requested.entries()) {
    if (requestedItem.cakeId === null) {
      checkDay(item, requestedItem, rules);
      items.push(freeLine(requestedItem));
      continue;
    }
    const cake = cakes.find(({ id }) => id === requestedItem.cakeId);
    const size = cake?.sizes.find(({ id }) => id === requestedItem.sizeId);
    if (!cake || !size) {
      differences.push({ kind: 'gone', item });
      continue;
    }
    if (size.api === null) return { ok: false, reason: 'prices-not-synced' };
    if (!hasSeen(requestedItem, cake)) {
      differences.push({ kind: 'allergens', item, ...comparableWith(requestedItem, cake) });
    }
    if (size.api !== requestedItem.api) differences.push({ kind: 'price', item, size });
    const { message, day, time } = requestedItem;
    const piped = pipedPart(message, symbols);
    if (cake.offMessage && message !== '') differences.push({ kind: 'no-message', item });
    // Of an order on the phone staff decide themselves.
    else if (piped !== message && !('price' in requestedItem))
      differences.push({ kind: 'message', item, message: piped });
    checkDay(item, requestedItem, rulesFor(cake, rules, today));
    items.push({
      ...copyOf(cake, size, size.api),
      ...('price' in requestedItem && { price: requestedItem.price }),
      message,
      day,
      ...(time && { time }),
      units: units.get(size.id) ?? usualUnits(cake.kind, size),
    });
  }
  return differences.length === 0
    ? { ok: true, items }
    : { ok: false, reason: 'changed', differences };
}

const OUT_OF_REACH = { past: 'too-soon', 'too-far': 'too-far' } as const;

/** Omits the precise allergens if the page showed words that cover all of them. */
function comparableWith({ allergens: shown }: RequestedItem, cake: Cake) {
  const { allergens, contains, mayContain } = cake;
  const isInWords =
    shown.every((name) => wordOf(name) === name) && hasSeenAllergens(allergens, contains ?? []);
  return {
    allergens,
    ...(contains && !isInWords && { contains }),
    ...(mayContain && { mayContain }),
  };
}

function freeLine({ kind, ...line }: Extract<PhoneItem, { cakeId: null }>): OrderItem {
  const none = { sizeId: null, api: null, img: null, size: '', slices: null } as const;
  return { ...none, ...line, isAddOn: kind === 'personal-touch', vatRate: vatRateOf({ kind }) };
}

function copyOf(cake: Cake, size: Size, stripePriceId: string) {
  return {
    cakeId: cake.id,
    sizeId: size.id,
    isAddOn: cake.kind === 'personal-touch',
    api: stripePriceId,
    title: cake.title,
    img: cake.img,
    size: size.size,
    slices: size.slices,
    price: size.price,
    allergens: [...shownAllergens(cake)],
    ...(cake.mayContain && { mayContain: cake.mayContain }),
    vatRate: vatRateOf(cake),
  };
}
