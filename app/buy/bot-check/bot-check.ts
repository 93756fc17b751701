import { useEffect } from 'react';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { TokenClient } from './token-client.ts';
import { report, reportFailure, storedToken, type TokenOutcome } from './token-store.ts';

export const TOKEN_HEADER = 'X-Firebase-AppCheck';

let settings: BotCheckSettings | undefined;
let client: Promise<TokenClient> | undefined;
let isPrefetched = false;

/** Render it before the page: the page's effects may ask for a token. */
export function ActivateBotCheck(props: { settings: BotCheckSettings }) {
  useEffect(() => activate(props.settings), [props.settings]);
  return null;
}

export function activate(given: BotCheckSettings): void {
  settings ??= given;
  if (JSON.stringify(settings) !== JSON.stringify(given)) report('already-initialized');
}

/** Gets a token while the visitor chooses or fills in. Only the first call does anything. */
export function prefetchToken(): void {
  if (isPrefetched) return;
  isPrefetched = true;
  void getToken();
}

/** Never rejects, and always settles. @param rejected a token that the shop did not accept. */
export async function getToken(rejected?: string): Promise<TokenOutcome> {
  if (!settings) return reportFailure('use-before-activation');
  try {
    return await (await openClient(settings)).getToken(rejected);
  } catch (error) {
    client = undefined;
    return reportFailure('fetch-network-error', error);
  }
}

/** The stored token, if it has not expired. Starts no check. */
export function cachedToken(): string | undefined {
  const stored = settings && storedToken(settings.exchange).read();
  return stored && Date.now() < stored.expiresAt ? stored.token : undefined;
}

/** Every page includes this module; the client is loaded when the first token is needed. */
function openClient(given: BotCheckSettings): Promise<TokenClient> {
  client ??= import('./token-client.ts').then(({ createTokenClient }) => createTokenClient(given));
  return client;
}
