import { newId, unixTime } from '../identifiers.ts';
import { formatAmount } from '../money.ts';
import { sessionObject } from '../records/session-object.ts';
import { invalidRequest, stripeIsDown } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { mergeMetadata } from './metadata.ts';
import { parseParameters } from './parameters.ts';
import { chooseLine, type Line } from './session-lines.ts';
import { type SessionParameters, sessionParameters } from './session-parameters.ts';

const SHORTEST_S = 30 * 60;
const LONGEST_S = 24 * 60 * 60;

/** Stripe's least charge differs by currency; this is the pound's, in minor units. */
const LEAST_TOTAL = 30;

export const createSession: Endpoint = (account, { parameters }) => {
  if (account.settings.read().api === 'down') throw stripeIsDown();
  const sent = parseParameters(sessionParameters, parameters);
  const created = unixTime(account.now());
  const expires = expiry(sent, created);
  const lines = sent.line_items.map((item, index) => chooseLine(account, item, index));
  const { total, currency } = addUp(lines);

  const session = account.sessions.add({
    id: newId('cs_test'),
    status: 'open',
    payment_status: 'unpaid',
    created,
    expires_at: expires,
    currency,
    amount_total: total,
    line_items: lines.map(({ item }) => item),
    success_url: sent.success_url,
    cancel_url: sent.cancel_url ?? null,
    client_reference_id: sent.client_reference_id ?? null,
    customer_email: sent.customer_email ?? null,
    customer: null,
    metadata: mergeMetadata({}, sent.metadata),
    locale: sent.locale ?? null,
    submit_type: sent.submit_type ?? null,
    custom_text: {
      after_submit: sent.custom_text?.after_submit ?? null,
      shipping_address: sent.custom_text?.shipping_address ?? null,
      submit: sent.custom_text?.submit ?? null,
      terms_of_service_acceptance: sent.custom_text?.terms_of_service_acceptance ?? null,
    },
    phone_number_collection: sent.phone_number_collection?.enabled ?? false,
    payment_intent: null,
    payment_link: null,
    payment_intent_data: {
      description: sent.payment_intent_data?.description ?? null,
      metadata: mergeMetadata({}, sent.payment_intent_data?.metadata),
      receipt_email: sent.payment_intent_data?.receipt_email ?? null,
      statement_descriptor_suffix: sent.payment_intent_data?.statement_descriptor_suffix ?? null,
    },
    awaiting_authentication: null,
    trouble: 'none',
  });
  return sessionObject(session, account.origin);
};

function expiry({ expires_at }: SessionParameters, created: number): number {
  const expires = expires_at ?? created + LONGEST_S;
  if (expires < created + SHORTEST_S) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  if (expires > created + LONGEST_S) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  return expires;
}

function addUp(lines: Line[]): { total: number; currency: string } {
  const [first] = lines;
  if (first === undefined) {
    throw invalidRequest('Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    });
  }
  const { currency } = first;
  if (lines.some((line) => line.currency !== currency)) {
    throw invalidRequest('All line items must have the same currency.', { param: 'line_items' });
  }
  const total = lines.reduce((sum, { item }) => sum + item.amount_total, 0);
  if (total < LEAST_TOTAL) {
    throw invalidRequest(
      `The Checkout Session's total amount due must add up to at least ${formatAmount(LEAST_TOTAL, currency)} ${currency}`,
      { code: 'amount_too_small' },
    );
  }
  return { total, currency };
}
