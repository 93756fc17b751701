import * as z from 'zod';

/** How much work a challenge asks for: a blink on a phone, or about ten times that. */
export const Effort = z.enum(['normal', 'long']);
export type Effort = z.infer<typeof Effort>;

const Hex = z.string().regex(/^([0-9a-f]{2})+$/);

/** A proof of work to be done, as ALTCHA has it; signed, so that it comes back as it was given. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: Hex,
    salt: Hex,
    cost: z.int().positive(),
    keyLength: z.int().positive(),
    /** What the derived key of a right answer starts with. */
    keyPrefix: z.string().regex(/^[0-9a-f]+$/),
    /** Unix seconds. */
    expiresAt: z.int().positive(),
    /** The site it was given for, how much work it is, and which key has signed it. */
    data: z.object({ project: z.string(), app: z.string(), effort: Effort, key: z.string() }),
  }),
  signature: Hex,
});
export type Challenge = z.infer<typeof Challenge>;
