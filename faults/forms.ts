import { setTimeout as pause } from 'node:timers/promises';
import { postForm } from '../harness/owner-session.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

// Forms of the shop's pages, sent as browsers send them, again and again until the shop answers.

const MAX_TRYING_MS = 20_000;
const TIMEOUT_MS = 8_000;

/** What one request has led to; `again`: nothing, or nobody knows. */
export interface Tried {
  outcome: 'done' | 'rejected' | 'again';
  /** Of the response, if there was one. */
  status?: number;
}

/**
 * `done` and `rejected` are responses of the shop. `unknown`: none came, or one that says nothing about an
 * earlier try without a response.
 */
type Answered = 'done' | 'rejected' | 'unknown';

/** What all requests of a form have led to. */
export interface Attempted {
  answered: Answered;
  /** From the first try to the response. */
  from: number;
  to: number;
}

interface What {
  /** For the history. */
  what: string;
  orderId: string;
  random: Random;
}

export async function tryUntilAnswered(
  { history }: Pick<World, 'history'>,
  { what, orderId, random }: What,
  request: () => Promise<Tried>,
): Promise<Attempted> {
  const from = Date.now();
  let isUnsure = false;
  for (;;) {
    const { outcome, status = 'no response' } = await request().catch(
      (): Tried => ({ outcome: 'again' }),
    );
    history.add(`${what}: ${outcome}, ${status}`, orderId);
    const to = Date.now();
    if (outcome === 'done') return { answered: 'done', from, to };
    if (outcome === 'rejected') return { answered: isUnsure ? 'unknown' : outcome, from, to };
    isUnsure = true;
    if (to > from + MAX_TRYING_MS) return { answered: 'unknown', from, to };
    await pause(random.between(100, 800));
  }
}

/** What the shop says of a form that it has not taken. */
const REJECTED = [404, 409, 422];
/** To the page to sign in. */
const REDIRECTS = [302, 303];
const NOTICE_COOKIE = 'staff-done=';

interface StaffAnswer {
  location: string;
  html: string;
  /** What the notice on the next screen says. */
  said: string;
}

/**
 * Sends a form of the owner's side, with a session that a person renews if it is over.
 * @param outcomeOf undefined for what any screen answers: not taken, or to the page to sign in.
 */
export async function postAsStaff(
  { origins, staffCookie, signInAgain }: World,
  random: Random,
  { path, fields }: { path: string; fields: Record<string, string> },
  outcomeOf: (answer: StaffAnswer) => Tried['outcome'] | undefined,
): Promise<Tried> {
  const cookie = await staffCookie();
  const response = await postForm(`${random.pick(origins)}${path}`, fields, cookie);
  const { status, headers } = response;
  const html = await response.text();
  const location = headers.get('Location') ?? '';
  const notice = headers.getSetCookie().find((each) => each.startsWith(NOTICE_COOKIE));
  const outcome = outcomeOf({ location, html, said: decodeURIComponent(notice ?? '') });
  if (outcome) return { outcome, status };
  if (REDIRECTS.includes(status)) await signInAgain(cookie);
  return { outcome: REJECTED.includes(status) ? 'rejected' : 'again', status };
}

export function get(url: string, cookie?: string): Promise<Response> {
  return fetch(url, {
    headers: { ...(cookie !== undefined && { Cookie: cookie }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
