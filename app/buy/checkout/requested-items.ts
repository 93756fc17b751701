import { type Basket, requestedOptions } from '#domain/basket/basket.ts';
import { basketTime } from '#domain/basket/basket-time.ts';
import { shownAllergens } from '#domain/catalogue/allergens.ts';
import type { RequestedItem } from '#domain/orders/order-request.ts';

/** What an order of the basket asks for. */
export function requestedItems(basket: Basket): RequestedItem[] {
  return basket.map(({ cake, size, options, messageOnCake, selectedDay }) => ({
    cakeId: cake.id,
    sizeId: size.id,
    // The item was added before the price was synced: the server returns the current price.
    api: size.api ?? 'unknown',
    ...(options && { options: requestedOptions({ options }) }),
    message: messageOnCake,
    day: selectedDay,
    time: basketTime(basket, selectedDay),
    allergens: [...shownAllergens(cake)],
    ...(cake.mayContain && { mayContain: cake.mayContain }),
  }));
}
