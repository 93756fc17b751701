import * as z from 'zod';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { sumPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';
import { groupInWords, groupItems } from './items-in-words.ts';
import { type Order, OrderId, OrderItem, SoldOption } from './order.ts';
import { itemAt } from './positions.ts';

const Position = z.int().min(0);

/** An item of its own, or options of an item that the order has. */
export const AddedLine = z.union([
  z.object({ item: OrderItem }),
  z.object({
    position: Position,
    options: z.array(SoldOption).min(1),
    units: z.int().min(0),
    /** What the item contains and may contain with them. */
    allergens: z.array(z.string()),
    mayContain: z.array(z.string()).optional(),
  }),
]);
export type AddedLine = z.infer<typeof AddedLine>;

/** What is added to an order in the book. It becomes a part of the order at once, or when it is paid. */
export const Addition = z.object({
  /** Of its form, so that sending it twice adds it once. */
  id: OrderId,
  /** The item with which it is collected, wherever that is moved. */
  position: Position,
  lines: z.array(AddedLine).min(1),
});
export type Addition = z.infer<typeof Addition>;

/** An addition that its customer has not paid yet: the order has nothing of it. */
export interface PendingAddition extends Addition {
  payBy: string;
  checkoutId: string | null;
  /** A bank is paying it, which takes days. */
  isProcessing: boolean;
}

export function amountAdded(lines: readonly AddedLine[]): Pence {
  return sumPence(
    lines.flatMap((line) =>
      'item' in line ? line.item.price : line.options.map(({ price }) => price),
    ),
  );
}

/** Whether there are the items that get options. */
export function hasItemsOf(items: readonly OrderItem[], lines: readonly AddedLine[]): boolean {
  return lines.every((line) => 'item' in line || itemAt(items, line.position) !== undefined);
}

/** `2 × candles, Red Velvet 8 in, Number topper: “7”` */
export function linesInWords(lines: readonly AddedLine[]): string {
  const items = groupItems(lines.flatMap((line) => ('item' in line ? [line.item] : [])));
  return [
    ...items.map(groupInWords),
    ...lines.flatMap((line) => ('item' in line ? [] : [optionsInWords(line.options)])),
  ].join(', ');
}

/** What they take of their day's capacity. */
export function unitsAdded(lines: readonly AddedLine[]): number {
  return lines.reduce((sum, line) => sum + ('item' in line ? line.item.units : line.units), 0);
}

/** The Stripe price ids, each as often as it is charged. */
export function pricesAdded(lines: readonly AddedLine[]): string[] {
  return lines.flatMap((line) => {
    const options = ('item' in line ? line.item.options : line.options) ?? [];
    const own = 'item' in line ? (line.item.api ?? []) : [];
    return [own, options.flatMap(({ api }) => api ?? [])].flat();
  });
}

/** The items of an order with an addition: new ones come last, on the day and at the time of the item they come with. */
export function withAddition(
  items: readonly OrderItem[],
  { position, lines }: Omit<Addition, 'id'>,
): OrderItem[] {
  const anchor = itemAt(items, position);
  const added = lines.flatMap((line) => {
    if (!('item' in line)) return [];
    const { time: _, ...item } = line.item;
    if (!anchor) return [line.item];
    return [{ ...item, day: anchor.day, ...(anchor.time && { time: anchor.time }) }];
  });
  return [
    ...items.map((item, place) => withOptions(item, lines, item.position ?? place)),
    ...added,
  ];
}

function withOptions(item: OrderItem, lines: readonly AddedLine[], position: number): OrderItem {
  if (item.cakeId === null) return item;
  const own = lines
    .filter((line) => 'position' in line)
    .filter((line) => line.position === position);
  if (own.length === 0) return item;
  const options = own.flatMap((line) => line.options);
  const mayContain = together(item.mayContain ?? [], ...own.map((line) => line.mayContain ?? []));
  return {
    ...item,
    options: [...(item.options ?? []), ...options],
    price: sumPence([item.price, ...options.map(({ price }) => price)]),
    units: own.reduce((sum, { units }) => sum + units, item.units),
    allergens: together(item.allergens, ...own.map(({ allergens }) => allergens)),
    ...(mayContain.length > 0 && { mayContain }),
  };
}

function together(...lists: string[][]): string[] {
  return [...new Set(lists.flat())];
}

/** What a checkout is of: an order, or what its customer adds to it. */
export type Payable = Order & { addition?: Addition };

/** What is added as an order, of which a checkout charges all: the same customer, id and number. */
export function payableAddition(order: Order, addition: PendingAddition): Payable {
  const { payBy, checkoutId, id, position, lines } = addition;
  return {
    ...order,
    state: 'placed',
    items: withAddition(order.items, addition).slice(order.items.length),
    total: amountAdded(lines),
    paid: 0,
    surplus: 0,
    kept: 0,
    deposit: null,
    restBy: null,
    payBy,
    checkoutId,
    payment: 'none',
    addition: { id, position, lines },
  };
}
