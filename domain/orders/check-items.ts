import { rulesFor } from '#domain/calendar/cake-rules.ts';
import { nextOpenDays, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { whyOutOfReach } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { DayRules } from '#domain/calendar/rules.ts';
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
import { checkOptions } from './check-options.ts';
import { recipeNow } from './declared-now.ts';
import type { Difference } from './difference.ts';
import type { OrderedOption, OrderItem } from './order.ts';
import type { RequestedItem } from './order-request.ts';
import type { PhoneItem } from './phone-item.ts';
import { pipedPart } from './plain-text.ts';

/** Days offered instead of one that has closed. */
export const OFFERED_DAYS = 5;

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
  now: OrderableNow,
  evenIfClosed = false,
): ItemsCheck {
  const differences: Difference[] = [];
  const items: OrderItem[] = [];
  for (const [index, item] of requested.entries()) {
    const check =
      item.cakeId === null
        ? {
            ordered: freeLine(item),
            differences: checkDay(index, item, now.rules, now, evenIfClosed),
          }
        : checkCake(index, item, now, evenIfClosed);
    if (check === 'prices-not-synced') return { ok: false, reason: check };
    differences.push(...check.differences);
    if (check.ordered) items.push(check.ordered);
  }
  return differences.length === 0
    ? { ok: true, items }
    : { ok: false, reason: 'changed', differences };
}

type ItemCheck = { ordered?: OrderItem; differences: Difference[] } | 'prices-not-synced';

function checkCake(
  item: number,
  requested: Exclude<RequestedItem | PhoneItem, { cakeId: null }>,
  now: OrderableNow,
  evenIfClosed: boolean,
): ItemCheck {
  const { cakes, units, vatRates, symbols } = now;
  const cake = cakes.find(({ id }) => id === requested.cakeId);
  const size = cake?.sizes.find(({ id }) => id === requested.sizeId);
  if (!cake || !size) return { differences: [{ kind: 'gone', item }] };
  if (size.api === null) return 'prices-not-synced';
  const { message, day, time, options: chosen = [] } = requested;
  // Of an order on the phone staff decide themselves what they pipe.
  const isOnPhone = 'price' in requested;
  const { options, changes, isImpossible } = checkOptions(cake, chosen, {
    day,
    symbols: isOnPhone ? undefined : symbols,
  });
  const declared = recipeNow(cake, options);
  const piped = pipedPart(message, symbols);
  const ofDay = checkDay(item, requested, rulesFor(cake, now.rules, now.today), now, evenIfClosed);
  const isOpen = ofDay.every(({ kind }) => kind !== 'day');
  // On a day on which the cake can be had, only a price that is not at the payment provider keeps all back.
  if (isImpossible && isOpen && !evenIfClosed) return 'prices-not-synced';

  const differences: Difference[] = [];
  if (changes.length > 0) differences.push({ kind: 'options', item, options, changes });
  if (!hasSeen(requested, declared)) {
    differences.push({ kind: 'allergens', item, ...comparableWith(requested, declared) });
  }
  if (size.api !== requested.api) differences.push({ kind: 'price', item, size });
  if (cake.offMessage && message !== '') differences.push({ kind: 'no-message', item });
  else if (piped !== message && !isOnPhone)
    differences.push({ kind: 'message', item, message: piped });
  differences.push(...ofDay);
  const ordered: OrderItem = {
    ...copyOf(cake, size, size.api),
    vatRate: vatRates.get(cake.id) ?? vatRateOf(cake),
    allergens: [...shownAllergens(declared)],
    ...(declared.mayContain?.length && { mayContain: [...declared.mayContain] }),
    ...(options.length > 0 && {
      options: options.map((option) => withVatRate(option, cake, vatRates)),
    }),
    price: isOnPhone
      ? requested.price
      : sumPence([size.price, ...options.map(({ price }) => price)]),
    message,
    day,
    ...(time && { time }),
    units: unitsWith(options, cake, size, units),
  };
  return { ordered, differences };
}

/** @param ofCake the rules for what is collected. */
function checkDay(
  item: number,
  { day, time }: Pick<RequestedItem, 'day' | 'time'>,
  ofCake: DayRules,
  { today, rules }: Pick<OrderableNow, 'today' | 'rules'>,
  evenIfClosed: boolean,
): Difference[] {
  const outOfReach = whyOutOfReach(day, today);
  const reason = evenIfClosed
    ? outOfReach && OUT_OF_REACH[outOfReach]
    : whyClosed(day, today, ofCake);
  if (!reason) {
    const offered = timesOn(day, rules).map((window) => window.time);
    const isOffered = time === undefined ? offered.length === 0 : offered.includes(time);
    return isOffered || evenIfClosed ? [] : [{ kind: 'time', item, offered }];
  }
  const hasNotice = ofCake.notice !== undefined || ofCake.startsOn !== undefined;
  return [
    {
      kind: 'day',
      item,
      reason,
      offered: nextOpenDays(OFFERED_DAYS, today, ofCake),
      ...(reason === 'too-soon' &&
        day >= today &&
        hasNotice && { notice: reasonText(reason, day, today, ofCake) }),
    },
  ];
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
