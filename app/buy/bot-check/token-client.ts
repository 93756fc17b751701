import type { Stored } from '#app/ui/stored.ts';
import { untilVisible } from '#app/ui/wait.ts';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import { createTokenFetcher, type ProofEnvironment } from './obtain-token.ts';
import { solveInWorkers, solveOnPage } from './solve-challenge.ts';
import { storedToken, type Token, type TokenOutcome } from './token-store.ts';
import { refreshTime, retryDelay, storedThrottle } from './token-timers.ts';

export interface BrowserEnvironment extends ProofEnvironment {
  /** Shared by the tabs. */
  storedToken: Pick<Stored<Token>, 'read' | 'write'>;
  /** @returns a function that cancels the timer. */
  setTimer(milliseconds: number, act: () => Promise<void>): () => void;
  /** Resolves when the page is visible. */
  untilVisible(): Promise<void>;
}

export interface TokenClient {
  /** Returns a valid token, obtaining one if needed. @param rejected a token the shop rejected. */
  getToken(rejected?: string): Promise<TokenOutcome>;
}

export function openTokenClient(settings: BotCheckSettings): TokenClient {
  return createTokenClient(settings, {
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    random: () => Math.random(),
    solveInWorkers,
    solveOnPage,
    // Few shops use reCAPTCHA.
    async recaptchaToken(proof) {
      return (await import('./recaptcha.ts')).recaptchaToken(proof);
    },
    storedToken: storedToken(settings.exchange),
    storedThrottle,
    setTimer(milliseconds, act) {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    untilVisible,
  });
}

/** Obtains one token at a time, stores it, and renews it before it expires while the page is visible. */
export function createTokenClient(
  settings: BotCheckSettings,
  environment: BrowserEnvironment,
): TokenClient {
  const { storedToken: saved, now, setTimer } = environment;
  const fetchToken = createTokenFetcher(settings, environment);
  let current: Token | undefined;
  let running: Promise<TokenOutcome> | undefined;
  let failures = 0;
  let cancelTimer: (() => void) | undefined;

  async function getToken(rejected?: string): Promise<TokenOutcome> {
    const token = [current, saved.read()].find(
      (each) => each && now() < each.expiresAt && each.token !== rejected,
    );
    if (!token) return renew();
    current = token;
    if (!cancelTimer) scheduleRenewal();
    return { ok: true, token: token.token };
  }

  /** Concurrent calls share one request. */
  function renew(): Promise<TokenOutcome> {
    running ??= fetchAndStore().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function fetchAndStore(): Promise<TokenOutcome> {
    const fetched = await fetchToken();
    failures = fetched.ok ? 0 : failures + 1;
    if (fetched.ok) {
      current = fetched.token;
      saved.write(fetched.token);
    }
    scheduleRenewal();
    return fetched.ok ? { ok: true, token: fetched.token.token } : fetched;
  }

  function scheduleRenewal(): void {
    cancelTimer?.();
    const delay = failures > 0 || !current ? retryDelay(failures) : refreshTime(current) - now();
    cancelTimer = setTimer(Math.max(0, delay), async () => {
      await environment.untilVisible();
      const stored = saved.read();
      // Another tab may have renewed it.
      if (stored && now() < refreshTime(stored)) {
        current = stored;
        scheduleRenewal();
      } else await renew();
    });
  }

  return { getToken };
}
