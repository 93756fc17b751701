import { z } from 'zod';
import type { Account } from '../account.ts';
import { currency, text } from '../api/parameter-types.ts';
import { chooseLine } from '../api/session-lines.ts';
import { newId, unixTime } from '../identifiers.ts';
import { paymentMethodType } from '../records/payment-intent.ts';
import type { SessionRecord } from '../records/session.ts';
import { completeSession } from '../session-lifecycle.ts';

/** What a Payment Link's page shows after the payment when its owner has not said where to lead. */
const AFTER_PAYMENT_LINK = 'https://stripe.com';

export const foreignSession = z.strictObject({
  amount: z.coerce.number().int().min(1).max(99_999_999),
  currency,
  client_reference_id: z
    .preprocess((value) => (value === '' ? undefined : value), text(200).optional())
    .transform((reference) => reference ?? null),
  email: z.string().default('visitor@example.com'),
  metadata: z.record(z.string(), z.string()).default({}),
  method: paymentMethodType.default('card'),
});

/**
 * Completes a session of a Payment Link of the same account. Its events are signed with the same
 * secret as those of the shop's sessions, and its visitor chooses `client_reference_id` in the link's address.
 */
export function completeForeignSession(
  account: Account,
  { amount, email, method, ...chosen }: z.infer<typeof foreignSession>,
): SessionRecord {
  const created = unixTime(account.now());
  const name = 'Payment Link';
  const price_data = { currency: chosen.currency, unit_amount: amount, product_data: { name } };
  const { item } = chooseLine(account, { price_data, quantity: 1 }, 0);
  const session = account.sessions.add({
    ...chosen,
    id: newId('cs_test'),
    status: 'open',
    payment_status: 'unpaid',
    created,
    expires_at: created + 24 * 60 * 60,
    amount_total: amount,
    line_items: [item],
    success_url: AFTER_PAYMENT_LINK,
    cancel_url: AFTER_PAYMENT_LINK,
    customer_email: null,
    customer: null,
    locale: 'auto',
    submit_type: 'auto',
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    phone_number_collection: false,
    payment_intent: null,
    payment_link: newId('plink'),
    payment_intent_data: {
      description: null,
      metadata: {},
      receipt_email: null,
      statement_descriptor_suffix: null,
    },
    awaiting_authentication: null,
    trouble: 'none',
  });
  completeSession(account, session, { email, name: 'A Visitor', phone: null }, method);
  return account.sessions.find(session.id) ?? session;
}
