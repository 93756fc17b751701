import type { Day } from '#domain/calendar/day.ts';
import { timeOfInWords } from '#domain/calendar/times.ts';
import { declaredTogether } from '#domain/catalogue/allergens.ts';
import type { CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { lastDay } from '#domain/catalogue/keeping.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { shortSize } from '#domain/catalogue/sizes.ts';
import { declaredNow } from '#domain/orders/declared-now.ts';
import { cakesFirst, type Group, groupItems, withoutTexts } from '#domain/orders/items-in-words.ts';
import type { OrderId, OrderItem } from '#domain/orders/order.ts';
import type { Collection, CustomerChange } from './collection.ts';

/** A cake as the kitchen's papers name it: nothing about money, and no way to reach the customer. */
export interface SheetCake {
  orderId: OrderId;
  number: string;
  day: Day;
  /** `10am–12pm`; empty if the cafe asked for none. */
  time: string;
  /** Empty once the order has been anonymised. */
  name: string;
  /** Empty: the customer. */
  collector: string;
  title: string;
  /** `8 in`, `Box of 6` */
  size: string;
  /** `Sponge: chocolate · Number topper: “7”`; may be empty. */
  options: string;
  /** The same without what the customer wrote: those that are made alike have the same. */
  madeAlike: string;
  units: number;
  /** True for one of a collection without cakes. */
  isAddOn: boolean;
  message: string;
  /** The customer's, of the whole order; may be empty. */
  note: string;
  /** Likewise, that of staff. */
  staffNote: string;
  /** With those of its add-ons. */
  allergens: string[];
  mayContain: string[];
  /** How to keep it, and the last day on which it is good, as the catalogue says now. */
  keep: string | undefined;
  eatBy: Day | undefined;
  addOns: AddOns[];
  /** What the customer has changed of it, or about its order, and staff have not marked as seen. */
  changes: CustomerChange[];
  requestsCancel: boolean;
  /** Its place among the cakes of the collection, from 1. */
  place: number;
  /** How many cakes the collection has. */
  of: number;
}

/** What is handed over with a cake, such as candles. Their sizes are in their titles. */
interface AddOns extends Group {
  /** On each of them, such as a topper that staff have agreed; may be empty. */
  message: string;
}

/**
 * The cakes of collections, in their order. Add-ons go with the first cake of their collection;
 * if there is none, they stand for one.
 * @param catalogue hidden cakes included: those that were ordered before still have traces.
 */
export function sheetCakes(
  collections: Pick<
    Collection,
    | 'orderId'
    | 'number'
    | 'day'
    | 'name'
    | 'collector'
    | 'note'
    | 'staffNote'
    | 'items'
    | 'positions'
    | 'news'
    | 'requestsCancel'
  >[],
  catalogue: Pick<CatalogueEntry, 'cake'>[],
): SheetCake[] {
  const known = new Map<string | null, Cake>(catalogue.map(({ cake }) => [cake.id, cake]));
  return collections.flatMap(({ orderId, number, day, name, items, ...collection }) => {
    const { positions, news, requestsCancel, collector, note, staffNote } = collection;
    const made = items.filter(({ isAddOn }) => !isAddOn);
    const cakes = made.length > 0 ? made : items;
    const addOns = items.filter((item) => !cakes.includes(item));
    return cakes.map((item, index) => {
      const { title, size, units, isAddOn, message } = item;
      const own = index === 0 ? addOns : [];
      const cake = known.get(item.cakeId);
      const places = [item, ...own].map((each) => positions[items.indexOf(each)]);
      return {
        orderId,
        number,
        day,
        time: timeOfInWords(items, day),
        name,
        collector,
        title,
        size: shortSize({ size }),
        options: optionsInWords(item.options ?? []),
        madeAlike: optionsInWords(withoutTexts(item)),
        units,
        isAddOn,
        message,
        note,
        staffNote,
        ...allergensOf([item, ...own], known),
        keep: cake?.keeping?.keep,
        eatBy: cake && lastDay(cake, day),
        addOns: addOnsOf(own),
        changes: (news?.changes ?? []).filter(
          (change) =>
            change.what === 'collector' ||
            change.positions.some((position) => places.includes(position)),
        ),
        requestsCancel,
        place: index + 1,
        of: cakes.length,
      };
    });
  });
}

function addOnsOf(items: OrderItem[]): AddOns[] {
  return [...Map.groupBy(items, ({ message }) => message)].flatMap(([message, alike]) =>
    groupItems(alike).map((group) => ({ ...group, message })),
  );
}

/** Of everything in one box. */
function allergensOf(
  items: Pick<OrderItem, 'cakeId' | 'allergens' | 'mayContain' | 'options'>[],
  known: ReadonlyMap<string | null, Cake>,
): Pick<SheetCake, 'allergens' | 'mayContain'> {
  return declaredTogether(
    items.map((item) => {
      const cake = known.get(item.cakeId);
      return cake ? declaredNow(item, cake) : item;
    }),
  );
}

/** How many of each cake and size with the same options, cakes first. */
export function totals(
  cakes: SheetCake[],
): (Pick<SheetCake, 'title' | 'size' | 'madeAlike'> & { count: number })[] {
  const groups = Map.groupBy(cakes.toSorted(cakesFirst), ({ title, size, madeAlike }) =>
    [title, size, madeAlike].join('\n'),
  );
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const { title, size, madeAlike } = first;
    return [{ title, size, madeAlike, count: more.length + 1 }];
  });
}

/** `Ada Lovelace` → `Ada` */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
