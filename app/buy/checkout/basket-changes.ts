import type { Basket, BasketItem } from '#domain/basket/basket.ts';
import { itemTotal, withOptions } from '#domain/basket/basket.ts';
import { onDay } from '#domain/basket/lines.ts';
import { optionsInstead } from '#domain/basket/option-changes.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules, ClosedReason, CollectionTime } from '#domain/calendar/rules.ts';
import { isCollectionTime, timeInWords } from '#domain/calendar/times.ts';
import { allergenText, type Declared, shownAllergens } from '#domain/catalogue/allergens.ts';
import { isOrderedOption, isSize } from '#domain/catalogue/catalogue-guards.ts';
import { describeSize, titleInFull } from '#domain/catalogue/sizes.ts';
import { arrayOf, isInteger, isString, objectOf, oneOf, optional } from '#domain/guard.ts';
import { formatPence } from '#domain/money.ts';
import type { Difference, OptionChange } from '#domain/orders/difference.ts';

/** A difference that the server found, with its basket item. */
export interface Change {
  item: BasketItem;
  difference: Difference;
}

/** What the visitor has chosen instead. */
export interface Chosen {
  /** By item id. An item with a closed day and no new day is removed. */
  days: ReadonlyMap<number, Day>;
  /** By day. */
  times: ReadonlyMap<Day, CollectionTime>;
}

/** @param basket as sent: the server identifies items by their index. */
export function changesOf(basket: Basket, differences: Difference[]): Change[] {
  return differences.flatMap((difference) => {
    const item = basket[difference.item];
    return item ? { item, difference } : [];
  });
}

type OfKind<Kind extends Difference['kind']> = Extract<Difference, { kind: Kind }>;

const differenceGuards = {
  gone: objectOf<OfKind<'gone'>>({ kind: oneOf(['gone']), item: isInteger }),
  price: objectOf<OfKind<'price'>>({ kind: oneOf(['price']), item: isInteger, size: isSize }),
  options: objectOf<OfKind<'options'>>({
    kind: oneOf(['options']),
    item: isInteger,
    options: arrayOf(isOrderedOption),
    changes: arrayOf(
      objectOf<OptionChange>({
        group: isString,
        choice: optional(isString),
        why: oneOf<OptionChange['why']>([
          'gone',
          'sold-out',
          'price',
          'text',
          'missing',
          'too-many',
        ]),
        until: optional(isDay),
      }),
    ),
  }),
  day: objectOf<OfKind<'day'>>({
    kind: oneOf(['day']),
    item: isInteger,
    reason: oneOf<ClosedReason>([
      'too-soon',
      'too-far',
      'closed-weekday',
      'closed-period',
      'forbidden-day',
    ]),
    offered: arrayOf(isDay),
    notice: optional(isString),
    left: optional(isInteger),
  }),
  time: objectOf<OfKind<'time'>>({
    kind: oneOf(['time']),
    item: isInteger,
    offered: arrayOf(isCollectionTime),
  }),
  'no-message': objectOf<OfKind<'no-message'>>({ kind: oneOf(['no-message']), item: isInteger }),
  message: objectOf<OfKind<'message'>>({
    kind: oneOf(['message']),
    item: isInteger,
    message: isString,
  }),
  allergens: objectOf<OfKind<'allergens'>>({
    kind: oneOf(['allergens']),
    item: isInteger,
    allergens: arrayOf(isString),
    contains: optional(arrayOf(isString)),
    mayContain: optional(arrayOf(isString)),
  }),
};

/** Agrees with the schema `Difference`. */
export function isDifference(value: unknown): value is Difference {
  return Object.values(differenceGuards).some((guard) => guard(value));
}

/** Whether only the payment provider's price id has changed, which visitors do not see. */
export function isInvisible({ item, difference }: Change): boolean {
  if (difference.kind === 'options') {
    const hasPrices = difference.changes.every(({ why }) => why === 'price');
    return hasPrices && itemTotal(withOptions(item, difference.options)) === itemTotal(item);
  }
  return (
    difference.kind === 'price' &&
    difference.size.price === item.size.price &&
    describeSize(difference.size) === describeSize(item.size)
  );
}

