import { type Kysely, sql } from 'kysely';
import type { OrderId } from '#domain/orders/order.ts';
import { planEmails } from '#server/emails/queue.ts';
import { keepDays, lockDaysOf } from '#server/orders/days.ts';
import { enter } from '#server/orders/ledger.ts';
import type { Orders } from '#server/orders/order-ports.ts';
import { storeProblem } from '#server/orders/problems.ts';
import { recordEvent } from '#server/orders/trail.ts';
import { applyTransition } from './order-statements.ts';
import type { Tables } from './tables.ts';

/** As `Orders.fund`. */
export function fundOrder(
  db: Kysely<Tables>,
  ...[id, emails = [], charge, now, problem, paymentEmail]: Parameters<Orders['fund']>
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const days = now === undefined ? undefined : await lockDaysOf(trx, id, now);
    const [funded] = await markFunded(trx, id, paymentEmail).execute();
    if (!funded) return false;
    if (charge) await enter(trx, id, [charge]);
    await planEmails(trx, id, [{ kind: 'cafe' }, ...emails]);
    const facts = charge ? { checkout: charge.id, amount: charge.amount } : {};
    await recordEvent(trx, [id], { kind: 'funded', actor: 'stripe', facts });
    if (days) await keepDays(trx, id, days);
    if (problem) await storeProblem(trx, problem);
    return true;
  });
}

function markFunded(trx: Kysely<Tables>, id: OrderId, paymentEmail: string | undefined) {
  const update = applyTransition(trx, id, 'fund', { payment: 'none' });
  if (paymentEmail === undefined) return update;
  // Nothing would remove it from an order that was anonymised after it was read.
  return update.set(({ eb }) => ({
    payment_email: eb
      .case()
      .when('anonymised_at', 'is', null)
      .then(paymentEmail)
      .else(sql.lit(null))
      .end(),
  }));
}
