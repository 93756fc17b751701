import { createHmac, timingSafeEqual } from 'node:crypto';

export function hmac(secret: string, text: string, encoding: 'hex' | 'base64url'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

/** In constant time for texts of one length. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
