import { firstEmail } from '#domain/emails/planned-emails.ts';
import type { Ports } from '#domain/ports.ts';
import { canTransition, type Order, type OrderId, wasBooked } from './order.ts';
import { problemKey } from './problems.ts';

/** An order for the owner; `undefined` if the stored order cannot be read. */
export interface OrderLookup {
  id: OrderId;
  order: Order | undefined;
}

type OrderLookupResult =
  | ({ ok: true } & OrderLookup)
  | { ok: false; reason: 'unknown' | 'several' };

type ResendResult =
  | { ok: true; id: OrderId }
  | { ok: false; reason: 'unknown' | 'several' | 'no-email' | 'just-sent' };

/** Newest first. */
export async function latestOrders({ orders }: Pick<Ports, 'orders'>, limit: number) {
  const ids = await orders.latest(limit);
  const found = await orders.findAll(ids);
  return ids.map((id): OrderLookup => ({ id, order: found.find((order) => order.id === id) }));
}

/** @param text an order's number, or the beginning of its id. */
export async function lookUpOrder(
  { orders }: Pick<Ports, 'orders'>,
  text: string,
): Promise<OrderLookupResult> {
  const [id, ...more] = await orders.matching(text.trim().toLowerCase());
  if (id === undefined) return { ok: false, reason: 'unknown' };
  if (more.length > 0) return { ok: false, reason: 'several' };
  const [order] = await orders.findAll([id]);
  return { ok: true, id, order };
}

/** A form that is sent twice sends one e-mail. */
const RESEND_PAUSE_SECONDS = 60;

/** Requeues the cafe's e-mail about a paid order. @param personId missing for the command line. */
export async function resendNotification(
  ports: Pick<Ports, 'orders' | 'outbox' | 'log'>,
  text: string,
  personId?: string,
): Promise<ResendResult> {
  const found = await lookUpOrder(ports, text);
  if (!found.ok) return found;
  const { id, order } = found;
  if (order && canTransition('fund', order.state)) return { ok: false, reason: 'no-email' };
  const resend = { personId, pauseSeconds: RESEND_PAUSE_SECONDS };
  const result = await ports.outbox.requeue(id, 'cafe', resend);
  if (result !== 'requeued') return { ok: false, reason: result };
  ports.log.info({ orderId: id }, 'the cafe is notified again, as the owner asked');
  return { ok: true, id };
}

/** Sends the customer the e-mail with the order's state again, and the e-mails that have failed. */
export async function resendToCustomer(
  ports: Pick<Ports, 'orders' | 'outbox' | 'problems' | 'outboxJob' | 'clock' | 'log'>,
  text: string,
  personId?: string,
): Promise<ResendResult> {
  const found = await lookUpOrder(ports, text);
  if (!found.ok) return found;
  const { id, order } = found;
  if (!order?.customer.email || !wasBooked(order.state)) return { ok: false, reason: 'no-email' };
  const resend = { personId, pauseSeconds: RESEND_PAUSE_SECONDS };
  const kind = firstEmail(order);
  const result = await ports.outbox.requeue(id, kind, resend);
  if (result !== 'requeued') return { ok: false, reason: result };
  // If the address still does not work, it is raised again.
  await ports.orders.forgetRefusal(id);
  const problem = problemKey({ kind: 'customer-not-reached', subject: id });
  await ports.problems.close(problem, ports.clock.now());
  ports.outboxJob.wake();
  ports.log.info({ orderId: id }, 'the customer is e-mailed again, as the owner asked');
  return { ok: true, id };
}
