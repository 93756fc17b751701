import { Hono } from 'hono';
import { z } from 'zod';
import type { Account } from '../account.ts';
import type { IdempotencyKeys } from '../api/idempotency.ts';
import { disputesOf, refundsOf } from '../charge.ts';
import { type SessionRecord, sessionTroubles } from '../records/session.ts';
import { sessionObject } from '../records/session-object.ts';
import { settleDebit } from '../session-lifecycle.ts';
import { type ActionMaker, found } from './action.ts';
import { completeForeignSession, foreignSession } from './foreign-session.ts';

const nothing = z.strictObject({});
const debitEnd = z.strictObject({ status: z.enum(['succeeded', 'failed']) });
const trouble = z.strictObject({ trouble: z.enum(sessionTroubles) });

/** What happens to sessions without the shop: bank debits end, others sell, the account changes or fails. */
export function sessionActions(account: Account, keys: IdempotencyKeys, action: ActionMaker): Hono {
  const existing = (id: string) => found('checkout.session', id, account.sessions.find(id));
  const present = (session: SessionRecord) => sessionObject(session, account.origin);

  return new Hono()
    .post(
      '/sessions/:id/bank-debit',
      action(debitEnd, (id, { status }) => present(settleDebit(account, existing(id), status))),
    )
    .post(
      '/sessions/:id/trouble',
      action(trouble, (id, body) =>
        present(account.sessions.replace({ ...existing(id), ...body })),
      ),
    )
    .post(
      '/sessions/:id/forget',
      action(nothing, (id) => {
        forgetSession(account, existing(id));
        keys.forget(id);
        return {};
      }),
    )
    .post(
      '/sessions/forget',
      action(nothing, () => {
        for (const kind of ['sessions', 'payments', 'refunds', 'disputes'] as const) {
          account[kind].clear();
        }
        keys.forget('');
        return {};
      }),
    )
    .post(
      '/foreign-sessions',
      action(foreignSession, (_, body) => present(completeForeignSession(account, body))),
    );
}

function forgetSession(account: Account, { id, payment_intent }: SessionRecord): void {
  account.sessions.remove(id);
  if (payment_intent === null) return;
  for (const refund of refundsOf(account, payment_intent)) account.refunds.remove(refund.id);
  for (const dispute of disputesOf(account, payment_intent)) account.disputes.remove(dispute.id);
  account.payments.remove(payment_intent);
}
