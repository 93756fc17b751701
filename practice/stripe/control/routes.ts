import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { sendPage } from '../../page.ts';
import { isForm, settingsRoutes } from '../../settings.ts';
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
import { balanceTransactionsOf, disputesOf, refundsOf } from '../resources/payments.ts';
import { chargeFee, endPayout, payOut, payoutObject } from '../resources/payouts.ts';
import { endRefund, refundObject, refundPayment } from '../resources/refunds.ts';
import {
  bookPayment,
  completeSession,
  expireSession,
  readSession,
  sessionObject,
  settleDebit,
} from '../resources/session-lifecycle.ts';
import { addSession } from '../resources/sessions.ts';
import type { Sender } from '../webhooks.ts';
import { controlPage, recentSessions, summary } from './control-page.ts';

/** Stripe's page after a Payment Link's payment when no other is configured. */
const AFTER_PAYMENT_LINK = 'https://stripe.com';

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
const foreignSessionBody = z.strictObject({
  amount,
  currency,
  client_reference_id: text(200).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});
const eventBody = z.looseObject({
  type: z.string(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/** The control page at `/`, and the control API of tests under `/practice`. */
export function controlRoutes(account: Account, sender: Sender, keys: IdempotencyKeys): Hono {
  const { sessions, payments, refunds, disputes, balanceTransactions, payouts } = account;
  const app = new Hono()
    .get('/', (context) => sendPage(context, controlPage(account)))
    .route('/practice/settings', settingsRoutes(account.settings))
    .get('/practice/sessions', () => Response.json(recentSessions(account).map(summary)))
    .post('/practice/events', async (context) => {
      const body = eventBody.safeParse(await context.req.json().catch(() => undefined));
      if (!body.success) return context.text(z.prettifyError(body.error), 400);
      return Response.json({ result: await sender.send(body.data) });
    });

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
        await sender.idle();
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
  const shownSession = (session: SessionRecord) => sessionObject(session, account.origin);
  const shownDispute = (dispute: DisputeRecord) => disputeObject(account, dispute);

  action('foreign-sessions', foreignSessionBody, (body) =>
    shownSession(completeForeignSession(account, body)),
  );
  action('sessions/forget', noBody, () => {
    const all = [sessions, payments, refunds, disputes, balanceTransactions, payouts];
    for (const each of all) each.clear();
    keys.forget();
    return {};
  });
  action('sessions/:id/expire', noBody, (_, id) => {
    const session = existing('checkout.session', id, readSession(account, id));
    return shownSession(session.status === 'open' ? expireSession(account, session) : session);
  });
  action('sessions/:id/forget', noBody, (_, id) => {
    forgetSession(account, sessionOf(id));
    keys.forget(id);
    return {};
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

/**
 * Completes a session of a Payment Link of the same account. Its events have the same signature as
 * those of the shop's sessions, and the visitor chooses `client_reference_id` in the link's URL.
 */
function completeForeignSession(
  account: Account,
  { amount, currency, ...details }: z.infer<typeof foreignSessionBody>,
): SessionRecord {
  const item = { description: 'Payment Link', quantity: 1, amount_total: amount };
  const urls = { success_url: AFTER_PAYMENT_LINK, cancel_url: AFTER_PAYMENT_LINK };
  const session = addSession(account, [{ item, currency }], { ...details, ...urls });
  const payer = { email: 'visitor@example.com', method: 'card', last4: '4242' } as const;
  return completeSession(account, session, payer);
}

function forgetSession(account: Account, { id, payment_intent }: SessionRecord): void {
  account.sessions.remove(id);
  if (payment_intent === null) return;
  const refunds = refundsOf(account, payment_intent).map((refund) => refund.id);
  const disputes = disputesOf(account, payment_intent).map((dispute) => dispute.id);
  const charge = account.payments.find(payment_intent)?.charge ?? '';
  for (const source of [charge, ...refunds, ...disputes]) {
    for (const moved of balanceTransactionsOf(account, source)) {
      account.balanceTransactions.remove(moved.id);
    }
  }
  for (const refund of refunds) account.refunds.remove(refund);
  for (const dispute of disputes) account.disputes.remove(dispute);
  account.payments.remove(payment_intent);
}
