import type { TokenOutcome } from '#app/bot-check/errors.ts';
import { refreshTime, retryDelay } from '#app/bot-check/token-timers.ts';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { Token } from './exchange.ts';
import type { TokenStore } from './token-store.ts';
import { createTokenFetcher, type Means } from './ways-to-a-token.ts';

export interface BrowserEnvironment extends Means {
  tokens: TokenStore;
  /** @returns what calls it off. */
  after(milliseconds: number, act: () => Promise<void>): () => void;
  /** Resolves when somebody looks at the page: at once if they do so now. */
  lookedAt(): Promise<void>;
}

export interface BotCheckClient {
  /** A token that holds; a new one is got if there is none. @param refused a token that did not do. */
  getToken(refused?: string): Promise<TokenOutcome>;
  /** The token at hand, if there is one: it asks for none. */
  heldToken(): Promise<string | undefined>;
}

/** Gets one token at a time, keeps it, and renews it in good time while the page is looked at. */
export function createBotCheckClient(
  settings: BotCheckSettings,
  surroundings: BrowserEnvironment,
): BotCheckClient {
  const { tokens, now, after, lookedAt } = surroundings;
  const newToken = createTokenFetcher(settings, surroundings);
  let held: Token | undefined;
  let running: Promise<TokenOutcome> | undefined;
  let failures = 0;
  let callOff: (() => void) | undefined;

  async function getToken(refused?: string): Promise<TokenOutcome> {
    const token = await find(refused);
    if (!token) return renew();
    if (!callOff) planRenewal();
    return { ok: true, token: token.token };
  }

  async function heldToken(): Promise<string | undefined> {
    return (await find())?.token;
  }

  /** In memory, or kept by the page before or by another tab. */
  async function find(refused?: string): Promise<Token | undefined> {
    const fits = (token: Token) => now() < token.expiresAt && token.token !== refused;
    if (held && fits(held)) return held;
    const kept = await tokens.read();
    if (kept && fits(kept)) held = kept;
    return kept && fits(kept) ? kept : undefined;
  }

  /** Whoever asks while one is being got waits for that one. */
  function renew(): Promise<TokenOutcome> {
    running ??= getNew().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function getNew(): Promise<TokenOutcome> {
    const got = await newToken();
    failures = got.ok ? 0 : failures + 1;
    if (got.ok) {
      held = got.token;
      // Nobody waits for it: it is for the next page.
      void tokens.write(got.token);
    }
    planRenewal();
    return got.ok ? { ok: true, token: got.token.token } : got;
  }

  function planRenewal(): void {
    callOff?.();
    const wait =
      failures > 0 || !held ? retryDelay(failures) : Math.max(0, refreshTime(held) - now());
    callOff = after(wait, async () => {
      await lookedAt();
      await renewUnlessDone();
    });
  }

  async function renewUnlessDone(): Promise<void> {
    const kept = await tokens.read();
    // Another tab was quicker.
    if (kept && now() < refreshTime(kept)) {
      held = kept;
      planRenewal();
    } else await renew();
  }

  return { getToken, heldToken };
}
