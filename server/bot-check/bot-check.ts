import type { Kysely } from 'kysely';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { Clock } from '#domain/clock.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { readSecret } from '#server/db/shared-secret.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Env } from '#server/env.ts';
import type { Log } from '#server/log.ts';
import { createExchange, invalidProof, OWN_EXCHANGE, type ProofResult } from './exchange.ts';
import { createProofOfWork, parsePayload } from './proof-of-work.ts';
import { createRecaptcha } from './recaptcha.ts';
import { createHostedTokens, createOwnTokens, recordUse } from './tokens.ts';

/** `origin` is the shop's public address. */
export type BotCheckOptions = Env['botCheck'] & { origin: string };

/** A corrected order gets a new id: a few orders per token, so that one cake takes one check. */
const MAX_ORDERS_PER_TOKEN = 5;

type OrderAuthorization =
  | { ok: true }
  | {
      ok: false;
      /** `unavailable`: the issuer's keys cannot be fetched. */
      reason: 'missing' | 'invalid' | 'expired' | 'used-up' | 'unavailable';
    };

/** Checks that a person places the order: issues tokens for proofs, and authorizes orders by their tokens. */
export type BotCheck = Awaited<ReturnType<typeof createBotCheck>>;

export async function createBotCheck(
  options: BotCheckOptions,
  { db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: Log },
) {
  const { debugTokens } = options;
  // Signs challenges and tokens. No challenge is a token: it is JSON, a token is base64url.
  const secret = await readSecret(db, 'bot-check');
  const own = createOwnTokens(options.origin, secret, clock);
  const hosted = options.hosted && createHostedTokens(options.hosted, clock, log);
  const checkRecaptcha = createRecaptcha(options.origin, options.recaptcha, log);
  const proofOfWork = createProofOfWork({
    secret,
    // As the alternative to reCAPTCHA, it must not be the easier way.
    minimumDifficulty: options.recaptcha ? 'long' : 'normal',
    workFactor: options.workFactor,
    db,
    clock,
  });

  async function checkProof(proof: string): Promise<ProofResult> {
    const payload = parsePayload(proof);
    if (payload) return proofOfWork.check(payload);
    return checkRecaptcha?.(proof) ?? invalidProof('This is no proof of work.');
  }

  async function checkDebugToken(token: string): Promise<ProofResult> {
    if (debugTokens.length === 0) {
      return { ok: false, reason: 'disabled', message: 'Debug tokens are not taken here.' };
    }
    return debugTokens.includes(token)
      ? { ok: true }
      : invalidProof('This is no debug token of ours.');
  }

  return {
    /** A token authorizes only a few different orders. */
    async authorizeOrder(token: string | undefined, orderId: OrderId): Promise<OrderAuthorization> {
      if (!token) return { ok: false, reason: 'missing' };
      const verified = await (own.isOwn(token) ? own : (hosted ?? own)).verify(token);
      if (!verified.ok) return verified;
      const isFree = await recordUse(db, verified.token, orderId, MAX_ORDERS_PER_TOKEN);
      return isFree ? { ok: true } : { ok: false, reason: 'used-up' };
    },
    /** The challenge never requires less work than the shop's minimum. */
    createChallenge: proofOfWork.createChallenge,
    /** Routes that exchange a proof for a token. */
    exchange: createExchange({ issueToken: own.issue, checkProof, checkDebugToken, log }),
    browserSettings: browserSettings(options),
  };
}

/** The part of the options that pages contain; nothing secret. */
function browserSettings(options: BotCheckOptions): BotCheckSettings {
  const { hosted } = options;
  const ownExchange = `/v1${OWN_EXCHANGE}`;
  const proof = browserProof(options);
  // A hosted exchange does not know the shop's own debug tokens.
  const isHosted = hosted !== undefined && proof.kind !== 'debug';
  return {
    exchange: isHosted
      ? `${hosted.exchangeOrigin}/v1/projects/${hosted.projectNumber}/apps/${hosted.app}`
      : ownExchange,
    apiKey: isHosted ? hosted.apiKey : null,
    proof,
    fallbackExchange: ownExchange,
  };
}

function browserProof({ debugTokens, recaptcha }: BotCheckOptions): BotCheckSettings['proof'] {
  const [debugToken] = debugTokens;
  if (debugToken) return { kind: 'debug', token: debugToken };
  if (!recaptcha) return { kind: 'proof-of-work' };
  return { kind: 'recaptcha', siteKey: recaptcha.siteKey, scriptOrigin: recaptcha.origin };
}
