import { readText } from '#domain/orders/readable-lines.ts';
import { isOver, isReply } from '#domain/requests/request.ts';
import { REPLY_MAX, textProblem } from '#domain/requests/request-form.ts';
import { planEmails } from '#server/emails/queue.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { step } from '#server/step.ts';
import { openRequest } from './link.ts';
import { addMessage, lockRequest } from './rows.ts';

/** Of one request: a person who has more to say rings. */
const MOST_MESSAGES = 100;

export type ReplyResult =
  | { ok: true }
  /** `over`: the day has passed. `conflict`: somebody has written since the page was shown. */
  | { ok: false; reason: 'unknown' | 'over' | 'conflict' | 'too-many' }
  | { ok: false; reason: 'invalid'; problem: string };

/**
 * Adds what the customer writes on the page of their link, and tells the cafe, which has to answer again whatever it has
 * said before. Safe to repeat.
 * @param last the number of the last message that the page showed; 0 for none.
 */
export async function replyToRequest(
  shop: Pick<Shop, 'db' | 'clock' | 'log'>,
  token: string,
  { text: typed, last }: { text: string; last: number },
): Promise<ReplyResult> {
  const text = readText(typed);
  const problem = textProblem(text, REPLY_MAX, 'Please write something.');
  if (problem) return { ok: false, reason: 'invalid', problem };
  const id = (await openRequest(shop, token))?.id;
  if (id === undefined) return { ok: false, reason: 'unknown' };
  const now = shop.clock.now();
  const result = await shop.db.transaction().execute(async (trx): Promise<ReplyResult> => {
    const request = await lockRequest(trx, id);
    if (!request) return { ok: false, reason: 'unknown' };
    const [next, ...others] = request.messages.filter(({ number }) => number > last);
    if (next) {
      const isSame = others.length === 0 && isReply(next) && next.text === text;
      return isSame ? { ok: true } : { ok: false, reason: 'conflict' };
    }
    if (isOver(request, todayAt(shop))) return { ok: false, reason: 'over' };
    if (request.messages.length >= MOST_MESSAGES) return { ok: false, reason: 'too-many' };
    const message = { kind: 'written', author: 'customer', personId: null, text, at: now } as const;
    const number = await addMessage(trx, request, message, 'open');
    await planEmails(trx, id, [{ kind: `request-replied ${number}` }]);
    return { ok: true };
  });
  step('requests.reply end');
  if (result.ok) shop.log.info({ request: id }, 'customer replied to a request');
  return result;
}
