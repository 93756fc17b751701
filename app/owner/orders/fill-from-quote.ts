import type { Cake } from '#domain/catalogue/catalogue.ts';
import { VAT_PERCENT } from '#domain/ledger/vat.ts';
import { sumPence } from '#domain/money.ts';
import { titleWithOptions } from '#domain/orders/items-in-words.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { FREE_LINE, optionField, writePriced } from './phone-draft.ts';

// On the server: the form of an order on the phone, filled in from a quote that is to be changed.

type ChangedQuote = Pick<
  BookedOrder,
  'name' | 'phone' | 'email' | 'staffNote' | 'items' | 'deposit' | 'order' | 'quote'
>;

/** The values of the form, by name. @param offered the days that it offers. @param cakes of the catalogue now. */
export function fillFromQuote(
  { name, phone, email, staffNote, items, deposit, order, quote }: ChangedQuote,
  offered: string[],
  cakes: Cake[],
): Record<string, string[]> {
  const [first] = items;
  const day = first?.day ?? '';
  const restBy = order?.restBy ?? null;
  const filled: Record<string, string[]> = {
    row: items.map((_, row) => String(row)),
    ...(offered.includes(day) ? { day: [day] } : { day: ['other'], 'other-day': [day] }),
    ...(first?.time && { time: [first.time] }),
    name: [name],
    phone: [phone],
    email: [email],
    note: [staffNote],
    'valid-until': [quote?.validUntil ?? ''],
    'holds-day': quote?.holdsDay ? ['yes'] : [],
    'quote-message': [quote?.message ?? ''],
    ...(deposit !== null && {
      'asks-deposit': ['yes'],
      deposit: [inPounds(deposit)],
      rest: [restBy ? 'link' : 'collection'],
      'rest-by': [restBy ?? ''],
    }),
  };
  for (const [row, item] of items.entries()) {
    const cake = cakes.find(({ id }) => id === item.cakeId);
    const fields = (cake && catalogueFields(item, cake, row)) ?? freeFields(item, row);
    Object.assign(filled, fields, { [`message-${row}`]: [item.message] });
  }
  return filled;
}

/** @returns undefined if its size or an option is not sold any more. */
function catalogueFields(
  { sizeId, options: chosen = [], price }: OrderItem,
  { id, sizes, options = [] }: Cake,
  row: number,
): Record<string, string[]> | undefined {
  const size = sizes.find((each) => each.id === sizeId);
  if (!size) return undefined;
  const fields: Record<string, string[]> = {
    [`cake-${row}`]: [id],
    [`size-${row}`]: [writePriced(size)],
  };
  const prices = [size.price];
  for (const { groupId, choiceId, text } of chosen) {
    const group = options.find((each) => each.id === groupId);
    const choice = group?.choices.find((each) => each.id === choiceId);
    if (!choice) return undefined;
    const name = optionField(String(row), groupId);
    fields[name] = [...(fields[name] ?? []), text ?? writePriced(choice)];
    prices.push(choice.price);
  }
  if (price !== sumPence(prices)) fields[`agreed-${row}`] = [inPounds(price)];
  return fields;
}

/** Also of a cake that is not sold any more: its size and options are in the title, as on the bake sheet. */
function freeFields(item: OrderItem, row: number): Record<string, string[]> {
  const { price, units, allergens, mayContain = [], isAddOn, vatRate } = item;
  return {
    [`cake-${row}`]: [FREE_LINE],
    [`title-${row}`]: [titleWithOptions(item)],
    [`agreed-${row}`]: [inPounds(price)],
    [`units-${row}`]: [String(units)],
    [`contains-${row}`]: allergens,
    [`contains-none-${row}`]: allergens.length === 0 ? ['on'] : [],
    [`traces-${row}`]: mayContain,
    [`no-food-${row}`]: isAddOn ? ['on'] : [],
    [`vat-${row}`]: !isAddOn && vatRate === VAT_PERCENT.standard ? ['standard'] : [],
  };
}

function inPounds(pence: Pence): string {
  return (pence / 100).toFixed(2);
}
