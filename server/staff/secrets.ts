import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Crockford's base32: without I, L, O and U, which are read as other characters. */
export const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What `urlToken` makes. */
const URL_TOKEN = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** Random values and hashes. */
export const secrets = {
  /** A random UUID. */
  id: (): string => randomUUID(),
  /** 256 random bits as text. */
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  /** Random characters of the alphabet, each with the same probability. */
  characters,
  /** 130 random bits, for a URL that is a secret. The log removes what looks like it (server/log.ts). */
  urlToken: () => characters(BASE32.toLowerCase(), 26),
  /** SHA-256, as text. */
  hash: (text: string) => createHash('sha256').update(text).digest('base64url'),
};

export function isUrlToken(text: string): boolean {
  return URL_TOKEN.test(text);
}

function characters(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
