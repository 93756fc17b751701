import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { BotCheckSettings, Difficulty } from '#domain/bot-check.ts';
import { type BotCheckFailure, reportFailure, type Token } from './token-store.ts';
import { isRejection, storedThrottle, type Throttle, throttleAfter } from './token-timers.ts';

type Proof = { recaptcha_v3_token: string } | { debug_token: string };
type Proven = { ok: true; proof: Proof } | BotCheckFailure;
type FetchedToken = { ok: true; token: Token } | BotCheckFailure;

/** A proof, and where it is exchanged for a token. */
interface Way {
  /** Of its throttle. */
  name: string;
  exchange: string;
  apiKey: string | null;
  prove: () => Promise<Proven>;
}

const REQUEST_TIMEOUT_MS = 15_000;
/** A phone that takes ten seconds on average takes a minute now and then. */
const SOLVE_TIMEOUT_MS: Record<Difficulty, number> = { normal: 45_000, long: 90_000 };

/** @returns a function that exchanges the usual proof for a token, or else a long proof of work. */
export function createTokenFetcher(settings: BotCheckSettings) {
  const { exchange, apiKey, proof, fallbackExchange } = settings;
  const throttles = new Map<string, Throttle>();
  const usual: Way = { name: exchange, exchange, apiKey, prove: () => usualProof(proof) };
  /** Needs more work, but only the shop. */
  const longWork: Way = {
    name: `${fallbackExchange} long`,
    exchange: fallbackExchange,
    apiKey: null,
    prove: () => proofOfWork('long'),
  };

  async function fetchBy({ name, prove, ...way }: Way): Promise<FetchedToken> {
    const throttle = [throttles.get(name), storedThrottle(name).read()].find(
      (each) => each && Date.now() < each.until,
    );
    if (throttle) return reportFailure('throttled', throttle);
    const proven = await prove();
    if (!proven.ok) return proven;
    const fetched = await exchangeProof(proven.proof, way);
    if (fetched.ok) throttles.delete(name);
    // Only a bad status throttles: network and parse errors do not.
    else if (fetched.status !== undefined) noteStatus(name, fetched.status);
    return fetched;
  }

  function noteStatus(name: string, status: number): void {
    const throttle = throttleAfter(status, throttles.get(name), Date.now(), Math.random());
    throttles.set(name, throttle);
    if (isRejection(throttle)) storedThrottle(name).write(throttle);
  }

  return async function fetchToken(): Promise<FetchedToken> {
    const fetched = await fetchBy(usual);
    return fetched.ok || proof.kind === 'proof-of-work' ? fetched : fetchBy(longWork);
  };
}

async function usualProof(usual: BotCheckSettings['proof']): Promise<Proven> {
  if (usual.kind === 'debug') return { ok: true, proof: { debug_token: usual.token } };
  if (usual.kind === 'proof-of-work') return proofOfWork('normal');
  try {
    // Few shops use reCAPTCHA.
    const { recaptchaToken } = await import('./recaptcha.ts');
    return { ok: true, proof: { recaptcha_v3_token: await recaptchaToken(usual) } };
  } catch (error) {
    return reportFailure('bot-check-error', error);
  }
}

/** On the page, which stays responsive: WebCrypto derives keys on other threads. */
async function proofOfWork(difficulty: Difficulty): Promise<Proven> {
  const called = await callJson(`/api/bot-check/challenge?difficulty=${difficulty}`, isChallenge);
  if (!called.ok) return called;
  const challenge = called.body;
  try {
    const timeout = SOLVE_TIMEOUT_MS[difficulty];
    const solution = await solveChallenge({ challenge, deriveKey, timeout });
    if (!solution) return reportFailure('bot-check-error', `Not solved in ${timeout} ms`);
    return {
      ok: true,
      proof: { recaptcha_v3_token: btoa(JSON.stringify({ challenge, solution })) },
    };
  } catch (error) {
    return reportFailure('bot-check-error', error);
  }
}

async function exchangeProof(
  proof: Proof,
  { exchange, apiKey }: Pick<Way, 'exchange' | 'apiKey'>,
): Promise<FetchedToken> {
  const method = 'debug_token' in proof ? 'exchangeDebugToken' : 'exchangeRecaptchaV3Token';
  const key = apiKey === null ? '' : `?key=${encodeURIComponent(apiKey)}`;
  const called = await callJson(`${exchange}:${method}${key}`, isExchangeResponse, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(proof),
  });
  if (!called.ok) return called;
  const { token, ttl } = called.body;
  // By the browser's clock, which may differ from the server's: only the lifetime counts.
  const issuedAt = Date.now();
  return {
    ok: true,
    token: { token, issuedAt, expiresAt: issuedAt + Number.parseFloat(ttl) * 1000 },
  };
}

async function callJson<T>(
  url: string,
  isExpected: (body: unknown) => body is T,
  init: RequestInit = {},
): Promise<{ ok: true; body: T } | BotCheckFailure> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  } catch (error) {
    return reportFailure('fetch-network-error', error);
  }
  const { ok, status } = response;
  if (!ok) return { ...reportFailure('fetch-status-error', status), status };
  const body: unknown = await response.json().catch((error: unknown) => error);
  return isExpected(body) ? { ok: true, body } : reportFailure('fetch-parse-error', body);
}

function isChallenge(body: unknown): body is Challenge {
  const { parameters, signature } = Object(body);
  return typeof signature === 'string' && Object(parameters).algorithm === 'PBKDF2/SHA-256';
}

function isExchangeResponse(body: unknown): body is { token: string; ttl: string } {
  const { token, ttl } = Object(body);
  return typeof token === 'string' && token !== '' && /^\d+(\.\d+)?s$/.test(ttl);
}
