import type { Kysely } from 'kysely';
import type { OrderId } from '#domain/orders/order.ts';
import { WRITTEN_MAX } from '#domain/orders/plain-text.ts';
import { readText } from '#domain/orders/readable-lines.ts';
import type { Tables } from '#server/db/tables.ts';
import { actorOf, eventsOf, eventsSince, recordEvent } from '#server/orders/trail.ts';
import type { Shop } from '#server/shop.ts';
import { deleteUntried, lockOrderWithEmail, planEmails } from './queue.ts';

/** What staff write to the customer of an order. */
interface WrittenEmail {
  orderId: OrderId;
  /** `missed`: the customer has not come. */
  kind: 'written' | 'missed';
  words: string;
  /** Of the order as the screen showed it. */
  version: number;
  /** The person's id. */
  by: string;
}

/**
 * `unchanged`: the same form was sent before. `conflict`: another has been written meanwhile. `unknown`: the order
 * has no address, or was anonymised.
 */
export type EmailWritten = 'written' | 'unchanged' | 'conflict' | 'unknown' | { problem: string };

/** What is wrong with a text of staff to a customer. @param words from `readText`. */
export function writtenProblem(words: string): string | undefined {
  if (words === '') return 'Please write something.';
  const { length } = [...words];
  if (length <= WRITTEN_MAX) return undefined;
  return `This has ${length} characters, and ${WRITTEN_MAX} fit. Make it shorter.`;
}

/** Sends the e-mail after the time in which it can be taken back. Idempotent. */
export async function writeEmail(
  { db, log }: Shop,
  { orderId, kind, words: typed, version, by }: WrittenEmail,
): Promise<EmailWritten> {
  const words = readText(typed);
  const problem = writtenProblem(words);
  if (problem) return { problem };
  const result = await db.transaction().execute(async (trx) => {
    if (!(await lockOrderWithEmail(trx, orderId))) return 'unknown';
    const [first, ...others] = await eventsSince(trx, orderId, version, ['email-written']);
    if (first) {
      const written = await findEmail(trx, orderId, first.facts.email);
      return others.length === 0 && written?.words === words ? 'unchanged' : 'conflict';
    }
    const { length: count } = await eventsOf(trx, orderId, ['email-written']);
    const email = `${kind} ${count + 1}` as const;
    await planEmails(trx, orderId, [{ kind: email, isUndoable: true, words }]);
    await recordEvent(trx, [orderId], { kind: 'email-written', ...actorOf(by), facts: { email } });
    return 'written';
  });
  if (result === 'written') log.info({ orderId, kind }, 'e-mail to a customer written');
  return result;
}

/** Takes an e-mail back that staff have written (`email-written`), unless it was sent or is on its way. */
export async function takeBackEmail(
  { db, log }: Shop,
  { orderId, email, by }: { orderId: OrderId; email: string; by: string },
): Promise<'taken-back' | 'unchanged' | 'sent' | 'unknown'> {
  const result = await db.transaction().execute(async (trx) => {
    if (!(await lockOrderWithEmail(trx, orderId))) return 'unknown';
    if (!(await findEmail(trx, orderId, email))) return 'unchanged';
    const { numDeletedRows } = await deleteUntried(trx, orderId)
      .where('kind', '=', email)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return 'sent';
    await recordEvent(trx, [orderId], {
      kind: 'email-taken-back',
      ...actorOf(by),
      facts: { email },
    });
    return 'taken-back';
  });
  if (result === 'taken-back') log.info({ orderId }, 'e-mail to a customer taken back');
  return result;
}

/** Undefined once it was taken back. */
function findEmail(trx: Kysely<Tables>, orderId: OrderId, kind: string) {
  return trx
    .selectFrom('emails')
    .select('words')
    .where('about', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}
