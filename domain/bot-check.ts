import * as z from 'zod';

/** The work a challenge requires: a blink on a phone, or about ten times that. */
export const Difficulty = z.enum(['normal', 'long']);
export type Difficulty = z.infer<typeof Difficulty>;

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
  }),
  signature: Hex,
});
export type Challenge = z.infer<typeof Challenge>;

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
