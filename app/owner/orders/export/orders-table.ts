import { stateInWords } from '#app/owner/collections/collection-view.ts';
import { FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { timeInWords } from '#domain/calendar/times.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { sizeInWords } from '#domain/catalogue/sizes.ts';
import type { CsvCell } from '#domain/csv.ts';
import { isBooked } from '#domain/orders/order.ts';
import type { ExportedItem } from '#server/orders/export.ts';

/** A column of the table: its heading, and what it has in the row of an item. */
type Column = [heading: string, of: (exported: ExportedItem, isFirstRow: boolean) => CsvCell];

/** No more than another program needs: no phone number, no e-mail address. */
const COLUMNS: Column[] = [
  ['Collection', ({ item }) => item.day],
  ['Time', ({ item: { time } }) => (time ? timeInWords(time) : '')],
  ['Order', ({ order }) => order.number],
  ['Ordered', ({ order }) => londonDay(order.placedAt)],
  ['Name', ({ order }) => order.name],
  ['Collected by', ({ order }) => order.collector],
  ['Item', ({ item }) => item.title],
  ['Size', ({ item }) => sizeInWords(item)],
  ['Options', ({ item: { options = [] } }) => optionsInWords(options)],
  ['Message', ({ item }) => item.message],
  ['Price GBP', ({ item }) => ({ pence: item.price })],
  ['Refunded GBP', ({ order, isFirst }) => ({ pence: isFirst ? order.refunded : 0 })],
  ['Payment', ({ order }) => stateInWords(order, 'Paid')],
  ['Item is', itemState],
  // Of the whole order, whose first item may be in another table.
  ['Note', ({ order }, isFirstRow) => (isFirstRow ? order.note : '')],
  ['Our note', ({ order }, isFirstRow) => (isFirstRow ? order.staffNote : '')],
];

export function ordersTable(items: ExportedItem[]): CsvCell[][] {
  const heading = COLUMNS.map(([name]) => name);
  const named = new Set<string>();
  const rows = items.map((item) => {
    const isFirstRow = !named.has(item.order.id);
    named.add(item.order.id);
    return COLUMNS.map(([, of]) => of(item, isFirstRow));
  });
  return [heading, ...rows];
}

function itemState({ order, item }: ExportedItem): string {
  if (!isBooked(order)) return '';
  const collection = order.days.find(({ day }) => day === item.day);
  return collection ? FULFILMENT_WORDS[collection.fulfilment] : '';
}
