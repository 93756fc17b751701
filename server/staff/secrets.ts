import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { base32Of, URL_TOKEN_LENGTH } from '#domain/url-token.ts';

const TOKEN_BYTES = 32;

/** Random values and hashes. */
export const secrets = {
  /** A random UUID. */
  id: (): string => randomUUID(),
  /** 256 random bits as text. */
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  base32,
  /** 130 random bits, for a URL that is a secret. The log removes what looks like it (server/log.ts). */
  urlToken: () => base32Of(randomBytes(URL_TOKEN_LENGTH)),
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
  return base32Of(randomBytes(length)).toUpperCase();
}
