import type { OrderId } from '#domain/orders/order.ts';
import { lineProblem } from '#domain/orders/plain-text.ts';
import type { Ports } from '#server/ports.ts';
import { closeProblem, problemKey } from './problems.ts';

/** Anyone who knows the order's id and the address that was typed may correct it. */
export interface EmailCorrection {
  current: string;
  corrected: string;
}

/**
 * Corrects a mistyped address of a paid order, once, and sends the confirmation there. The cafe is
 * notified again, because its e-mail names the wrong address.
 * @returns false, and changes nothing, for another address, a second correction, or an order that is not
 * paid.
 */
export async function correctEmail(
  ports: Pick<Ports, 'db' | 'orders' | 'clock' | 'log'>,
  id: OrderId,
  correction: EmailCorrection,
): Promise<boolean> {
  // No order has such an address, and PostgreSQL rejects a text with a NUL.
  if (lineProblem(correction.current) !== undefined) return false;
  const now = ports.clock.now();
  if (!(await ports.orders.correctEmail(id, correction, now))) return false;
  await closeProblem(ports, problemKey({ kind: 'customer-not-reached', subject: id }));
  ports.log.info({ orderId: id }, 'e-mail address corrected');
  return true;
}
