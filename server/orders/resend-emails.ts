import { canTransition, type OrderId, wasBooked } from '#domain/orders/order.ts';
import { firstEmail } from '#server/emails/planned-emails.ts';
import type { Ports } from '#server/ports.ts';
import { closeProblem, problemKey } from './problems.ts';

type ResendResult = { ok: true } | { ok: false; reason: 'no-email' | 'just-sent' };

/** A form that is sent twice sends one e-mail. */
const RESEND_PAUSE_SECONDS = 60;

/** Requeues the cafe's e-mail about a paid order. */
export async function resendNotification(
  ports: Pick<Ports, 'orders' | 'outbox' | 'log'>,
  id: OrderId,
  personId: string,
): Promise<ResendResult> {
  const [order] = await ports.orders.findAll([id]);
  if (order && canTransition('fund', order.state)) return { ok: false, reason: 'no-email' };
  const resend = { personId, pauseSeconds: RESEND_PAUSE_SECONDS };
  const result = await ports.outbox.requeue(id, 'cafe', resend);
  if (result !== 'requeued') return { ok: false, reason: result };
  ports.log.info({ orderId: id }, 'the cafe is notified again, as the owner asked');
  return { ok: true };
}

/** Sends the customer the e-mail with the order's state again, and the e-mails that have failed. */
export async function resendToCustomer(
  ports: Pick<Ports, 'db' | 'orders' | 'outbox' | 'log'>,
  id: OrderId,
  personId: string,
): Promise<ResendResult> {
  const [order] = await ports.orders.findAll([id]);
  if (!order?.customer.email || !wasBooked(order.state)) return { ok: false, reason: 'no-email' };
  const resend = { personId, pauseSeconds: RESEND_PAUSE_SECONDS };
  const kind = firstEmail(order);
  const result = await ports.outbox.requeue(id, kind, resend);
  if (result !== 'requeued') return { ok: false, reason: result };
  // If the address still does not work, it is raised again.
  await ports.orders.forgetRefusal(id);
  await closeProblem(ports, problemKey({ kind: 'customer-not-reached', subject: id }));
  ports.log.info({ orderId: id }, 'the customer is e-mailed again, as the owner asked');
  return { ok: true };
}
