import type { Kysely } from 'kysely';
import type { OrderId } from '#domain/orders/order.ts';
import { readableLines, WRITTEN_MAX } from '#domain/orders/plain-text.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { countEvents, recordEvent } from '#server/orders/trail.ts';
import type { Shop } from '#server/shop.ts';
import { deleteUntried, lockOrderWithEmail, planEmails } from './queue.ts';

/** What staff write to the customer of an order. */
interface WrittenEmail {
  orderId: OrderId;
  /** `missed`: the customer has not come. */
  kind: 'written' | 'missed';
  words: string;
  /** How many had been written about the order when the screen was shown. */
  seen: number;
  /** The person's id. */
  by: string;
}

/**
 * `unchanged`: the same form was sent before. `conflict`: another has been written meanwhile. `unknown`: the order
 * has no address, or was anonymised.
 */
export type EmailWritten = 'written' | 'unchanged' | 'conflict' | 'unknown' | { problem: string };

/** Sends the e-mail after the time in which it can be taken back. Idempotent. */
export async function writeEmail(
  { db, log }: Shop,
  { orderId, kind, words: typed, seen, by }: WrittenEmail,
): Promise<EmailWritten> {
  const words = readableLines(typed).join('\n').trim();
  if (words === '') return { problem: 'Please write something.' };
  const { length } = [...words];
  if (length > WRITTEN_MAX) {
    return { problem: `This has ${length} characters, and ${WRITTEN_MAX} fit. Make it shorter.` };
  }
  const result = await db.transaction().execute(async (trx) => {
    if (!(await lockOrderWithEmail(trx, orderId))) return 'unknown';
    const count = await countEvents(trx, orderId, 'email-written');
    if (count !== seen) {
      const last = await findWritten(trx, orderId, count);
      return count === seen + 1 && last?.words === words ? 'unchanged' : 'conflict';
    }
    const email = `${kind} ${count + 1}` as const;
    const notBefore = dbTime(trx, UNDO_SECONDS);
    await planEmails(trx, orderId, [{ kind: email, notBefore, words }]);
    const event = { kind: 'email-written', actor: 'staff', facts: { email } } as const;
    await recordEvent(trx, [orderId], { ...event, personId: by });
    return 'written';
  });
  if (result === 'written') log.info({ orderId, kind }, 'e-mail to a customer written');
  return result;
}

/**
 * Takes an e-mail back that staff have written, unless it was sent or is on its way.
 * @param written of the order: its number, from 1, and the person's id.
 */
export async function takeBackEmail(
  { db, log }: Shop,
  { orderId, number, by }: { orderId: OrderId; number: number; by: string },
): Promise<'taken-back' | 'unchanged' | 'sent' | 'unknown'> {
  const result = await db.transaction().execute(async (trx) => {
    if (!(await lockOrderWithEmail(trx, orderId))) return 'unknown';
    if (number < 1 || number > (await countEvents(trx, orderId, 'email-written'))) return 'unknown';
    const email = await findWritten(trx, orderId, number);
    if (!email) return 'unchanged';
    const { numDeletedRows } = await deleteUntried(trx, orderId)
      .where('kind', '=', email.kind)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return 'sent';
    const event = {
      kind: 'email-taken-back',
      actor: 'staff',
      facts: { email: email.kind },
    } as const;
    await recordEvent(trx, [orderId], { ...event, personId: by });
    return 'taken-back';
  });
  if (result === 'taken-back') log.info({ orderId }, 'e-mail to a customer taken back');
  return result;
}

/** The e-mail of this number that staff have written, unless it was taken back. */
function findWritten(trx: Kysely<Tables>, orderId: OrderId, number: number) {
  return trx
    .selectFrom('emails')
    .select(['kind', 'words'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', [`written ${number}`, `missed ${number}`])
    .executeTakeFirst();
}
