import type { Day } from '#domain/calendar/day.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import { addedBy, declaredTogether } from '#domain/catalogue/allergens.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import type { ChosenOption } from '#domain/catalogue/options.ts';
import { sumPence } from '#domain/money.ts';
import type { OrderedOption } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';

/** The part of a cake that the basket remembers. Its allergens are those of the cake with its options. */
export interface CakeInBasket extends Pick<Cake, 'id' | 'title' | 'img' | 'category'> {
  allergens: string[];
  /** The precise allergens as shown, if the cafe has named them. */
  contains?: string[] | undefined;
  mayContain?: string[] | undefined;
}

/** One item to collect on one day (spec §3). Prices are what was shown, never what is charged. */
export interface BasketItem {
  /** Random; distinguishes two otherwise equal items. */
  id: number;
  cake: CakeInBasket;
  size: Size;
  messageOnCake: string;
  selectedDay: Day;
  /** Of its day: that of the first item of the day that has one counts (`basketTime`). */
  time?: CollectionTime | undefined;
  /** An extra amount on top of the size's price: that of its options. */
  price: Pence;
  /** What is chosen of the cake's options, as it was shown. Missing for a cake without. */
  options?: OrderedOption[] | undefined;
  /** For an add-on: the id of the cake that it was chosen with. */
  addOnFor?: string | undefined;
}

export type Basket = readonly BasketItem[];

export interface LoadedBasket {
  basket: Basket;
  /** Stored items that could not be read and were left out; the page shows a notice. */
  dropped: number;
  /** The id of the item that the visitor asked for again and that was not added a second time. */
  repeated?: number;
}

export const EMPTY_BASKET: LoadedBasket = { basket: [], dropped: 0 };

/** The limit of one order; the card checkout itself allows 100 line items. */
export const MAX_ITEMS = 50;

export interface Choice {
  cake: CakeInBasket & Pick<Cake, 'offMessage'>;
  size: Size;
  options?: OrderedOption[] | undefined;
  messageOnCake: string;
  selectedDay: Day;
  time?: CollectionTime | undefined;
  /** For an add-on: the id of the cake that it is chosen with. */
  addOnFor?: string | undefined;
}

/** Creates the basket item for a cake or an add-on. */
export function newItem(
  { cake, size, options, messageOnCake, selectedDay, time, addOnFor }: Choice,
  id: number,
): BasketItem {
  const { id: cakeId, title, img, category, offMessage } = cake;
  return {
    id,
    cake: { id: cakeId, title, img, category, ...declaredWith(cake, options) },
    size,
    messageOnCake: offMessage ? '' : messageOnCake.trim(),
    selectedDay,
    price: optionsPrice(options ?? []),
    ...(options && options.length > 0 && { options }),
    ...(time && { time }),
    ...(addOnFor && { addOnFor }),
  };
}

/** Without options as the catalogue says it. */
function declaredWith(cake: Choice['cake'], options: OrderedOption[] = []) {
  const { allergens, contains, mayContain } = cake;
  if (options.length === 0) return { allergens, contains, mayContain };
  return declaredTogether([cake, ...options.map(addedBy)]);
}

/** Whether two items differ in nothing but their ids and the prices that were shown. */
export function isEqualItem(one: BasketItem, other: BasketItem): boolean {
  return (
    one.cake.id === other.cake.id &&
    one.size.id === other.size.id &&
    hasSameOptions(one, other) &&
    one.messageOnCake === other.messageOnCake &&
    one.selectedDay === other.selectedDay &&
    one.addOnFor === other.addOnFor
  );
}

type WithOptions = Pick<BasketItem, 'options'>;

/** As the schema of the same name. */
interface RequestedOption extends ChosenOption {
  api: string | null;
}

/** What an order asks for. */
export function requestedOptions({ options = [] }: WithOptions): RequestedOption[] {
  return options.map(({ groupId: group, choiceId: choice, text, api }) => ({
    group,
    choice,
    ...(text !== undefined && { text }),
    api,
  }));
}

/** With other options, or the same at other prices. Its allergens stay as they were shown. */
export function withOptions(item: BasketItem, options: OrderedOption[]): BasketItem {
  return { ...item, options, price: optionsPrice(options) };
}

function optionsPrice(options: readonly OrderedOption[]): Pence {
  return sumPence(options.map(({ price }) => price));
}

function hasSameOptions({ options: one = [] }: WithOptions, { options: other = [] }: WithOptions) {
  return (
    one.length === other.length &&
    one.every((option) =>
      other.some(
        ({ groupId, choiceId, text }) =>
          groupId === option.groupId && choiceId === option.choiceId && text === option.text,
      ),
    )
  );
}

export function removeItems(basket: Basket, ids: readonly number[]): Basket {
  return basket.filter(({ id }) => !ids.includes(id));
}

export function itemTotal(item: BasketItem): Pence {
  return item.size.price + item.price;
}

/** The sum over items of size price plus extra price (spec §9), in pence. */
export function basketTotal(basket: Basket): Pence {
  return sumPence(basket.map(itemTotal));
}
