import type { Kysely } from 'kysely';
import type { WrittenKind } from '#domain/emails/email-kinds.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { EmailTakenBack, EmailWritten, WrittenEmail } from '#server/emails/email-ports.ts';
import { countEvents, recordEvent } from '#server/orders/trail.ts';
import { dbTime } from './db-time.ts';
import { deleteUntried, lockToWrite, waiting } from './plan-emails.ts';
import type { Tables } from './tables.ts';

/** As `Outbox.write`. Call it in a transaction. */
export async function writeEmail(
  trx: Kysely<Tables>,
  { orderId, kind, words, seen, by }: WrittenEmail,
  afterSeconds: number,
): Promise<EmailWritten> {
  if (!(await lockToWrite(trx, orderId))) return 'unknown';
  const count = await countEvents(trx, orderId, 'email-written');
  if (count !== seen) {
    const [last] = await selectWritten(trx, orderId, count).select('words').execute();
    return count === seen + 1 && last?.words === words ? 'unchanged' : 'conflict';
  }
  const email = `${kind} ${count + 1}` as const;
  await trx
    .insertInto('emails')
    .values({
      order_id: orderId,
      kind: email,
      recipient: 'customer',
      words,
      ...waiting(trx),
      not_before: dbTime(trx, afterSeconds),
    })
    .execute();
  const event = { kind: 'email-written', actor: 'staff', personId: by, facts: { email } } as const;
  await recordEvent(trx, [orderId], event);
  return 'written';
}

/** As `Outbox.takeBack`. Call it in a transaction. */
export async function takeBackWritten(
  trx: Kysely<Tables>,
  { orderId, number, by }: { orderId: OrderId; number: number; by: string },
): Promise<EmailTakenBack> {
  if (!(await lockToWrite(trx, orderId))) return 'unknown';
  if (number < 1 || number > (await countEvents(trx, orderId, 'email-written'))) return 'unknown';
  const [email] = await selectWritten(trx, orderId, number).select(['kind', 'attempts']).execute();
  if (!email) return 'unchanged';
  const { numDeletedRows } = await deleteUntried(trx, orderId)
    .where('kind', '=', email.kind)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return 'sent';
  await recordEvent(trx, [orderId], {
    kind: 'email-taken-back',
    actor: 'staff',
    personId: by,
    facts: { email: email.kind },
  });
  return 'taken-back';
}

/** The e-mail of this number that staff have written, unless it was taken back. */
function selectWritten(trx: Kysely<Tables>, orderId: OrderId, number: number) {
  const kinds: WrittenKind[] = ['written', 'missed'];
  return trx
    .selectFrom('emails')
    .where('order_id', '=', orderId)
    .where(
      'kind',
      'in',
      kinds.map((kind) => `${kind} ${number}`),
    );
}
