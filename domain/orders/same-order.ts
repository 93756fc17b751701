import { hasSeen, isSameSet } from '#domain/catalogue/allergens.ts';
import { vatRateOf } from '#domain/ledger/vat.ts';
import type { Order, OrderedOption, OrderItem } from './order.ts';
import type { RequestedItem, RequestedOption } from './order-request.ts';
import type { PhoneItem } from './phone-item.ts';

/**
 * Whether an order was made from this request. Compares the order's own copy, so that later catalogue
 * changes do not matter.
 */
export function isSameOrder(
  { customer, note = '', items }: Pick<Order, 'customer' | 'note' | 'items'>,
  request: Order['customer'] & Pick<Order, 'note'> & { items: (RequestedItem | PhoneItem)[] },
): boolean {
  return (
    customer.name === request.name &&
    customer.email === request.email &&
    customer.phone === request.phone &&
    note === (request.note ?? '') &&
    items.length === request.items.length &&
    items.every((item, place) => isMadeFrom(item, request.items[place]))
  );
}

function isMadeFrom(item: OrderItem, asked: RequestedItem | PhoneItem | undefined): boolean {
  if (!asked || item.message !== asked.message || item.day !== asked.day) return false;
  if (item.time !== asked.time) return false;
  if (!hasSeen(asked, item)) return false;
  if ('price' in asked && item.price !== asked.price) return false;
  return asked.cakeId === null
    ? item.cakeId === null &&
        item.title === asked.title &&
        item.units === asked.units &&
        item.isAddOn === (asked.kind === 'personal-touch') &&
        item.vatRate === vatRateOf(asked)
    : item.cakeId === asked.cakeId &&
        item.sizeId === asked.sizeId &&
        item.api === asked.api &&
        isSameSet(
          (item.options ?? []).map(keyOfOrdered),
          (asked.options ?? []).map(keyOfRequested),
        );
}

function keyOfOrdered({ groupId, choiceId, text, api }: OrderedOption): string {
  return keyOfRequested({ group: groupId, choice: choiceId, text, api });
}

function keyOfRequested({ group, choice, text = '', api }: RequestedOption): string {
  return JSON.stringify([group, choice, text, api]);
}
