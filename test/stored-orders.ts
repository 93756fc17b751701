import type { Order, OrderId, PaymentStatus } from '#domain/orders/order.ts';
import type { Database } from '#server/db/open-database.ts';
import { addOrder } from '#server/orders/add.ts';
import { expireOrder } from '#server/orders/pay.ts';
import { readOrder } from '#server/orders/rows.ts';

type Stored = Pick<Database, 'db'>;

/** Adds an order, a phone order as such. @returns it with the number that it has got. */
export async function addSample(database: Stored, order: Order): Promise<Order> {
  const phone = order.state === 'agreed' ? { by: 'anna', emails: [] } : undefined;
  const result = await addOrder(database, order, { phone });
  if (!result.ok) throw new Error('It was not added.');
  return result.order;
}

/** Records that the checkout of an order has ended, or that it expires before it has one. */
export async function expireStored(
  database: Stored,
  id: OrderId,
  payment?: PaymentStatus,
): Promise<boolean> {
  const order = await readOrder(database.db, id);
  return order !== undefined && expireOrder(database, order, payment);
}
