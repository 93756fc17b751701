import { setTimeout as pause } from 'node:timers/promises';
import { postForm } from '../harness/owner-session.ts';
import type { History } from './history.ts';
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

/** Whether the shop may lack what was attempted: nobody knows that it was done, or a backup has undone it. */
export function mayBeMissing(
  { answered, from, to }: Attempted,
  history: Pick<History, 'mayBeUndone'>,
): boolean {
  return answered !== 'done' || history.mayBeUndone(from, to);
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

/** Some press a button twice. @returns the most certain outcome. */
export async function pressSometimesTwice<Press extends Attempted>(
  random: Random,
  press: () => Promise<Press>,
): Promise<Press> {
  const isTwice = random.chance(0.5);
  const [first, ...more] = await Promise.all([press(), ...(isTwice ? [press()] : [])]);
  const doubt = ({ answered }: Press) => ['done', 'unknown', 'rejected'].indexOf(answered);
  return more.reduce((best, each) => (doubt(each) < doubt(best) ? each : best), first);
}

/** What the shop says of a form that it has not taken; 404: also of a link that a restored backup does not know. */
const REJECTED = [404, 409, 422];
/** To the page to sign in. */
const REDIRECTS = [302, 303];
const NOTICE_COOKIE = 'staff-done=';

interface Form {
  path: string;
  fields: Record<string, string>;
}

interface Answer {
  status: number;
  location: string;
  html: string;
  /** What the notice on the next screen of staff says. */
  said: string;
  /** The card page to which it leads. */
  cardPage: string | undefined;
}

/** Undefined: as the status says. */
type OutcomeOf = (answer: Answer) => Tried['outcome'] | undefined;

/** Sends a form, with the session of `cookie` if it is one of the owner's side. */
export async function post(
  { origins }: World,
  random: Random,
  { path, fields, cookie }: Form & { cookie?: string },
  outcomeOf: OutcomeOf,
): Promise<Tried> {
  const response = await postForm(`${random.pick(origins)}${path}`, fields, cookie);
  const { status, headers } = response;
  const html = await response.text();
  const location = headers.get('Location') ?? '';
  const notice = headers.getSetCookie().find((each) => each.startsWith(NOTICE_COOKIE));
  const [, cardPage] = /url=(.+)$/.exec(headers.get('Refresh') ?? '') ?? [];
  const said = decodeURIComponent(notice ?? '');
  const outcome = outcomeOf({ status, location, html, said, cardPage });
  return { outcome: outcome ?? (REJECTED.includes(status) ? 'rejected' : 'again'), status };
}

/** Sends a form of the owner's side, with a session that a person renews if it is over. */
export async function postAsStaff(
  world: World,
  random: Random,
  form: Form,
  outcomeOf: OutcomeOf,
): Promise<Tried> {
  const cookie = await world.staffCookie();
  let isSignedOut = false;
  const tried = await post(world, random, { ...form, cookie }, (answer) => {
    const outcome = outcomeOf(answer);
    isSignedOut = outcome === undefined && REDIRECTS.includes(answer.status);
    return outcome;
  });
  if (isSignedOut) await world.signInAgain(cookie);
  return tried;
}

export function get(url: string, cookie?: string): Promise<Response> {
  return fetch(url, {
    headers: { ...(cookie !== undefined && { Cookie: cookie }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}
