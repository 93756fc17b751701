import type { Kysely } from 'kysely';
import { readText } from '#domain/orders/readable-lines.ts';
import {
  type CakeRequest,
  isReply,
  type MessageKind,
  type RequestMessage,
  type RequestState,
  reachableAddress,
  stateOnceAccepted,
} from '#domain/requests/request.ts';
import type { Tables } from '#server/db/tables.ts';
import { deleteUntried, planEmails } from '#server/emails/queue.ts';
import { writtenProblem } from '#server/emails/written.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import { hasOpenQuote } from './ordered.ts';
import { addMessage, lockRequest } from './rows.ts';

/** What staff do with a request, and the state that it has then. */
const ANSWERS = {
  /** Writes to the customer, who is to write back. */
  written: 'answered',
  declined: 'declined',
  /** Nothing is left to write: it was settled on the phone. */
  closed: 'closed',
  /** Closed or declined too early. */
  reopened: 'open',
} as const satisfies Partial<Record<MessageKind, RequestState>>;
type AnswerKind = keyof typeof ANSWERS;

function isAnswer(kind: MessageKind): kind is AnswerKind {
  return Object.hasOwn(ANSWERS, kind);
}

interface Answer {
  requestId: string;
  kind: AnswerKind;
  /** Empty for what the customer gets no e-mail about. */
  words: string;
  /** How many messages the form showed. */
  version: number;
  /** The person's id. */
  by: string;
}

/**
 * `unchanged`: the same form was sent before. `conflict`: another person has written since the form was shown. `quoted`: it can
 * be neither declined nor closed while the customer can accept a quote. `unknown`: there is no such request, or its
 * personal data was removed.
 */
export type Answered =
  | 'answered'
  | 'unchanged'
  | 'conflict'
  | 'quoted'
  | 'unknown'
  | { problem: string };

/** Answers a request. The customer's e-mail waits for the time in which it can be taken back. Idempotent. */
export async function answerRequest(
  { db, clock, log }: Pick<Shop, 'db' | 'clock' | 'log'>,
  { requestId, kind, words, version, by }: Answer,
): Promise<Answered> {
  const hasWords = kind === 'written' || kind === 'declined';
  const text = hasWords ? readText(words) : '';
  const problem = hasWords ? writtenProblem(text) : undefined;
  if (problem) return { problem };
  const result = await db.transaction().execute(async (trx): Promise<Answered> => {
    const request = await lockRequest(trx, requestId);
    if (!request) return 'unknown';
    if (request.messages.length !== version) {
      const [first, ...others] = request.messages.slice(version);
      const isSame = first?.kind === kind && first.text === text && others.length === 0;
      return isSame ? 'unchanged' : 'conflict';
    }
    const isEnd = kind === 'declined' || kind === 'closed';
    if (isEnd && (await hasOpenQuote(trx, requestId))) return 'quoted';
    const message = { kind, author: 'staff', personId: by, text, at: clock.now() } as const;
    const number = await addMessage(trx, request, message, ANSWERS[kind]);
    if (hasWords && reachableAddress(request) !== '') {
      await planEmails(trx, requestId, [{ kind: emailOf(kind, number), isUndoable: true }]);
    }
    return 'answered';
  });
  step('requests.answer end');
  if (result === 'answered') log.info({ request: requestId, kind, person: by }, 'request answered');
  return result;
}

/**
 * Takes back the last message of staff, with the state that it has made, unless its e-mail is sent or on its way.
 * Idempotent.
 * @param number of the message.
 */
export async function takeBackAnswer(
  { db, log }: Pick<Shop, 'db' | 'log'>,
  { requestId, number, by }: { requestId: string; number: number; by: string },
): Promise<'taken-back' | 'unchanged' | 'sent' | 'conflict'> {
  const result = await db.transaction().execute(async (trx) => {
    const request = await lockRequest(trx, requestId);
    const message = request?.messages[number - 1];
    if (!request || !message) return 'unchanged';
    if (!isAnswer(message.kind) || message.author !== 'staff' || number !== request.messages.length)
      return 'conflict';
    if (await isOnItsWay(trx, requestId, message)) return 'sent';
    await trx
      .deleteFrom('request_messages')
      .where('request_id', '=', requestId)
      .where('number', '=', number)
      .execute();
    const state = stateAfter(request.messages.slice(0, -1));
    await trx.updateTable('requests').set({ state }).where('id', '=', requestId).execute();
    return 'taken-back';
  });
  if (result === 'taken-back') {
    log.info({ request: requestId, person: by }, 'answer to a request taken back');
  }
  return result;
}

function emailOf(kind: MessageKind, number: number) {
  return kind === 'declined'
    ? (`request-declined ${number}` as const)
    : (`request-asked ${number}` as const);
}

/** Otherwise deletes the e-mail. */
async function isOnItsWay(
  trx: Kysely<Tables>,
  requestId: string,
  message: RequestMessage,
): Promise<boolean> {
  const kind = emailOf(message.kind, message.number);
  await deleteUntried(trx, requestId).where('kind', '=', kind).execute();
  const left = await trx
    .selectFrom('emails')
    .select('kind')
    .where('about', '=', requestId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return left !== undefined;
}

/** The state that a request has by what was written last. */
function stateAfter(messages: CakeRequest['messages']): RequestState {
  const last = messages.at(-1);
  if (!last || isReply(last)) return 'open';
  if (isAnswer(last.kind)) return ANSWERS[last.kind];
  if (last.kind === 'accepted') {
    const before = messages.slice(0, -1);
    return stateOnceAccepted({ state: stateAfter(before), messages: before });
  }
  return last.kind === 'quoted' ? 'quoted' : 'ordered';
}
