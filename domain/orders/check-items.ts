import { rulesFor } from '#domain/calendar/cake-rules.ts';
import { nextOpenDays, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { whyOutOfReach } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { ClosedReason, CollectionTime, DayRules } from '#domain/calendar/rules.ts';
import { timesOn } from '#domain/calendar/times.ts';
import type { SizeUnits } from '#domain/capacity/capacity.ts';
import { unitsWith } from '#domain/capacity/capacity.ts';
import {
  type Declared,
  hasSeen,
  hasSeenAllergens,
  shownAllergens,
  wordOf,
} from '#domain/catalogue/allergens.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { choiceKey } from '#domain/catalogue/options.ts';
import { vatRateOf } from '#domain/ledger/vat.ts';
import { sumPence } from '#domain/money.ts';
import { checkOptions, type OptionChange } from './check-options.ts';
import { recipeNow } from './declared-now.ts';
import type { OrderedOption, OrderItem } from './order.ts';
import type { RequestedItem } from './order-request.ts';
import type { PhoneItem } from './phone-item.ts';
import { pipedPart } from './plain-text.ts';

/** Days offered instead of one that has closed. */
export const OFFERED_DAYS = 5;

/** What has changed since the basket was filled; `item` is the index in the request. */
export type Difference =
  | { kind: 'gone'; item: number }
  | { kind: 'price'; item: number; size: Size }
  /** `options` is what can be ordered of those that were chosen, and of a group that needs one its first choice. */
  | { kind: 'options'; item: number; options: OrderedOption[]; changes: OptionChange[] }
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
  /** The current allergens of the cake with its options: the visitor was shown others. */
  | {
      kind: 'allergens';
      item: number;
      allergens: string[];
      contains?: string[] | undefined;
      mayContain?: string[] | undefined;
    };

export type ItemsCheck =
  | { ok: true; items: OrderItem[] }
  | { ok: false; reason: 'changed'; differences: Difference[] }
  | { ok: false; reason: 'prices-not-synced' };

/** In percent: by the id of a cake if it is not the usual (`usualVat`), by `choiceKey` if it is not that of the cake. */
type VatRates = ReadonlyMap<string, number>;

export interface OrderableNow {
  cakes: Cake[];
  units: SizeUnits;
  vatRates: VatRates;
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
  { cakes, today, rules, units, vatRates, symbols }: OrderableNow,
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
      return true;
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
    return false;
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
    const { message, day, time, options: chosen = [] } = requestedItem;
    // Of an order on the phone staff decide themselves what they pipe.
    const isOnPhone = 'price' in requestedItem;
    const { options, changes, isImpossible } = checkOptions(cake, chosen, {
      day,
      symbols: isOnPhone ? undefined : symbols,
    });
    if (changes.length > 0) differences.push({ kind: 'options', item, options, changes });
    const declared = recipeNow(cake, options);
    if (!hasSeen(requestedItem, declared)) {
      differences.push({ kind: 'allergens', item, ...comparableWith(requestedItem, declared) });
    }
    if (size.api === null) return { ok: false, reason: 'prices-not-synced' };
    if (size.api !== requestedItem.api) differences.push({ kind: 'price', item, size });
    const piped = pipedPart(message, symbols);
    if (cake.offMessage && message !== '') differences.push({ kind: 'no-message', item });
    else if (piped !== message && !isOnPhone)
      differences.push({ kind: 'message', item, message: piped });
    const isOpen = checkDay(item, requestedItem, rulesFor(cake, rules, today));
    // On a day on which the cake can be had, only a price that is not at the payment provider keeps all back.
    if (isImpossible && isOpen && !evenIfClosed) return { ok: false, reason: 'prices-not-synced' };
    items.push({
      ...copyOf(cake, size, size.api),
      vatRate: vatRates.get(cake.id) ?? vatRateOf(cake),
      allergens: [...shownAllergens(declared)],
      ...(declared.mayContain?.length && { mayContain: [...declared.mayContain] }),
      ...(options.length > 0 && {
        options: options.map((option) => withVatRate(option, cake, vatRates)),
      }),
      price: isOnPhone
        ? requestedItem.price
        : sumPence([size.price, ...options.map(({ price }) => price)]),
      message,
      day,
      ...(time && { time }),
      units: unitsWith(options, cake, size, units),
    });
  }
  return differences.length === 0
    ? { ok: true, items }
    : { ok: false, reason: 'changed', differences };
}

const OUT_OF_REACH = { past: 'too-soon', 'too-far': 'too-far' } as const;

/** Omits the precise allergens if the page showed words that cover all of them. */
function comparableWith({ allergens: shown }: RequestedItem, declared: Declared) {
  const { allergens, contains, mayContain } = declared;
  const isInWords =
    shown.every((name) => wordOf(name) === name) && hasSeenAllergens(allergens, contains ?? []);
  return {
    allergens: [...allergens],
    ...(contains && !isInWords && { contains: [...contains] }),
    ...(mayContain && { mayContain: [...mayContain] }),
  };
}

/** An option as an order copies it. */
export function withVatRate(option: OrderedOption, cake: Cake, vatRates: VatRates) {
  const vatRate = vatRates.get(choiceKey(cake.id, option.groupId, option.choiceId));
  return { ...option, ...(vatRate !== undefined && { vatRate }) };
}

function freeLine({ kind, vat, ...line }: Extract<PhoneItem, { cakeId: null }>): OrderItem {
  const none = { sizeId: null, api: null, img: null, size: '', slices: null } as const;
  return {
    ...none,
    ...line,
    isAddOn: kind === 'personal-touch',
    vatRate: vatRateOf({ kind, vat }),
  };
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
  };
}
