import type Stripe from 'stripe';
import * as z from 'zod';
import { postPractice } from '../harness/practice-services.ts';
import { CARDS, payByCard } from './card-page.ts';
import { sdkFor } from './practice-stripe.ts';

const Sessions = z.array(
  z.object({ id: z.string(), status: z.string(), payment_status: z.string() }),
);
const Created = z.object({ id: z.string() });

interface LinkPayment {
  amount: number;
  currency: string;
  client_reference_id: string;
  metadata?: Record<string, string>;
}

/** Controls the practice Stripe. Checkouts are identified by their URL. */
export function practiceStripe(origin: string) {
  const sdk = sdkFor(Number(new URL(origin).port));

  const post = (path: string, body: object) => postPractice(origin, path, body);

  async function sessions() {
    return Sessions.parse(await (await fetch(`${origin}/practice/sessions`)).json());
  }

  async function paymentOf(checkoutUrl: string): Promise<string> {
    const session = await sdk.checkout.sessions.retrieve(sessionOf(checkoutUrl));
    return String(session.payment_intent);
  }

  const path = (checkoutUrl: string) => `sessions/${sessionOf(checkoutUrl)}`;

  return {
    /** Pays a payment link of the same account, whose payer chooses the reference. */
    async payByLink({ amount, currency, ...details }: LinkPayment) {
      const { url } = await sdk.checkout.sessions.create({
        mode: 'payment',
        line_items: [
          {
            price_data: { currency, unit_amount: amount, product_data: { name: 'Payment Link' } },
            quantity: 1,
          },
        ],
        success_url: 'https://stripe.com',
        cancel_url: 'https://stripe.com',
        ...details,
      });
      await payByCard(String(url));
    },
    /** Removes all checkouts and what was paid in them. */
    forgetAll: () => post('sessions/forget', {}),
    alwaysFail: (checkoutUrl: string) => post(`${path(checkoutUrl)}/fail`, {}),
    status: async (checkoutUrl: string) =>
      (await sessions()).find(({ id }) => id === sessionOf(checkoutUrl))?.status,
    isPaid: async (checkoutUrl: string) =>
      (await sdk.checkout.sessions.retrieve(sessionOf(checkoutUrl))).payment_status === 'paid',
    openSessions: async () => (await sessions()).filter(({ status }) => status === 'open'),
    /** Completes the checkout with a delayed payment method, which may still fail. */
    async payByBank(checkoutUrl: string) {
      const redirect = await payByCard(checkoutUrl, CARDS.pays, 'bacs_debit');
      if (redirect === null) throw new Error('The card page did not redirect.');
    },
    bankAnswers: (checkoutUrl: string, status: 'succeeded' | 'failed') =>
      post(`${path(checkoutUrl)}/bank-debit`, { status }),
    /** @returns its id. */
    async refund(
      checkoutUrl: string,
      body: { amount?: number; status?: 'pending'; funds?: 'later' },
    ) {
      return Created.parse(await post(`${path(checkoutUrl)}/refund`, body)).id;
    },
    /** Ends a refund, as the customer's bank does. */
    settleRefund: (id: string, status: 'succeeded' | 'failed') =>
      post(`refunds/${id}/settle`, { status }),
    async dispute(
      checkoutUrl: string,
      body: {
        amount?: number;
        currency?: string;
        /** In the payment's currency. */
        withdrawn?: number;
        funds?: 'later';
        status?: 'warning_needs_response' | 'prevented';
      } = {},
    ) {
      return Created.parse(await post(`${path(checkoutUrl)}/dispute`, body)).id;
    },
    /** Takes the money of a dispute with `funds: 'later'`. */
    withdraw: (id: string, amount: number) => post(`disputes/${id}/withdraw`, { amount }),
    setDisputeStatus: (id: string, status: Stripe.Dispute.Status) =>
      post(`disputes/${id}/status`, { status }),
    /** Enters a card payment on the balance, if that is done later. */
    book: (checkoutUrl: string) => post(`${path(checkoutUrl)}/book`, {}),
    /** Pays out what is on the balance. @returns the payout's id. */
    async payOut(body: { amount?: number; reconciliation?: 'later' } = {}) {
      return Created.parse(await post('payouts', body)).id;
    },
    settlePayout: (id: string, status: 'paid' | 'failed') =>
      post(`payouts/${id}/settle`, { status }),
    payouts: () => sdk.payouts.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    /** What a payout contains, itself included. */
    paidOut: (payout: string) =>
      sdk.balanceTransactions.list({ payout, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    chargeFee: (amount: number, description: string) => post('fees', { amount, description }),
    /** Those of the checkout's payment, newest first. */
    refundsOf: async (checkoutUrl: string) => {
      const payment_intent = await paymentOf(checkoutUrl);
      return (await sdk.refunds.list({ payment_intent, limit: 100 })).data;
    },
    /** What the shop's call does, without the shop. */
    refundAs: async (checkoutUrl: string, { id, amount }: { id: string; amount: number }) => {
      const payment_intent = await paymentOf(checkoutUrl);
      return sdk.refunds.create({ payment_intent, amount, metadata: { refund: id } });
    },
    /** What the checkout's payment, its refunds and disputes have moved, in pence. */
    async moved(checkoutUrl: string): Promise<number> {
      const payment_intent = await paymentOf(checkoutUrl);
      const { latest_charge } = await sdk.paymentIntents.retrieve(payment_intent);
      const of = { payment_intent, limit: 100 };
      const sources = [
        ...(await sdk.refunds.list(of)).data.map(({ id }) => id),
        ...(await sdk.disputes.list(of)).data.map(({ id }) => id),
      ];
      let sum = 0;
      for (const source of [String(latest_charge), ...sources]) {
        const { data } = await sdk.balanceTransactions.list({ source, limit: 100 });
        for (const { amount } of data) sum += amount;
      }
      return sum;
    },
    /** All changes of the account's balance in this time. */
    balanceTransactions: (from: string, before: string) =>
      sdk.balanceTransactions
        .list({
          created: { gte: Date.parse(from) / 1000, lt: Date.parse(before) / 1000 },
          limit: 100,
        })
        .autoPagingToArray({ limit: 10_000 }),
    session: (id: string) => sdk.checkout.sessions.retrieve(id),
    metadata: async (checkoutUrl: string) =>
      (await sdk.checkout.sessions.retrieve(sessionOf(checkoutUrl))).metadata ?? {},
    setMetadata: (checkoutUrl: string, metadata: Record<string, string>) =>
      sdk.checkout.sessions.update(sessionOf(checkoutUrl), { metadata }),
  };
}

export function sessionOf(checkoutUrl: string): string {
  return new URL(checkoutUrl, 'http://shop.test').pathname.split('/').at(-1) ?? '';
}
