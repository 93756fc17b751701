import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Crockford's base32: without I, L, O and U, which are read as other characters. */
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random values and hashes. */
export const secrets = {
  /** A random UUID. */
  id: (): string => randomUUID(),
  /** 256 random bits as text. */
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  base32,
  /** 130 random bits, for a URL that is a secret. The log removes what looks like it (server/log.ts). */
  urlToken: () => base32(26).toLowerCase(),
  /** SHA-256, as text. */
  hash: (text: string) => createHash('sha256').update(text).digest('base64url'),
};

/** Reads base32 as people type it: in lower case, with hyphens, with O for 0. */
export function readBase32(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

/** Random characters, five bits each, that can be read out and typed. */
function base32(length: number): string {
  return Array.from({ length }, () => BASE32[randomInt(BASE32.length)]).join('');
}
