import { z } from 'zod';
import type { Condition } from '../../store.ts';
import { type Account, formatAmount, newId, unixTime } from '../account.ts';
import { createdWithin, listCollection, pageParameters } from '../api/lists.ts';
import {
  email,
  flag,
  integer,
  list,
  mergeMetadata,
  metadata,
  noParameters,
  oneOf,
  parseParameters,
  text,
  timeRange,
  unsettable,
  webUrl,
} from '../api/parameters.ts';
import { type Endpoint, existing, invalidRequest, serverError } from '../api/protocol.ts';
import type { SessionRecord } from '../records.ts';
import { createLine, type Line, lineItemParameters, lineItemsPage } from './line-items.ts';
import { expireOverdueSessions, expireSession, readSession } from './session-lifecycle.ts';
import { sessionObject } from './session-object.ts';

const MAX_LINE_ITEMS = 100;
const MAX_LIFETIME_S = 24 * 60 * 60;
const MIN_LIFETIME_S = 30 * 60;
/** Stripe's minimum charge depends on the currency; this is the one of the pound, in minor units. */
const MIN_TOTAL = 30;

const customMessage = unsettable(z.strictObject({ message: text(1_200) })).optional();

const creation = z.strictObject({
  mode: oneOf(['payment']),
  ui_mode: oneOf(['hosted_page']).optional(),
  line_items: list(lineItemParameters, MAX_LINE_ITEMS),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  client_reference_id: text(200).optional(),
  customer_email: email.optional(),
  expires_at: integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }).optional(),
  locale: text().optional(),
  metadata: metadata.optional(),
  submit_type: oneOf(['auto', 'book', 'donate', 'pay']).optional(),
  custom_text: z
    .strictObject({
      after_submit: customMessage,
      shipping_address: customMessage,
      submit: customMessage,
      terms_of_service_acceptance: customMessage,
    })
    .optional(),
  payment_intent_data: z
    .strictObject({
      description: text(1_000).optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  phone_number_collection: z.strictObject({ enabled: flag }).optional(),
  adaptive_pricing: z.strictObject({ enabled: flag.optional() }).optional(),
});
const change = z.strictObject({ metadata: metadata.optional() });
const listing = z.strictObject({
  ...pageParameters,
  created: timeRange.optional(),
  payment_intent: text().optional(),
  payment_link: text().optional(),
  status: oneOf(['complete', 'expired', 'open']).optional(),
});

export const createSession: Endpoint = (account, { parameters }) => {
  if (account.settings.read().api === 'down') throw serverError();
  const { line_items, ...details } = parseParameters(creation, parameters);
  const lines = line_items.map((item, index) => createLine(account, item, index));
  checkLines(lines);
  if (account.settings.read().payment_methods === 'none') throw noPaymentMethods();
  return sessionObject(addSession(account, lines, details), account.origin);
};

type SessionDetails = Omit<z.infer<typeof creation>, 'line_items' | 'mode' | 'ui_mode'>;

export function addSession(
  account: Account,
  lines: Line[],
  { custom_text: text, payment_intent_data: payment, ...details }: SessionDetails,
): SessionRecord {
  const created = unixTime(account.now());
  return account.sessions.add({
    id: newId('cs_test'),
    status: 'open',
    payment_status: 'unpaid',
    created,
    expires_at: expiry(details.expires_at, created),
    currency: lines[0]?.currency ?? '',
    amount_total: totalOf(lines),
    line_items: lines.map(({ item }) => item),
    success_url: details.success_url,
    cancel_url: details.cancel_url ?? null,
    client_reference_id: details.client_reference_id ?? null,
    customer_email: details.customer_email ?? null,
    customer: null,
    metadata: mergeMetadata({}, details.metadata),
    locale: details.locale ?? null,
    submit_type: details.submit_type ?? null,
    custom_text: {
      after_submit: text?.after_submit ?? null,
      shipping_address: text?.shipping_address ?? null,
      submit: text?.submit ?? null,
      terms_of_service_acceptance: text?.terms_of_service_acceptance ?? null,
    },
    phone_number_collection: details.phone_number_collection?.enabled ?? false,
    adaptive_pricing: details.adaptive_pricing?.enabled ?? true,
    payment_intent: null,
    payment_link: null,
    payment_intent_data: {
      description: payment?.description ?? null,
      metadata: mergeMetadata({}, payment?.metadata),
    },
    awaiting_authentication: null,
    trouble: 'none',
  });
}

export const retrieveSession: Endpoint = (account, { id, parameters }) => {
  parseParameters(noParameters, parameters);
  return sessionObject(reachable(account, id), account.origin);
};

export const updateSession: Endpoint = (account, { id, parameters }) => {
  const session = reachable(account, id);
  const sent = parseParameters(change, parameters);
  const changed = account.sessions.replace({
    ...session,
    metadata: mergeMetadata(session.metadata, sent.metadata),
  });
  return sessionObject(changed, account.origin);
};

export const expireSessionByRequest: Endpoint = (
  account,
  { id, parameters, requestId, idempotencyKey },
) => {
  parseParameters(noParameters, parameters);
  const session = reachable(account, id);
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  const cause = { id: requestId, idempotency_key: idempotencyKey };
  return sessionObject(expireSession(account, session, cause), account.origin);
};

export const listSessionLineItems: Endpoint = (account, { id, parameters }) => {
  const page = parseParameters(z.strictObject(pageParameters), parameters);
  return lineItemsPage(account, reachable(account, id), page);
};

export const listSessions: Endpoint = (account, { parameters }) => {
  const { created, payment_intent, payment_link, status, ...page } = parseParameters(
    listing,
    parameters,
  );
  expireOverdueSessions(account);
  const where: Condition<SessionRecord>[] = createdWithin(created);
  if (payment_intent !== undefined) where.push({ field: 'payment_intent', is: payment_intent });
  if (payment_link !== undefined) where.push({ field: 'payment_link', is: payment_link });
  if (status !== undefined) where.push({ field: 'status', is: status });
  return listCollection(account.sessions, page, {
    kind: 'checkout.session',
    url: '/v1/checkout/sessions',
    where,
    present: (session) => sessionObject(session, account.origin),
  });
};

/** @throws ApiError 404 for an unknown session, 500 for one whose `trouble` says so. */
function reachable(account: Account, id: string): SessionRecord {
  const session = existing('checkout.session', id, readSession(account, id));
  if (session.trouble === 'error-500') throw serverError();
  return session;
}

function expiry(sent: number | undefined, created: number): number {
  const expires = sent ?? created + MAX_LIFETIME_S;
  if (expires < created + MIN_LIFETIME_S) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  if (expires > created + MAX_LIFETIME_S) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  return expires;
}

/** @throws ApiError for no lines, several currencies, or a total below the minimum charge. */
function checkLines(lines: Line[]): void {
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
  if (totalOf(lines) < MIN_TOTAL) {
    throw invalidRequest(
      `The Checkout Session's total amount due must add up to at least ${formatAmount(MIN_TOTAL, currency)} ${currency}`,
      { code: 'amount_too_small' },
    );
  }
}

function noPaymentMethods() {
  return invalidRequest(
    'No valid payment method types for this Checkout Session. Please ensure that you have activated payment methods compatible with your chosen currency in your dashboard (https://dashboard.stripe.com/settings/payment_methods).',
  );
}

function totalOf(lines: Line[]): number {
  return lines.reduce((sum, { item }) => sum + item.amount_total, 0);
}
