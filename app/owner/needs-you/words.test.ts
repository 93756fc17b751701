import { expect, test } from 'vitest';
import type { IncidentFacts, OwnerIncident } from '#server/orders/incidents.ts';
import { factsInWords } from './words.ts';

const CHECKOUT = 'cs_test_a1B2c3';

/** The kind, the facts that the code which raises it writes, and what the owner reads. */
const CASES: [string, IncidentFacts, string][] = [
  [
    'payment-mismatch',
    { checkout: CHECKOUT, amount: 4200, currency: 'gbp', mode: 'payment', wanted: 4850 },
    'paid £42 · the order asks for £48.50',
  ],
  [
    'payment-mismatch',
    { checkout: CHECKOUT, reason: 'replaced', by: 'an id' },
    'a later attempt replaced this order',
  ],
  ['payment-without-order', { checkout: CHECKOUT, amount: 4800, currency: 'eur' }, 'paid €48.00'],
  [
    'payment-without-order',
    { checkout: CHECKOUT, amount: 100, currency: 'jpy' },
    'paid 100 jpy, as Stripe counts it',
  ],
  [
    'dispute',
    { dispute: 'dp_1A', amount: 5760, currency: 'eur', answerBy: 'unknown' },
    '€57.60 · the date is at Stripe',
  ],
  [
    'payment-unsettled',
    { checkout: CHECKOUT, reason: 'unknown-checkout' },
    'code unknown-checkout',
  ],
  ['payment-unsettled', { reason: 'refused', code: 'no_access' }, 'code refused no_access'],
  ['late-payment', { checkout: CHECKOUT }, ''],
  [
    'dispute',
    { dispute: 'dp_1A', amount: 4800, answerBy: 'unknown' },
    '£48 · the date is at Stripe',
  ],
  [
    'dispute',
    { dispute: 'dp_1A', amount: 4800, answerBy: '2020-01-31T23:59:59.000Z' },
    '£48 · answer by Friday 31 January 2020',
  ],
  ['refund-failed', { amount: 1000, reason: 'charge_refunded' }, '£10 · code charge_refunded'],
  [
    'payout-failed',
    { payout: 'po_1A', amount: 31_240, reason: 'account_closed' },
    '£312.40 · code account_closed',
  ],
  [
    'customer-not-reached',
    { email: 'confirmation', reason: 'EENVELOPE' },
    'Confirmation to the customer · code EENVELOPE',
  ],
  ['emails-failing', { emails: 1, reason: 'status 500' }, '1 e-mail waits · code status 500'],
  ['emails-failing', { emails: 2, reason: 'status 403' }, '2 e-mails wait · code status 403'],
];

test.each(CASES)('the owner reads what helps with %s %j', (kind, facts, words) => {
  expect(factsInWords(incident(kind, facts, true))).toBe(words);
});

test('without a link to Stripe the owner reads the id of the payment', () => {
  expect(factsInWords(incident('late-payment', { checkout: CHECKOUT }, false))).toBe(
    `checkout ${CHECKOUT}`,
  );
});

function incident(kind: string, facts: IncidentFacts, isAtStripe: boolean): OwnerIncident {
  return {
    key: `${kind} 1`,
    kind,
    facts,
    orderId: null,
    raisedAt: '2020-01-01T00:00:00.000Z',
    title: '',
    advice: '',
    remedies: isAtStripe ? [{ action: 'open-at-stripe', url: 'https://stripe.example' }] : [],
  };
}
