import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { TokenOutcome } from './bot-check-errors.ts';
import { createTokenFetcher, type ProofEnvironment } from './obtain-token.ts';
import type { Token } from './token-store.ts';
import { refreshTime, retryDelay } from './token-timers.ts';

export interface BrowserEnvironment extends ProofEnvironment {
  /** Shared by the tabs. */
  readToken(): Token | undefined;
  writeToken(token: Token): void;
  /** @returns a function that cancels the timer. */
  setTimer(milliseconds: number, act: () => Promise<void>): () => void;
  /** Resolves when the page is visible. */
  untilVisible(): Promise<void>;
}

export interface TokenClient {
  /** Returns a valid token, obtaining one if needed. @param rejected a token the shop rejected. */
  getToken(rejected?: string): Promise<TokenOutcome>;
}

/** Obtains one token at a time, stores it, and renews it before it expires while the page is visible. */
export function createTokenClient(
  settings: BotCheckSettings,
  environment: BrowserEnvironment,
): TokenClient {
  const { readToken, writeToken, now, setTimer, untilVisible } = environment;
  const fetchToken = createTokenFetcher(settings, environment);
  let current: Token | undefined;
  let running: Promise<TokenOutcome> | undefined;
  let failures = 0;
  let cancelTimer: (() => void) | undefined;

  async function getToken(rejected?: string): Promise<TokenOutcome> {
    const token = [current, readToken()].find(
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
      writeToken(fetched.token);
    }
    scheduleRenewal();
    return fetched.ok ? { ok: true, token: fetched.token.token } : fetched;
  }

  function scheduleRenewal(): void {
    cancelTimer?.();
    const delay = failures > 0 || !current ? retryDelay(failures) : refreshTime(current) - now();
    cancelTimer = setTimer(Math.max(0, delay), async () => {
      await untilVisible();
      const stored = readToken();
      // Another tab may have renewed it.
      if (stored && now() < refreshTime(stored)) {
        current = stored;
        scheduleRenewal();
      } else await renew();
    });
  }

  return { getToken };
}
