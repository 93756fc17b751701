import { randomUUID } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { Challenge, type Effort } from '#domain/bot-check.ts';
import type { Clock } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import type { Tables } from '#server/db/tables.ts';
import { invalidProof, type ProofResult } from './exchange.ts';
import { recordUse } from './uses.ts';

/**
 * Two hex digits take 256 tries on average, three take 4,096: 0.1 s or 1 s on one thread of a desktop
 * computer, about five times that on a phone. Verifying takes one try.
 */
const WORK = {
  normal: { cost: 2_500, keyPrefix: '00', seconds: 10 * 60 },
  long: { cost: 1_600, keyPrefix: '000', seconds: 20 * 60 },
} as const satisfies Record<Effort, object>;

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});
type Payload = z.infer<typeof Payload>;

interface ProofOfWorkSettings {
  /** Challenges of other sites are rejected. */
  site: { project: string; app: string };
  secret: string;
  minimumEffort: Effort;
  db: Kysely<Tables>;
  clock: Clock;
}

/** Challenges that are cheap for one visitor and expensive for many robots. Each buys one token. */
export function createProofOfWork(settings: ProofOfWorkSettings) {
  const { site, secret, minimumEffort, db, clock } = settings;
  return {
    async createChallenge(requested: Effort): Promise<Challenge> {
      const effort = minimumEffort === 'long' ? 'long' : requested;
      const { cost, keyPrefix, seconds } = WORK[effort];
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        deriveKey,
        cost,
        keyPrefix,
        expiresAt: Math.floor(Date.parse(clock.now()) / 1000) + seconds,
        data: { ...site, effort },
        hmacSignatureSecret: secret,
      });
      return Challenge.parse(challenge);
    },

    async check({ challenge, solution }: Payload): Promise<ProofResult> {
      const { nonce, expiresAt, data } = challenge.parameters;
      const { verified, expired, invalidSignature } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: secret,
      });
      if (expired) return invalidProof('The challenge has expired.');
      if (invalidSignature) return invalidProof('The challenge is not one of ours.');
      // After the signature: another number may be no date.
      const expiry = new Date(expiresAt * 1000).toISOString();
      if (expiry <= clock.now()) return invalidProof('The challenge has expired.');
      if (!verified) return invalidProof('The answer is wrong.');
      if (data.project !== site.project || data.app !== site.app) {
        return invalidProof('The challenge is another site’s.');
      }
      const isUnspent = await recordUse(db, { id: nonce, expiresAt: expiry }, randomUUID(), 1);
      return isUnspent ? { ok: true } : invalidProof('The challenge has been used.');
    },
  };
}

/** Reads what ALTCHA's clients send: JSON in base64. @returns undefined for anything else. */
export function parsePayload(text: string): Payload | undefined {
  return Payload.safeParse(parseJson(Buffer.from(text, 'base64').toString())).data;
}