/** Returns the basket with every change accepted. */
export function applyChanges(basket: Basket, changes: Change[], chosen: Chosen): Basket {
  return basket.flatMap((item) => {
    let changed: BasketItem | undefined = item;
    for (const change of changes) {
      if (changed && change.item.id === item.id) changed = apply(basket, change, changed, chosen);
    }
    return changed ?? [];
  });
}

function apply(
  basket: Basket,
  { difference }: Change,
  item: BasketItem,
  chosen: Chosen,
): BasketItem | undefined {
  switch (difference.kind) {
    case 'gone':
      return undefined;
    case 'price':
      return { ...item, size: difference.size };
    case 'options':
      return withOptions(item, difference.options);
    case 'allergens':
      return {
        ...item,
        cake: {
          ...item.cake,
          allergens: difference.allergens,
          contains: difference.contains,
          mayContain: difference.mayContain,
        },
      };
    case 'no-message':
      return { ...item, messageOnCake: '' };
    case 'message':
      return { ...item, messageOnCake: difference.message };
    case 'day': {
      const day = chosen.days.get(item.id);
      return day && onDay(basket, item, day);
    }
    case 'time':
      return { ...item, time: chosen.times.get(item.selectedDay) };
  }
}

/** Describes a change to the visitor. */
export function changeText({ item, difference }: Change, today: Day, rules: CalendarRules): string {
  const { cake, size, selectedDay } = item;
  const name = titleInFull({ title: cake.title, size: size.size, slices: null });
  switch (difference.kind) {
    case 'allergens':
      return `${name} ${allergenChange(cake, difference)}`;
    case 'gone':
      return `${name} can no longer be ordered and will be taken out.`;
    case 'price':
      return difference.size.price === size.price
        ? `${name} is now ${describeSize(difference.size)}, still at ${formatPence(size.price)}.`
        : `${name} was ${formatPence(size.price)} and is now ${formatPence(difference.size.price)}.`;
    case 'options': {
      const { options, changes } = difference;
      const [was, now] = [itemTotal(item), itemTotal(withOptions(item, options))];
      const price =
        was === now ? [] : [`It was ${formatPence(was)} and is now ${formatPence(now)}`];
      const all = [...optionsInstead(changes, item.options ?? [], options), ...price];
      return `${name}: ${all.join('. ')}.`;
    }
    case 'day': {
      const reason = difference.notice ?? reasonText(difference.reason, selectedDay, today, rules);
      return `${name}: ${dayInWords(selectedDay, 'short')} can no longer be chosen: ${reason}.`;
    }
    case 'time': {
      const day = dayInWords(selectedDay, 'short');
      if (difference.offered.length === 0) {
        return `${name}: you need not choose a time for ${day} any more. Come when we are open.`;
      }
      return item.time
        ? `${name}: ${timeInWords(item.time)} on ${day} can no longer be chosen.`
        : `${name}: please choose when you collect it on ${day}.`;
    }
    case 'no-message':
      return `${name}: we can no longer write on it, so it comes without your message.`;
    case 'message': {
      const { message } = difference;
      const rest = message === '' ? 'without your message' : `with “${message}”`;
      return `${name}: we cannot pipe all of “${item.messageOnCake}”, so it comes ${rest}. Please ring us for the rest.`;
    }
  }
}

/** "now contains Nuts as well and may now contain Soya. Contains: Eggs, Nuts. May contain: Soya." */
function allergenChange(before: Declared, now: Declared): string {
  const [contained, contains] = [shownAllergens(before), shownAllergens(now)];
  const { mayContain: traces = [] } = now;
  const added = missingIn(contained, contains);
  const removed = missingIn(contains, contained);
  const newTraces = missingIn(before.mayContain ?? [], traces);
  const oldTraces = missingIn(traces, before.mayContain ?? []);
  const changes = [
    added.length > 0 && `now contains ${listed(added)}${contained.length > 0 ? ' as well' : ''}`,
    removed.length > 0 && `no longer contains ${listed(removed)}`,
    newTraces.length > 0 && `may now contain ${listed(newTraces)}`,
    oldTraces.length > 0 && `is no longer marked with traces of ${listed(oldTraces)}`,
  ];
  return `${listed(changes.filter((change) => change !== false))}. ${allergenText(now)}`;
}

function missingIn(names: readonly string[], all: readonly string[]): string[] {
  return all.filter((name) => !names.includes(name));
}

/** "Eggs, Dairy and Nuts" */
function listed(names: string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
