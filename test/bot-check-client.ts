import { createChallenge, type Payload, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { onTestFinished, vi } from 'vitest';
import type { Solve } from '#app/buy/bot-check/obtain-token.ts';
import { type BrowserEnvironment, createTokenClient } from '#app/buy/bot-check/token-client.ts';
import type { Token } from '#app/buy/bot-check/token-store.ts';
import type { Throttle } from '#app/buy/bot-check/token-timers.ts';
import type { BotCheckSettings } from '#domain/bot-check.ts';

export const HOSTED = 'https://hosted.test/v1/projects/p/apps/a';
export const OWN = '/v1/projects/p/apps/a';

export const byWork: BotCheckSettings = {
  exchange: OWN,
  apiKey: null,
  proof: { kind: 'proof-of-work' },
  fallbackExchange: OWN,
};
export const byRecaptcha: BotCheckSettings = {
  exchange: HOSTED,
  apiKey: 'key&1',
  proof: { kind: 'recaptcha', siteKey: 'site', scriptOrigin: 'https://recaptcha.test' },
  fallbackExchange: OWN,
};
export const byDebugToken: BotCheckSettings = {
  ...byRecaptcha,
  proof: { kind: 'debug', token: 'debug-1' },
};

/** A status, a network error, or a body that is not JSON. */
export type FakeResponse = number | 'unreachable' | 'garbled';

/** What the browser keeps for the next page. */
interface TestStore {
  token: Token | undefined;
  throttles: Map<string, Throttle>;
}

/** A token client with a clock, network and random numbers that the test controls. */
export function openTestClient(
  settings: BotCheckSettings,
  {
    store = { token: undefined, throttles: new Map() },
    ...given
  }: Partial<BrowserEnvironment> & { store?: TestStore } = {},
) {
  const clock = fakeClock();
  const shop = fakeShop();
  const visibility = fakeVisibility();
  const logged = captureLog();
  const client = createTokenClient(settings, {
    fetch: shop.fetch,
    now: () => clock.time,
    random: () => 0.5,
    solveInWorkers: solve,
    solveOnPage: solve,
    recaptchaToken: async ({ siteKey }) => `seen by ${siteKey}`,
    storedToken: {
      read: () => store.token,
      write(token) {
        store.token = token;
      },
    },
    storedThrottle: (exchange) => ({
      read: () => store.throttles.get(exchange),
      write: (throttle) => store.throttles.set(exchange, throttle),
    }),
    setTimer: clock.setTimer,
    untilVisible: visibility.untilVisible,
    ...given,
  });
  return { client, clock, shop, visibility, store, logged };
}

const solve: Solve = async (challenge) => {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return solution;
};

export const rejectSolve: Solve = () => Promise.reject(new Error('blocked'));

function fakeClock() {
  const timers = new Map<symbol, { at: number; act: () => Promise<void> }>();
  const clock = {
    time: 0,
    setTimer(milliseconds: number, act: () => Promise<void>) {
      const id = Symbol('timer');
      timers.set(id, { at: clock.time + milliseconds, act });
      return () => timers.delete(id);
    },
    /** Advances to the only timer and waits for its work. */
    async next() {
      const [timer, ...more] = timers.values();
      if (!timer || more.length > 0) throw new Error('Expected exactly one timer.');
      timers.clear();
      clock.time = timer.at;
      await timer.act();
    },
  };
  return clock;
}

function fakeVisibility() {
  let hidden: Promise<void> | undefined;
  let show = () => {};
  return {
    untilVisible: () => hidden ?? Promise.resolve(),
    hide() {
      hidden = new Promise((resolve) => {
        show = resolve;
      });
    },
    show: () => show(),
  };
}

/** Issues real challenges, verifies solutions, numbers its tokens, and fails on request. */
function fakeShop() {
  const calls: string[] = [];
  const bodies: unknown[] = [];
  const answering: { hosted: FakeResponse; own: FakeResponse; ownExchange?: FakeResponse } = {
    hosted: 200,
    own: 200,
  };
  let granted = 0;

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = String(input);
    calls.push(`${init.method ?? 'GET'} ${url}`);
    const own = url.startsWith(OWN) ? (answering.ownExchange ?? answering.own) : answering.own;
    const result = url.startsWith(HOSTED) ? answering.hosted : own;
    if (result === 'unreachable') throw new TypeError('Failed to fetch');
    if (result === 'garbled') return new Response('<h1>Hello</h1>');
    if (result !== 200) return Response.json({ error: { code: result } }, { status: result });
    if (url.includes('/challenge')) return Response.json(await issueChallenge());
    const body = JSON.parse(String(init.body));
    bodies.push(body);
    if (url.startsWith(OWN) && !(await isSolved(body.recaptcha_v3_token))) {
      return Response.json({ error: { code: 400 } }, { status: 400 });
    }
    granted += 1;
    return Response.json({ token: `token-${granted}`, ttl: '3600s' });
  }

  return { fetch, calls, bodies, answering };
}

const hmacSignatureSecret = 'secret';

function issueChallenge() {
  const algorithm = 'PBKDF2/SHA-256';
  const data = { project: 'p', app: 'a' };
  return createChallenge({
    algorithm,
    cost: 2,
    keyPrefix: '0',
    deriveKey,
    data,
    hmacSignatureSecret,
  });
}

async function isSolved(proof: string): Promise<boolean> {
  const payload: Payload = JSON.parse(atob(proof));
  return (await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })).verified;
}

/** Captures `console.debug` until the test ends. */
export function captureLog(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'debug').mockImplementation((line) => lines.push(String(line)));
  onTestFinished(() => spy.mockRestore());
  return lines;
}
