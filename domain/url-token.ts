import { matching } from './guard.ts';

/** Of a URL that is a secret, as servers and browsers make it: 130 random bits in Crockford's base32, in lower case. */
export const isUrlToken = matching(/^[0-9a-hjkmnp-tv-z]{26}$/);
