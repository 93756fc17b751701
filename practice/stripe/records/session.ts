import { z } from 'zod';

const metadata = z.record(z.string(), z.string());
const customText = z.object({ message: z.string() }).nullable();

const lineItem = z.object({
  id: z.string(),
  description: z.string(),
  price: z.string(),
  quantity: z.number().int(),
  amount_total: z.number().int(),
});

const payer = z.object({
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
});

export const sessionTroubles = ['none', 'error-500'] as const;

/** What is remembered of a checkout session; `session-object.ts` turns it into what the API shows. */
export const sessionRecord = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid']),
  created: z.number(),
  expires_at: z.number(),
  currency: z.string(),
  amount_total: z.number().int(),
  line_items: z.array(lineItem),
  success_url: z.string(),
  cancel_url: z.string().nullable(),
  client_reference_id: z.string().nullable(),
  customer_email: z.string().nullable(),
  customer: payer.nullable(),
  metadata,
  locale: z.string().nullable(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).nullable(),
  custom_text: z.object({
    after_submit: customText,
    shipping_address: customText,
    submit: customText,
    terms_of_service_acceptance: customText,
  }),
  phone_number_collection: z.boolean(),
  payment_intent: z.string().nullable(),
  /** The Payment Link the session was opened with; null when it was opened through the API. */
  payment_link: z.string().nullable().default(null),
  payment_intent_data: z.object({
    description: z.string().nullable(),
    metadata,
    receipt_email: z.string().nullable(),
    statement_descriptor_suffix: z.string().nullable(),
  }),
  /** Who pays once the bank's authentication step is passed; null while no card has asked for one. */
  awaiting_authentication: payer.nullable(),
  /** What goes wrong with every API request for this session. */
  trouble: z.enum(sessionTroubles).default('none'),
});

export type SessionRecord = z.infer<typeof sessionRecord>;
export type LineItemRecord = z.infer<typeof lineItem>;
export type Payer = z.infer<typeof payer>;

/** Where a customer who paid is sent: the shop's address with this session's id in it. */
export function successUrl(session: SessionRecord): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
