import { type Context, type Handler, Hono } from 'hono';
import { z } from 'zod';
import { sendPage } from '../../page.ts';
import { isForm, settingsRoutes } from '../../settings.ts';
import type { Account } from '../account.ts';
import type { IdempotencyKeys } from '../api/idempotency.ts';
import { currency, text } from '../api/parameters.ts';
import { ApiError, existing, invalidRequest } from '../api/protocol.ts';
import { disputeStatuses, type PaymentRecord, type SessionRecord } from '../records.ts';
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
const endBody = z.strictObject({ status: z.enum(['succeeded', 'failed']) });
const payoutBody = z.strictObject({
  amount: optionalAmount,
  reconciliation: z.literal('later').optional(),
});
const endPayoutBody = z.strictObject({ status: z.enum(['paid', 'failed']) });
const feeBody = z.strictObject({ amount, description: text(200) });
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
  const { sessions, refunds, disputes, payouts } = account;
  const session = (id: string) => existing('checkout.session', id, sessions.find(id));
  const present = (shown: SessionRecord) => sessionObject(shown, account.origin);

  /** Runs `work` in a transaction and responds after one attempt to deliver its events. */
  function action<Body>(
    schema: z.ZodType<Body>,
    work: (id: string, body: Body) => unknown,
  ): Handler {
    return async (context) => {
      const body = schema.safeParse(await readBody(context));
      if (!body.success) return context.text(z.prettifyError(body.error), 400);
      try {
        const id = context.req.param('id') ?? '';
        const result = account.transaction(() => work(id, body.data));
        await sender.idle();
        return isForm(context) ? context.redirect('/', 303) : Response.json(result);
      } catch (error) {
        if (error instanceof ApiError) return context.text(error.message, error.status);
        throw error;
      }
    };
  }

  const forgeEvent = async (context: Context) => {
    const body = eventBody.safeParse(await context.req.json().catch(() => undefined));
    if (!body.success) return context.text(z.prettifyError(body.error), 400);
    return Response.json({ result: await sender.send(body.data) });
  };

  return new Hono()
    .get('/', (context) => sendPage(context, controlPage(account)))
    .route('/practice/settings', settingsRoutes(account.settings))
    .get('/practice/sessions', () => Response.json(recentSessions(account).map(summary)))
    .post('/practice/events', forgeEvent)
    .post(
      '/practice/foreign-sessions',
      action(foreignSessionBody, (_, body) => present(completeForeignSession(account, body))),
    )
    .post(
      '/practice/sessions/forget',
      action(noBody, () => {
        for (const each of [sessions, account.payments, refunds, disputes]) each.clear();
        account.balanceTransactions.clear();
        account.payouts.clear();
        keys.forget();
        return {};
      }),
    )
    .post(
      '/practice/sessions/:id/expire',
      action(noBody, (id) => {
        const current = existing('checkout.session', id, readSession(account, id));
        return present(current.status === 'open' ? expireSession(account, current) : current);
      }),
    )
    .post(
      '/practice/sessions/:id/forget',
      action(noBody, (id) => {
        forgetSession(account, session(id));
        keys.forget(id);
        return {};
      }),
    )
    .post(
      '/practice/sessions/:id/fail',
      action(noBody, (id) => present(sessions.replace({ ...session(id), fails: true }))),
    )
    .post(
      '/practice/sessions/:id/bank-debit',
      action(endBody, (id, { status }) => present(settleDebit(account, session(id), status))),
    )
    .post(
      '/practice/sessions/:id/refund',
      action(refundBody, (id, body) =>
        refundObject(refundPayment(account, paymentOf(account, session(id)), body)),
      ),
    )
    .post(
      '/practice/refunds/:id/settle',
      action(endBody, (id, { status }) =>
        refundObject(endRefund(account, existing('refund', id, refunds.find(id)), status)),
      ),
    )
    .post(
      '/practice/sessions/:id/dispute',
      action(disputeBody, (id, body) =>
        disputeObject(account, openDispute(account, paymentOf(account, session(id)), body)),
      ),
    )
    .post(
      '/practice/sessions/:id/book',
      action(noBody, (id) => bookPayment(account, paymentOf(account, session(id)))),
    )
    .post(
      '/practice/payouts',
      action(payoutBody, (_, body) => payoutObject(payOut(account, body))),
    )
    .post(
      '/practice/payouts/:id/settle',
      action(endPayoutBody, (id, { status }) =>
        payoutObject(endPayout(account, existing('payout', id, payouts.find(id)), status)),
      ),
    )
    .post(
      '/practice/fees',
      action(feeBody, (_, body) => chargeFee(account, body)),
    )
    .post(
      '/practice/disputes/:id/withdraw',
      action(withdrawBody, (id, { amount }) =>
        disputeObject(
          account,
          withdraw(account, existing('dispute', id, disputes.find(id)), amount),
        ),
      ),
    )
    .post(
      '/practice/disputes/:id/status',
      action(disputeStatusBody, (id, { status }) =>
        disputeObject(
          account,
          setDisputeStatus(account, existing('dispute', id, disputes.find(id)), status),
        ),
      ),
    );
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

function paymentOf(account: Account, { payment_intent }: SessionRecord): PaymentRecord {
  const payment = payment_intent === null ? undefined : account.payments.find(payment_intent);
  if (payment === undefined) throw invalidRequest('Nothing has been paid in this session.');
  return payment;
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
