import type { Challenge, Solution } from 'altcha-lib';
import type { Stored } from '#app/ui/stored.ts';
import type { BotCheckSettings, Difficulty } from '#domain/bot-check.ts';
import { type BotCheckFailure, reportFailure, type Token } from './token-store.ts';
import { isRejection, type Throttle, throttleAfter } from './token-timers.ts';

export type Solve = (challenge: Challenge, timeout: number) => Promise<Solution>;
export type RecaptchaSettings = Extract<BotCheckSettings['proof'], { kind: 'recaptcha' }>;

export interface ProofEnvironment {
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  solveInWorkers: Solve;
  solveOnPage: Solve;
  recaptchaToken(settings: RecaptchaSettings): Promise<string>;
  /** After a rejection, also that of the page before or of another tab. */
  storedThrottle(exchange: string): Pick<Stored<Throttle>, 'read' | 'write'>;
}

type Proof = { recaptcha_v3_token: string } | { debug_token: string };
type ProofOutcome = { ok: true; proof: Proof } | BotCheckFailure;
type FetchedToken = { ok: true; token: Token } | BotCheckFailure;

const PROOF_NOT_ACCEPTED = 400;
const REQUEST_TIMEOUT_MS = 15_000;
/** A phone that takes ten seconds on average takes a minute now and then. */
const SOLVE_TIMEOUT_MS: Record<Difficulty, number> = { normal: 45_000, long: 90_000 };

/** @returns a function that exchanges the usual proof for a token, or else a long proof of work. */
export function createTokenFetcher(settings: BotCheckSettings, environment: ProofEnvironment) {
  const { now, random, storedThrottle } = environment;
  const throttles = new Map<string, Throttle>();
  /** Where the usual proof is work too, what the exchange answers to one holds for the other. */
  const longWork =
    settings.proof.kind === 'proof-of-work'
      ? settings.fallbackExchange
      : `${settings.fallbackExchange} long`;
  let workersFailed = false;

  async function fetchUsually(): Promise<FetchedToken> {
    const throttle = throttleOf(settings.exchange);
    if (throttle) return reportFailure('throttled', throttle);
    const proven = await usualProof();
    return proven.ok ? exchange(proven.proof, settings.exchange, settings.apiKey) : proven;
  }

  /** The throttle that has not ended yet. @param of an exchange, or `longWork`. */
  function throttleOf(of: string): Throttle | undefined {
    return [throttles.get(of), storedThrottle(of).read()].find(
      (throttle) => throttle && now() < throttle.until,
    );
  }

  /** Only a bad status throttles: network and parse errors do not. */
  function noteStatus(of: string, status: number): void {
    const throttle = throttleAfter(status, throttles.get(of), now(), random());
    throttles.set(of, throttle);
    if (isRejection(throttle)) storedThrottle(of).write(throttle);
  }

  /** Needs more work, but only the shop, and no workers. */
  async function fetchByLongWork(): Promise<FetchedToken> {
    const proven = await proofOfWork('long');
    return proven.ok ? exchange(proven.proof, settings.fallbackExchange, null, longWork) : proven;
  }

  /** An exchange that has not judged the proof answers another one no better, nor does the challenge. */
  function isLongWorkOfUse({ status }: BotCheckFailure): boolean {
    const throttle = throttleOf(longWork);
    if (throttle) return throttle.status === PROOF_NOT_ACCEPTED;
    const usual = throttleOf(settings.fallbackExchange);
    if (usual && isRejection(usual)) return false;
    const hasNoChallenge = settings.proof.kind === 'proof-of-work' && status !== undefined;
    return !hasNoChallenge;
  }

  async function usualProof(): Promise<ProofOutcome> {
    const { proof } = settings;
    if (proof.kind === 'debug') return { ok: true, proof: { debug_token: proof.token } };
    if (proof.kind === 'proof-of-work') return proofOfWork('normal');
    try {
      const token = await environment.recaptchaToken(proof);
      return { ok: true, proof: { recaptcha_v3_token: token } };
    } catch (error) {
      return reportFailure('bot-check-error', error);
    }
  }

  async function proofOfWork(difficulty: Difficulty): Promise<ProofOutcome> {
    const called = await callJson(`/api/bot-check/challenge?difficulty=${difficulty}`, isChallenge);
    if (!called.ok) return called;
    const challenge = called.body;
    try {
      const solution = await solve(challenge, difficulty);
      const payload = btoa(JSON.stringify({ challenge, solution }));
      return { ok: true, proof: { recaptcha_v3_token: payload } };
    } catch (error) {
      return reportFailure('bot-check-error', error);
    }
  }

  async function solve(challenge: Challenge, difficulty: Difficulty): Promise<Solution> {
    const timeout = SOLVE_TIMEOUT_MS[difficulty];
    // Not tried again after a failure: workers that hang take the whole timeout.
    if (workersFailed) return environment.solveOnPage(challenge, timeout);
    try {
      return await environment.solveInWorkers(challenge, timeout);
    } catch (error) {
      workersFailed = true;
      if (difficulty === 'normal') throw error;
      return environment.solveOnPage(challenge, timeout);
    }
  }

  async function exchange(
    proof: Proof,
    base: string,
    apiKey: string | null,
    throttled = base,
  ): Promise<FetchedToken> {
    const method = 'debug_token' in proof ? 'exchangeDebugToken' : 'exchangeRecaptchaV3Token';
    const key = apiKey === null ? '' : `?key=${encodeURIComponent(apiKey)}`;
    const called = await callJson(`${base}:${method}${key}`, isExchangeResponse, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(proof),
    });
    if (!called.ok) {
      if (called.status !== undefined) noteStatus(throttled, called.status);
      return called;
    }
    throttles.delete(throttled);
    const { token, ttl } = called.body;
    // By the browser's clock, which may differ from the server's: only the lifetime counts.
    const issuedAt = now();
    const expiresAt = issuedAt + Number.parseFloat(ttl) * 1000;
    return { ok: true, token: { token, issuedAt, expiresAt } };
  }

  async function callJson<T>(
    url: string,
    isExpected: (body: unknown) => body is T,
    init: RequestInit = {},
  ): Promise<{ ok: true; body: T } | BotCheckFailure> {
    let response: Response;
    try {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      response = await environment.fetch(url, { ...init, signal });
    } catch (error) {
      return reportFailure('fetch-network-error', error);
    }
    const { ok, status } = response;
    if (!ok) return { ...reportFailure('fetch-status-error', status), status };
    const body: unknown = await response.json().catch((error: unknown) => error);
    return isExpected(body) ? { ok: true, body } : reportFailure('fetch-parse-error', body);
  }

  return async function fetchToken(): Promise<FetchedToken> {
    const usual = await fetchUsually();
    return usual.ok || !isLongWorkOfUse(usual) ? usual : fetchByLongWork();
  };
}

function isChallenge(body: unknown): body is Challenge {
  const { parameters, signature } = Object(body);
  return typeof signature === 'string' && Object(parameters).algorithm === 'PBKDF2/SHA-256';
}

function isExchangeResponse(body: unknown): body is { token: string; ttl: string } {
  const { token, ttl } = Object(body);
  return typeof token === 'string' && token !== '' && /^\d+(\.\d+)?s$/.test(ttl);
}
