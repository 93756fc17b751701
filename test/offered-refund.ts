import type { OrderId } from '#domain/orders/order.ts';
import { findBooked } from '#server/orders/book.ts';
import { type RefundOffer, refundOffer } from '#server/orders/refund-terms.ts';
import type { Shop } from '#server/shop.ts';

export async function offeredRefund(shop: Shop, id: OrderId): Promise<RefundOffer | undefined> {
  const booked = await findBooked(shop, { id });
  return booked && refundOffer(shop, booked);
}
