import { matching } from './guard.ts';

/** Of a URL that is a secret, as servers and browsers make it: 130 random bits in Crockford's base32, in lower case. */
export const isUrlToken = matching(/^[0-9a-hjkmnp-tv-z]{26}$/);

export const URL_TOKEN_LENGTH = 26;

/** Crockford's: without I, L, O and U, which are read as other characters. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** Characters of five bits each. @param bytes random ones, one for each character. */
export function base32Of(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => BASE32[byte % BASE32.length]).join('');
}
