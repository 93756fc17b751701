import { pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { Challenge, type Difficulty } from '#domain/bot-check.ts';
import type { Clock } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import type { Tables } from '#server/db/tables.ts';
import { invalidProof, type ProofResult } from './exchange.ts';
import { hmac, isSameText, recordUse } from './tokens.ts';

/**
 * Two hex digits take 256 tries on average, three take 4,096: 0.1 s or 1 s on one thread of a desktop
 * computer, about five times that on a phone. Verifying takes one try.
 */
const WORK = {
  normal: { cost: 2_500, keyPrefix: '00', seconds: 10 * 60 },
  long: { cost: 1_600, keyPrefix: '000', seconds: 20 * 60 },
} as const satisfies Record<Difficulty, object>;
const KEY_BYTES = 32;

const Payload = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.uint32(), derivedKey: z.string() }),
});
type Payload = z.infer<typeof Payload>;
type Parameters = Challenge['parameters'];

interface ProofOfWorkSettings {
  secret: string;
  minimumDifficulty: Difficulty;
  workFactor: number;
  db: Kysely<Tables>;
  clock: Clock;
}

/**
 * Challenges that ALTCHA's clients solve: cheap for one visitor and expensive for many robots. Each buys one token.
 * Uses node:crypto, because altcha-lib's HMACs are jobs of WebCrypto, which take longer than the HMAC itself.
 */
export function createProofOfWork(settings: ProofOfWorkSettings) {
  const { secret, minimumDifficulty, workFactor, db, clock } = settings;

  /** Parsed parameters have the order of the schema, whatever the order in which they were sent. */
  const signatureOf = (parsed: Parameters) => hmac(secret, JSON.stringify(parsed), 'hex');

  return {
    createChallenge(requested: Difficulty): Challenge {
      const difficulty = minimumDifficulty === 'long' ? 'long' : requested;
      const { cost, keyPrefix, seconds } = WORK[difficulty];
      const parameters = Challenge.shape.parameters.parse({
        algorithm: 'PBKDF2/SHA-256',
        nonce: randomBytes(16).toString('hex'),
        salt: randomBytes(16).toString('hex'),
        cost: Math.ceil(cost * workFactor),
        keyLength: KEY_BYTES,
        keyPrefix,
        expiresAt: Math.floor(Date.parse(clock.now()) / 1000) + seconds,
      });
      return { parameters, signature: signatureOf(parameters) };
    },

    async check({ challenge, solution }: Payload): Promise<ProofResult> {
      const { parameters, signature } = challenge;
      if (!isSameText(signature, signatureOf(parameters))) {
        return invalidProof('The challenge is not one of ours.');
      }
      const { nonce, expiresAt } = parameters;
      const expiry = new Date(expiresAt * 1000).toISOString();
      if (expiry <= clock.now()) return invalidProof('The challenge has expired.');
      if (!isSolution(parameters, solution)) return invalidProof('The answer is wrong.');
      const isUnspent = await recordUse(db, { id: nonce, expiresAt: expiry }, randomUUID(), 1);
      return isUnspent ? { ok: true } : invalidProof('The challenge has been used.');
    },
  };
}

/** Derives the key of the counter, a big-endian number behind the nonce. */
function isSolution(
  { nonce, salt, cost, keyLength, keyPrefix }: Parameters,
  { counter, derivedKey }: Payload['solution'],
): boolean {
  const password = Buffer.alloc(nonce.length / 2 + 4);
  password.write(nonce, 'hex');
  password.writeUInt32BE(counter, nonce.length / 2);
  const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256');
  const hex = key.toString('hex');
  return hex === derivedKey && hex.startsWith(keyPrefix);
}

/** Reads what ALTCHA's clients send: JSON in base64. @returns undefined for anything else. */
export function parsePayload(text: string): Payload | undefined {
  return Payload.safeParse(parseJson(Buffer.from(text, 'base64').toString())).data;
}
