import type { Kysely } from 'kysely';
import { CUSTOMER_FIELD_NAMES } from '#domain/orders/customer-details.ts';
import type { Customer } from '#domain/orders/order.ts';
import type { PlannedEmail } from '#server/emails/kinds.ts';
import { isWaiting, planEmails, requeueEmails } from '#server/emails/queue.ts';
import type { ContactCorrected, ContactCorrection } from '#server/orders/correct-contact.ts';
import { closeProblem, problemKey } from '#server/orders/problems.ts';
import { recordEvent } from '#server/orders/trail.ts';
import { dbTime } from './db-time.ts';
import { lockBookedOrder } from './order-statements.ts';
import { updateSearchText } from './search-texts.ts';
import type { Tables } from './tables.ts';

/** Call it in a transaction. */
export async function correctContact(
  trx: Kysely<Tables>,
  { orderId, from, to, by }: ContactCorrection,
  emails: PlannedEmail[],
): Promise<ContactCorrected> {
  const current = await lockBookedOrder(trx, orderId)
    // Cancelled ones too: their customers get e-mails about refunds.
    .select(CUSTOMER_FIELD_NAMES)
    .executeTakeFirst();
  if (!current) return 'unknown';
  const fields = CUSTOMER_FIELD_NAMES.filter(
    (field) => to[field] !== from[field] && to[field] !== current[field],
  );
  const conflict: Partial<Customer> = {};
  for (const field of fields) {
    if (current[field] !== from[field]) conflict[field] = current[field];
  }
  if (Object.keys(conflict).length > 0) return { conflict };
  if (fields.length === 0) return 'unchanged';

  const corrected: Customer = { ...current };
  for (const field of fields) corrected[field] = to[field];
  await trx
    .updateTable('orders')
    .set({ ...corrected, ...(fields.includes('email') && { email_refused: 0 }) })
    .where('id', '=', orderId)
    .execute();
  await updateSearchText(trx, orderId);
  const event = { kind: 'contact-corrected', actor: 'staff', personId: by } as const;
  await recordEvent(trx, [orderId], { ...event, facts: { fields } });
  if (!fields.includes('email')) return 'corrected';

  if (to.email === '') {
    await trx
      .updateTable('emails')
      .set({ dropped_at: dbTime(trx), last_error: 'no address' })
      .where('order_id', '=', orderId)
      .where('recipient', '=', 'customer')
      .where(isWaiting)
      .execute();
    return 'corrected';
  }
  const problem = problemKey({ kind: 'customer-not-reached', subject: orderId });
  await closeProblem({ db: trx }, problem);
  await planEmails(trx, orderId, emails);
  const requeued = await requeueEmails(trx, orderId, 'customer', emails[0]?.kind).execute();
  return requeued.length > 0 || emails.length > 0 ? 'emailed' : 'corrected';
}
