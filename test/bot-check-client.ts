import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, onTestFinished, vi } from 'vitest';
import { createTokenClient } from '#app/buy/bot-check/token-client.ts';
import { storedToken } from '#app/buy/bot-check/token-store.ts';
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

interface TestBrowser {
  /** What the browser keeps for the next page. */
  storage?: Map<string, string>;
  /** From 0 to 1. */
  random?: number;
}

/** A token client in a browser whose clock, network and random numbers the test controls. */
export function openTestClient(
  settings: BotCheckSettings,
  { storage = new Map(), random = 0.5 }: TestBrowser = {},
) {
  const shop = fakeShop();
  const clock = fakeClock();
  vi.spyOn(Math, 'random').mockReturnValue(random);
  vi.stubGlobal('fetch', shop.fetch);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  const visibility = fakeVisibility();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  const token = storedToken(settings.exchange);
  return {
    client: createTokenClient(settings),
    clock,
    shop,
    visibility,
    storage,
    token,
    logged: captureLog(),
  };
}

function fakeClock() {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  return {
    get time() {
      return Date.now();
    },
    set time(time) {
      vi.setSystemTime(time);
    },
    /** Advances to the only timer, and waits until its work has set the next one. */
    async next() {
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersToNextTimer();
      while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    },
  };
}

function fakeVisibility() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  return {
    hide() {
      page.visibilityState = 'hidden';
    },
    show() {
      page.visibilityState = 'visible';
      page.dispatchEvent(new Event('visibilitychange'));
    },
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
