import { href } from 'react-router';
import { whoAt } from '#app/owner/frame/london-time.ts';
import { type Outcome, refused } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import type { Conflict } from '#app/ui/kit/refusal.ts';
import type { CakeRequest } from '#domain/requests/request.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import { answerRequest } from '#server/requests/answer.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import { requestWith } from './find-request.ts';
import { answeredInWords, messageInWords } from './words.ts';

// On the server: what the forms that answer a request have in common.

/** Answers a request in words, which its form has as `words`. */
export async function answerInWords(
  shop: Shop,
  number: string,
  answer: { kind: 'written' | 'declined'; words: string; version: number; by: string },
): Promise<Outcome> {
  const request = await requestWith(shop, number);
  const to = href('/owner/requests/:request', { request: request.number });
  const result = await answerRequest(shop, { requestId: request.id, ...answer });
  if (typeof result === 'object') return { problems: { words: result.problem } };
  switch (result) {
    case 'answered':
    case 'unchanged': {
      const words = answeredInWords(answer.kind, request);
      return { to, words, undo: undoOf(request.id, answer.version + 1) };
    }
    case 'conflict':
      return { conflict: await requestConflict(shop, number) };
    case 'quoted':
      return refused(QUOTED);
    case 'unknown':
      return { to, words: 'Nothing was sent: the name was removed.' };
  }
}

/** Closes a request without a word, or opens it again. It has no screen of its own that could show a conflict. */
export async function answerSilently(
  shop: Shop,
  number: string,
  answer: { kind: 'closed' | 'reopened'; version: number; by: string },
): Promise<Outcome> {
  const request = await requestWith(shop, number);
  const to = href('/owner/requests/:request', { request: request.number });
  const result = await answerRequest(shop, { requestId: request.id, words: '', ...answer });
  if (result === 'answered' || result === 'unchanged') {
    const words = answer.kind === 'closed' ? 'Closed. Nobody was written to.' : 'Open again.';
    return { to, words, undo: undoOf(request.id, answer.version + 1) };
  }
  if (result === 'quoted') return { to, words: QUOTED };
  return { to, words: 'It has changed meanwhile: please look at it again.' };
}

const QUOTED = 'The customer can still accept a quote. Please end the quote first.';

function undoOf(requestId: string, number: number): string {
  return writeUndoables([{ kind: 'request', id: requestId, version: number }]);
}

async function requestConflict(shop: Shop, number: string): Promise<Conflict> {
  const { messages } = await requestWith(shop, number);
  const last = messages.at(-1);
  return {
    version: messages.length,
    who: last && whoAt(await authorOf(shop, last), last.at),
    theirs: [{ label: 'The last message', now: last ? messageInWords(last) : '' }],
  };
}

async function authorOf(
  shop: Shop,
  { author, personId }: CakeRequest['messages'][number],
): Promise<string> {
  return author === 'customer' ? 'The customer' : nameOf(await namesOfPeople(shop), personId);
}
