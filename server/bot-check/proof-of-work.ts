import { randomBytes } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import { Challenge, type Effort } from '#domain/bot-check/challenge.ts';
import type { BotCheckRecords } from '#domain/bot-check/records.ts';
import type { Clock } from '#domain/clock.ts';
import { createKeyRing } from './key-ring.ts';
import type { ProofVerdict } from './proof.ts';

/**
 * A key is found after 256 tries on average, or 4,096 for three hex digits. So one thread of a desk
 * computer works 0.1 s or 1 s, a phone some five times that; checking an answer takes one try.
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
  /** A challenge of another site is worth nothing here. */
  site: { project: string; app: string };
  /** No challenge asks for less. */
  leastEffort: Effort;
  records: BotCheckRecords;
  clock: Clock;
}

/** Challenges that cost a visitor nothing and a thousand robots a lot; each is good for one token. */
export function createProofOfWork({ site, leastEffort, records, clock }: ProofOfWorkSettings) {
  const keyRing = createKeyRing({
    purpose: 'challenge',
    makeSecret: async () => randomBytes(32).toString('base64url'),
    outlives: WORK.long.seconds,
    records,
    clock,
  });

  async function newChallenge(asked: Effort): Promise<Challenge> {
    const effort = leastEffort === 'long' ? 'long' : asked;
    const { cost, keyPrefix, seconds } = WORK[effort];
    const { id, secret } = await keyRing.current();
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      deriveKey,
      cost,
      keyPrefix,
      expiresAt: Math.floor(Date.parse(clock.now()) / 1000) + seconds,
      data: { ...site, effort, key: id },
      hmacSignatureSecret: secret,
    });
    return Challenge.parse(challenge);
  }

  async function check({ challenge, solution }: Payload): Promise<ProofVerdict> {
    const { nonce, expiresAt, data } = challenge.parameters;
    const signedWith = (await keyRing.accepted()).find(({ id }) => id === data.key);
    if (!signedWith) return invalid('The challenge is not one of ours.');
    const { verified, expired, invalidSignature } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: signedWith.secret,
    });
    const expiry = new Date(expiresAt * 1000).toISOString();
    if (expired || expiry <= clock.now()) return invalid('The challenge has expired.');
    if (invalidSignature) return invalid('The challenge is not one of ours.');
    if (!verified) return invalid('The answer is wrong.');
    if (data.project !== site.project || data.app !== site.app) {
      return invalid('The challenge is another site’s.');
    }
    if (!(await records.spendChallenge(nonce, expiry))) {
      return invalid('The challenge has been used.');
    }
    return { ok: true };
  }

  return { newChallenge, check, renewKey: keyRing.current };
}

/** What ALTCHA's clients send: JSON in base64. @returns undefined when it is something else. */
export function readPayload(text: string): Payload | undefined {
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(text, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}

function invalid(message: string): ProofVerdict {
  return { ok: false, reason: 'invalid', message };
}
