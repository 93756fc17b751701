import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { sendPage } from '../../page.ts';
import type { Account } from '../account.ts';
import type { IdempotencyKeys } from '../api/idempotency.ts';
import { currency, text } from '../api/parameters.ts';
import { ApiError, existing, invalidRequest } from '../api/protocol.ts';
import { type DisputeRecord, disputeStatuses, type SessionRecord } from '../records.ts';
import {
  disputeObject,
  firstStatuses,
  openDispute,
  setDisputeStatus,
  withdraw,
} from '../resources/disputes.ts';
import { chargeFee, endPayout, payOut, payoutObject } from '../resources/payouts.ts';
import { endRefund, refundObject, refundPayment } from '../resources/refunds.ts';
import {
  bookPayment,
  expireSession,
  readSession,
  sessionObject,
  settleDebit,
} from '../resources/session-lifecycle.ts';
import { controlPage, recentSessions } from './control-page.ts';

const amount = z.coerce.number().int().min(1).max(99_999_999);
const optionalAmount = amount.optional();
const noBody = z.strictObject({});
const refundBody = z.strictObject({
  amount: optionalAmount,
  status: z.literal('pending').optional(),
  funds: z.literal('later').optional(),
});
const disputeBody = z.strictObject({
  amount: optionalAmount,
  currency: currency.optional(),
  withdrawn: optionalAmount,
  funds: z.literal('later').optional(),
  status: z.enum(firstStatuses).optional(),
});
const withdrawBody = z.strictObject({ amount: optionalAmount });
const payoutBody = z.strictObject({
  amount: optionalAmount,
  reconciliation: z.literal('later').optional(),
});
const feeBody = z.strictObject({ amount, description: text(200) });
const endBody = z.strictObject({ status: z.enum(['succeeded', 'failed']) });
const endPayoutBody = z.strictObject({ status: z.enum(['paid', 'failed']) });
const disputeStatusBody = z.strictObject({ status: z.enum(disputeStatuses) });

/**
 * The control page at `/`, and the control API of tests under `/practice`.
 * @param idle resolves when no event is on its way.
 */
export function controlRoutes(
  account: Account,
  keys: IdempotencyKeys,
  idle: () => Promise<void>,
): Hono {
  const { sessions, payments, refunds, disputes, balanceTransactions, payouts } = account;
  const shownSession = (session: SessionRecord) => sessionObject(session, account.origin);
  const app = new Hono()
    .get('/', (context) => sendPage(context, controlPage(account)))
    .route('/practice/settings', account.settings.routes())
    .get('/practice/sessions', () => Response.json(recentSessions(account).map(shownSession)));

  /** Runs `work` in a transaction and responds after one attempt to deliver its events. */
  function action<Body>(
    path: string,
    schema: z.ZodType<Body>,
    work: (body: Body, id: string) => unknown,
  ): void {
    app.post(`/practice/${path}`, async (context) => {
      const body = schema.safeParse(await readBody(context));
      if (!body.success) return context.text(z.prettifyError(body.error), 400);
      try {
        const id = context.req.param('id') ?? '';
        const result = account.transaction(() => work(body.data, id));
        await idle();
        return isForm(context) ? context.redirect('/', 303) : Response.json(result);
      } catch (error) {
        if (error instanceof ApiError) return context.text(error.message, error.status);
        throw error;
      }
    });
  }

  const sessionOf = (id: string) => existing('checkout.session', id, sessions.find(id));
  const paymentOf = (id: string) => {
    const payment = payments.find(sessionOf(id).payment_intent ?? '');
    if (payment === undefined) throw invalidRequest('Nothing has been paid in this session.');
    return payment;
  };
  const disputeOf = (id: string) => existing('dispute', id, disputes.find(id));
  const shownDispute = (dispute: DisputeRecord) => disputeObject(account, dispute);

  action('sessions/forget', noBody, () => {
    const all = [sessions, payments, refunds, disputes, balanceTransactions, payouts];
    for (const each of all) each.clear();
    keys.clear();
    return {};
  });
  action('sessions/:id/expire', noBody, (_, id) => {
    const session = existing('checkout.session', id, readSession(account, id));
    return shownSession(session.status === 'open' ? expireSession(account, session) : session);
  });
  action('sessions/:id/fail', noBody, (_, id) =>
    shownSession(sessions.replace({ ...sessionOf(id), fails: true })),
  );
  action('sessions/:id/bank-debit', endBody, ({ status }, id) =>
    shownSession(settleDebit(account, sessionOf(id), status)),
  );
  action('sessions/:id/refund', refundBody, (body, id) =>
    refundObject(refundPayment(account, paymentOf(id), body)),
  );
  action('refunds/:id/settle', endBody, ({ status }, id) =>
    refundObject(endRefund(account, existing('refund', id, refunds.find(id)), status)),
  );
  action('sessions/:id/dispute', disputeBody, (body, id) =>
    shownDispute(openDispute(account, paymentOf(id), body)),
  );
  action('disputes/:id/withdraw', withdrawBody, (body, id) =>
    shownDispute(withdraw(account, disputeOf(id), body.amount)),
  );
  action('disputes/:id/status', disputeStatusBody, ({ status }, id) =>
    shownDispute(setDisputeStatus(account, disputeOf(id), status)),
  );
  action('sessions/:id/book', noBody, (_, id) => bookPayment(account, paymentOf(id)));
  action('payouts', payoutBody, (body) => payoutObject(payOut(account, body)));
  action('payouts/:id/settle', endPayoutBody, ({ status }, id) =>
    payoutObject(endPayout(account, existing('payout', id, payouts.find(id)), status)),
  );
  action('fees', feeBody, (body) => chargeFee(account, body));
  return app;
}

/** A form is answered with a redirect to the page. */
function isForm(context: Context): boolean {
  return /^application\/x-www-form-urlencoded/i.test(context.req.header('content-type') ?? '');
}

/** Tests may omit the body. */
async function readBody(context: Context): Promise<unknown> {
  if (isForm(context)) return context.req.parseBody();
  const text = await context.req.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
