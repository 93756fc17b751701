import type { TokenOutcome } from '#app/bot-check/errors.ts';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { BotCheckClient } from './client.ts';
import { withTimeout } from './deadline.ts';
import { report, reportFailure } from './report.ts';

export const TOKEN_HEADER = 'X-Firebase-AppCheck';
/** What a token that is at hand may take to be found: no confirmation waits for the bot check. */
const LONGEST_LOOK_MS = 1_000;

let active: BotCheckSettings | undefined;
let client: Promise<BotCheckClient> | undefined;
let isInterested = false;
let running: Promise<TokenOutcome> | undefined;

/** Every page carries this file; the rest is fetched at the first sign of interest. */
export function activate(settings: BotCheckSettings): void {
  active ??= settings;
  if (JSON.stringify(active) !== JSON.stringify(settings)) report('already-initialized');
}

/** Somebody looks at a cake or at the basket: the check is done while they read. */
export function prefetchToken(): void {
  if (isInterested) return;
  isInterested = true;
  void getToken();
}

/** Never rejects, and always comes to an end. @param refused a token that the shop did not take. */
export function getToken(refused?: string): Promise<TokenOutcome> {
  const asked = ask(refused).finally(() => {
    if (running === asked) running = undefined;
  });
  running = asked;
  return asked;
}

/** Something to wait for, while a check runs. */
export function pendingToken(): Promise<TokenOutcome> | undefined {
  return running;
}

/** The token at hand, if there is one: it starts no check. */
export async function cachedToken(): Promise<string | undefined> {
  if (!active) return undefined;
  const found = open(active).then((opened) => opened.heldToken());
  return withTimeout(LONGEST_LOOK_MS, found).catch(() => undefined);
}

async function ask(refused?: string): Promise<TokenOutcome> {
  if (!active) return reportFailure('use-before-activation');
  try {
    return await (await open(active)).getToken(refused);
  } catch (error) {
    client = undefined;
    return reportFailure('fetch-network-error', error);
  }
}

function open(settings: BotCheckSettings): Promise<BotCheckClient> {
  client ??= import('./in-browser.ts').then(({ openBotCheck }) => openBotCheck(settings));
  return client;
}
