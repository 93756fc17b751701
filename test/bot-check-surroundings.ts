import { createChallenge, type Payload, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { onTestFinished, vi } from 'vitest';
import { type BrowserEnvironment, createBotCheckClient } from '#app/bot-check/client.ts';
import type { Token } from '#app/bot-check/exchange.ts';
import type { Solve } from '#app/bot-check/proof-of-work.ts';
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

/** A status, no answer, or one that makes no sense. */
export type Answering = number | 'unreachable' | 'garbled';

/** A client of the bot check whose clock, network and chance are in the test's hands. */
export function botCheckIn(
  settings: BotCheckSettings,
  given: Partial<BrowserEnvironment> & { kept?: Token } = {},
) {
  const clock = fakeClock();
  const shop = fakeShop();
  const looks = fakeLooks();
  const logged = listenToLog();
  const keeping: { token: Token | undefined } = { token: given.kept };
  const client = createBotCheckClient(settings, {
    fetch: shop.fetch,
    now: () => clock.time,
    chance: () => 0.5,
    solveInWorkers: solve,
    solveOnPage: solve,
    proveByRecaptcha: async ({ siteKey }) => ({
      ok: true,
      proof: { recaptcha_v3_token: `seen by ${siteKey}` },
    }),
    tokens: {
      read: async () => keeping.token,
      write: async (token) => {
        keeping.token = token;
      },
    },
    after: clock.after,
    lookedAt: looks.lookedAt,
    ...given,
  });
  return { client, clock, shop, looks, keeping, logged };
}

const solve: Solve = async (challenge) => {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return solution;
};

export const refuse: Solve = () => Promise.reject(new Error('blocked'));

function fakeClock() {
  const planned = new Map<symbol, { at: number; act: () => Promise<void> }>();
  const clock = {
    time: 0,
    after(milliseconds: number, act: () => Promise<void>) {
      const name = Symbol('timer');
      planned.set(name, { at: clock.time + milliseconds, act });
      return () => planned.delete(name);
    },
    /** To the only moment that something is planned for, and through what happens then. */
    async next() {
      const [timer, ...more] = planned.values();
      if (!timer || more.length > 0) throw new Error('Exactly one thing was to be planned.');
      planned.clear();
      clock.time = timer.at;
      await timer.act();
    },
  };
  return clock;
}

function fakeLooks() {
  let away: Promise<void> | undefined;
  let back = () => {};
  return {
    lookedAt: () => away ?? Promise.resolve(),
    away() {
      away = new Promise((resolve) => {
        back = resolve;
      });
    },
    back: () => back(),
  };
}

/** Sets real challenges and checks what comes back, counts its tokens, and can be out of order. */
function fakeShop() {
  const calls: string[] = [];
  const bodies: unknown[] = [];
  const answering: { hosted: Answering; own: Answering } = { hosted: 200, own: 200 };
  let granted = 0;

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = String(input);
    calls.push(`${init.method ?? 'GET'} ${url}`);
    const answer = url.startsWith(HOSTED) ? answering.hosted : answering.own;
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    if (answer === 'garbled') return new Response('<h1>Hello</h1>');
    if (answer !== 200) return Response.json({ error: { code: answer } }, { status: answer });
    if (url.includes('/challenge')) return Response.json(await setChallenge());
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

function setChallenge() {
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

/** What is written to the browser's console while a test runs. */
export function listenToLog(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'debug').mockImplementation((line) => lines.push(String(line)));
  onTestFinished(() => spy.mockRestore());
  return lines;
}
