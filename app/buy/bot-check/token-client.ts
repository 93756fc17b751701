import { untilVisible } from '#app/ui/wait.ts';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import { createTokenFetcher } from './obtain-token.ts';
import { storedToken, type Token, type TokenOutcome } from './token-store.ts';
import { refreshTime, retryDelay } from './token-timers.ts';

export type TokenClient = ReturnType<typeof createTokenClient>;

/** Obtains one token at a time, stores it, and renews it before it expires while the page is visible. */
export function createTokenClient(settings: BotCheckSettings) {
  /** Shared by the tabs. */
  const saved = storedToken(settings.exchange);
  const fetchToken = createTokenFetcher(settings);
  let current: Token | undefined;
  let running: Promise<TokenOutcome> | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Returns a valid token, obtaining one if needed. @param rejected a token the shop rejected. */
  async function getToken(rejected?: string): Promise<TokenOutcome> {
    const token = [current, saved.read()].find(
      (each) => each && Date.now() < each.expiresAt && each.token !== rejected,
    );
    if (!token) return renew();
    current = token;
    if (timer === undefined) scheduleRenewal();
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
    clearTimeout(timer);
    const delay =
      failures > 0 || !current ? retryDelay(failures) : refreshTime(current) - Date.now();
    timer = setTimeout(renewIfNeeded, Math.max(0, delay));
  }

  async function renewIfNeeded(): Promise<void> {
    await untilVisible();
    const stored = saved.read();
    // Another tab may have renewed it.
    if (stored && Date.now() < refreshTime(stored)) {
      current = stored;
      scheduleRenewal();
    } else await renew();
  }

  return { getToken };
}
