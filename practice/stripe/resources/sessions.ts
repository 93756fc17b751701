import { z } from 'zod';
import { type Account, formatAmount, newId, unixTime } from '../account.ts';
import { listOf } from '../api/lists.ts';
import {
  currency,
  email,
  flag,
  integer,
  list,
  metadata,
  noParameters,
  parseParameters,
  text,
  unitAmount,
  webUrl,
} from '../api/parameters.ts';
import { type Endpoint, existing, invalidRequest, noSuch, serverError } from '../api/protocol.ts';
import type { LineItemRecord, SessionRecord } from '../records.ts';
import { productData } from './prices.ts';
import {
  expireOverdueSessions,
  expireSession,
  readSession,
  sessionObject,
} from './session-lifecycle.ts';

const MAX_LINE_ITEMS = 100;
const MAX_LIFETIME_S = 24 * 60 * 60;
const MIN_LIFETIME_S = 30 * 60;
/** Stripe's minimum charge depends on the currency; this is the one of the pound, in minor units. */
const MIN_TOTAL = 30;

const lineItem = z.strictObject({
  price: text().optional(),
  price_data: z
    .strictObject({ currency, product_data: productData, unit_amount: unitAmount })
    .optional(),
  quantity: integer({ minimum: 1, maximum: 999_999 }),
});
const creation = z.strictObject({
  mode: z.enum(['payment']),
  line_items: list(lineItem, MAX_LINE_ITEMS),
  success_url: webUrl,
  cancel_url: webUrl,
  client_reference_id: text(200).optional(),
  customer_email: email.optional(),
  expires_at: integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }).optional(),
  metadata: metadata.optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: text(1_200) }) }).optional(),
  payment_intent_data: z.strictObject({ metadata }).optional(),
  adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
});
const change = z.strictObject({ metadata });
export const createSession: Endpoint = (account, { parameters }) => {
  if (account.settings.read().api === 'down') throw serverError();
  const { line_items, ...details } = parseParameters(creation, parameters);
  const lines = line_items.map((item, index) => createLine(account, item, `line_items[${index}]`));
  checkLines(lines);
  if (account.settings.read().payment_methods === 'none') throw noPaymentMethods();
  return sessionObject(addSession(account, lines, details), account.origin);
};

interface Line {
  item: LineItemRecord;
  currency: string;
}

/** @param param names the line in error messages. */
function createLine(
  account: Account,
  { price: id, price_data: data, quantity }: z.infer<typeof lineItem>,
  param: string,
): Line {
  if ((id === undefined) === (data === undefined)) {
    throw invalidRequest('You must provide either price or price_data for each line item.', {
      param,
    });
  }
  const { name, unit_amount, currency } = data
    ? { ...data, ...data.product_data }
    : pricedProduct(account, id ?? '', `${param}[price]`);
  return { item: { description: name, quantity, amount_total: unit_amount * quantity }, currency };
}

function pricedProduct(account: Account, id: string, param: string) {
  const price = account.prices.find(id);
  if (price === undefined) throw noSuch('price', id, param);
  if (!price.active) {
    throw invalidRequest(
      'The price specified is inactive. This field only accepts active prices.',
      { param },
    );
  }
  const product = account.products.find(price.product);
  return { ...price, name: product?.name ?? '' };
}

type SessionDetails = Omit<z.infer<typeof creation>, 'line_items' | 'mode'>;

function addSession(account: Account, lines: Line[], details: SessionDetails): SessionRecord {
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
    cancel_url: details.cancel_url,
    client_reference_id: details.client_reference_id ?? null,
    customer_email: details.customer_email ?? null,
    payer_email: null,
    metadata: details.metadata ?? {},
    submit_message: details.custom_text?.submit.message ?? null,
    adaptive_pricing: details.adaptive_pricing?.enabled ?? true,
    payment_metadata: details.payment_intent_data?.metadata ?? {},
    payment_intent: null,
    fails: false,
  });
}

export const retrieveSession: Endpoint = (account, { id, parameters }) => {
  parseParameters(noParameters, parameters);
  return sessionObject(reachable(account, id), account.origin);
};

/** Changes single keys of the metadata. */
export const updateSession: Endpoint = (account, { id, parameters }) => {
  const session = reachable(account, id);
  const sent = parseParameters(change, parameters);
  const metadata = { ...session.metadata, ...sent.metadata };
  return sessionObject(account.sessions.replace({ ...session, metadata }), account.origin);
};

export const expireSessionByRequest: Endpoint = (account, { id, parameters }) => {
  parseParameters(noParameters, parameters);
  const session = reachable(account, id);
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return sessionObject(expireSession(account, session), account.origin);
};

const listed = listOf(({ sessions }: Account) => sessions, {
  kind: 'checkout.session',
  url: '/v1/checkout/sessions',
  present: ({ origin }, session) => sessionObject(session, origin),
  filters: ['payment_intent', 'status'],
});

export const listSessions: Endpoint = (account, request) => {
  expireOverdueSessions(account);
  return listed(account, request);
};

/** @throws ApiError 404 for an unknown session, 500 for one that fails. */
function reachable(account: Account, id: string): SessionRecord {
  const session = existing('checkout.session', id, readSession(account, id));
  if (session.fails) throw serverError();
  return session;
}

function expiry(sent: number | undefined, created: number): number {
  const expires = sent ?? created + MAX_LIFETIME_S;
  if (expires < created + MIN_LIFETIME_S || expires > created + MAX_LIFETIME_S) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  return expires;
}

/** @throws ApiError for several currencies, or a total below the minimum charge. */
function checkLines(lines: Line[]): void {
  const currency = lines[0]?.currency ?? '';
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
