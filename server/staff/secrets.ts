import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Crockford's base32: without I, L, O and U, which are read as other characters. */
export const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export type Secrets = typeof secrets;

/** Random values and hashes. */
export const secrets = {
  /** A random UUID. */
  id: (): string => randomUUID(),
  /** 256 random bits as text. */
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  /** Random characters of the alphabet, each with the same probability. */
  characters: (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
  /** SHA-256, as text. */
  hash: (text: string) => createHash('sha256').update(text).digest('base64url'),
};
