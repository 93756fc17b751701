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

function isMadeFrom(item: OrderItem, requested: RequestedItem | PhoneItem | undefined): boolean {
  if (!requested || item.message !== requested.message || item.day !== requested.day) return false;
  if (item.time !== requested.time) return false;
  if (!hasSeen(requested, item)) return false;
  if ('price' in requested && item.price !== requested.price) return false;
  return requested.cakeId === null
    ? item.cakeId === null &&
        item.title === requested.title &&
        item.units === requested.units &&
        item.isAddOn === (requested.kind === 'personal-touch') &&
        item.vatRate === vatRateOf(requested)
    : item.cakeId === requested.cakeId &&
        item.sizeId === requested.sizeId &&
        item.api === requested.api &&
        isSameSet(
          (item.options ?? []).map(keyOfOrdered),
          (requested.options ?? []).map(keyOfRequested),
        );
}

function keyOfOrdered({ groupId, choiceId, text, api }: OrderedOption): string {
  return keyOfRequested({ group: groupId, choice: choiceId, text, api });
}

function keyOfRequested({ group, choice, text = '', api }: RequestedOption): string {
  return JSON.stringify([group, choice, text, api]);
}
