import * as z from 'zod';
import type { Instant } from './clock.ts';
import type { OrderId } from './orders/order.ts';

/** The work a challenge requires: a blink on a phone, or about ten times that. */
export const Effort = z.enum(['normal', 'long']);
export type Effort = z.infer<typeof Effort>;

const Hex = z.string().regex(/^([0-9a-f]{2})+$/);

/** A proof-of-work challenge in ALTCHA's format. The signature covers all parameters. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: Hex,
    salt: Hex,
    cost: z.int().positive(),
    keyLength: z.int().positive(),
    /** The derived key of a correct solution starts with this. */
    keyPrefix: z.string().regex(/^[0-9a-f]+$/),
    /** Unix seconds. */
    expiresAt: z.int().positive(),
    /** `key` is the id of the signing key. */
    data: z.object({ project: z.string(), app: z.string(), effort: Effort, key: z.string() }),
  }),
  signature: Hex,
});
export type Challenge = z.infer<typeof Challenge>;

/** Checks that a person places the order: its token was issued for a proof. */
export interface BotCheck {
  /** A token authorizes only a few different orders. */
  authorizeOrder(token: string | undefined, orderId: OrderId): Promise<OrderAuthorization>;
  /** The challenge never requires less work than the shop's minimum. */
  createChallenge(effort: Effort): Promise<Challenge>;
  /** Renews the keys in time and deletes expired records. */
  maintain(): Promise<void>;
}

type OrderAuthorization =
  | { ok: true }
  | {
      ok: false;
      /** `unavailable`: the issuer's keys cannot be fetched. */
      reason: 'missing' | 'invalid' | 'expired' | 'used-up' | 'unavailable';
    };

/** What the browser needs to get a token. */
export interface BotCheckSettings {
  /** `{origin}/v1/projects/{project}/apps/{app}`, without an origin if it is the shop's own. */
  exchange: string;
  /** The public `key` parameter of a hosted exchange; null for the shop's own. */
  apiKey: string | null;
  proof:
    | { kind: 'proof-of-work' }
    | { kind: 'recaptcha'; siteKey: string; scriptOrigin: string }
    /** Never in production. */
    | { kind: 'debug'; token: string };
  /** The shop's own exchange, which accepts the long proof of work if the usual proof fails. */
  fallbackExchange: string;
}

/** Bot-check state that all servers of a shop share. */
export interface BotCheckRecords {
  /** All keys for a purpose, newest first. */
  keys(purpose: KeyPurpose): Promise<SharedKey[]>;
  /** @returns false, and writes nothing, if another server has added this generation. */
  addKey(key: SharedKey): Promise<boolean>;
  /** @returns false if the challenge was spent before. */
  spendChallenge(nonce: string, rememberUntil: Instant): Promise<boolean>;
  /**
   * Records that a token authorizes an order. The same order counts once.
   * @returns false if the token has authorized `most` other orders.
   */
  recordTokenUse(token: VerifiedToken, orderId: OrderId, most: number): Promise<boolean>;
  deleteExpired(now: Instant): Promise<void>;
}

export type KeyPurpose = 'token' | 'challenge';

export interface SharedKey {
  purpose: KeyPurpose;
  /** Increases by one. If several servers renew a key at once, the first insert of a generation wins. */
  generation: number;
  id: string;
  secret: string;
  /** The next generation signs from then on. */
  signsUntil: Instant;
  /** Everything the key has signed has expired by then. */
  acceptedUntil: Instant;
}

export interface VerifiedToken {
  id: string;
  expiresAt: Instant;
}
