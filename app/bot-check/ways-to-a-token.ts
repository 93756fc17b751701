import type { BotCheckFailure } from '#app/bot-check/errors.ts';
import { type Throttle, throttleAfter } from '#app/bot-check/token-timers.ts';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { Fetch } from './call.ts';
import { exchange, type Proof, type Token } from './exchange.ts';
import { proveByWork, type Solve } from './proof-of-work.ts';
import { reportFailure } from './report.ts';

export interface Means {
  fetch: Fetch;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1. */
  chance(): number;
  solveInWorkers: Solve;
  solveOnPage: Solve;
  proveByRecaptcha(
    proof: Extract<BotCheckSettings['proof'], { kind: 'recaptcha' }>,
  ): Promise<Proven>;
}

type Proven = { ok: true; proof: Proof } | BotCheckFailure;
type Exchanged = { ok: true; token: Token } | BotCheckFailure;

/** From a proof to a token: as the settings say, and where that cannot be, in a slower way. */
export function createTokenFetcher(settings: BotCheckSettings, means: Means) {
  let throttle: Throttle | undefined;
  let workersFailed = false;

  async function usualWay(): Promise<Exchanged> {
    if (throttle && means.now() < throttle.until) return reportFailure('throttled', throttle);
    const proven = await prove();
    if (!proven.ok) return proven;
    const { exchange: base, apiKey } = settings;
    const exchanged = await exchange(proven.proof, { base, apiKey }, means);
    // What hangs on the network or on a garbled answer is no refusal.
    if (exchanged.ok) throttle = undefined;
    else if (exchanged.status !== undefined) {
      throttle = throttleAfter(exchanged.status, throttle, means.now(), means.chance());
    }
    return exchanged;
  }

  async function prove(): Promise<Proven> {
    const { proof } = settings;
    switch (proof.kind) {
      case 'debug':
        return { ok: true, proof: { debug_token: proof.token } };
      case 'recaptcha':
        return means.proveByRecaptcha(proof);
      case 'proof-of-work':
        return proveByWork('normal', { fetch: means.fetch, solve: solveInWorkers });
    }
  }

  /** More work, but nobody has to be reached for it except the shop, and no worker is needed. */
  async function slowerWay(): Promise<Exchanged> {
    const proven = await proveByWork('long', { fetch: means.fetch, solve: solveAnywhere });
    if (!proven.ok) return proven;
    return exchange(proven.proof, { base: settings.fallbackExchange, apiKey: null }, means);
  }

  const solveInWorkers: Solve = async (challenge, timeout) => {
    try {
      return await means.solveInWorkers(challenge, timeout);
    } catch (error) {
      workersFailed = true;
      throw error;
    }
  };

  const solveAnywhere: Solve = async (challenge, timeout) => {
    // Not tried twice: a worker that hangs costs the visitor the whole of its time.
    if (workersFailed) return means.solveOnPage(challenge, timeout);
    try {
      return await solveInWorkers(challenge, timeout);
    } catch {
      return means.solveOnPage(challenge, timeout);
    }
  };

  return async function newToken(): Promise<Exchanged> {
    const usual = await usualWay();
    return usual.ok ? usual : slowerWay();
  };
}
