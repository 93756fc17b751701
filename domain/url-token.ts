import { matching } from './guard.ts';

/** Crockford's base32 in lower case: without I, L, O and U, which are read as other characters. */
const CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** 130 random bits, for a URL that is a secret. The log removes what looks like it (server/log.ts). */
export function newUrlToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
}

export const isUrlToken = matching(/^[0-9a-hjkmnp-tv-z]{26}$/);
