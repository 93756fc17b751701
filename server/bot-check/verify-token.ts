import { createHash } from 'node:crypto';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { VerifiedToken } from '#domain/bot-check/records.ts';
import type { Clock } from '#domain/clock.ts';

export type Verified =
  | { ok: true; token: VerifiedToken }
  | { ok: false; reason: 'invalid' | 'expired' | 'unavailable' };

/** Whose tokens are meant, and for what. */
export interface TokenClaims {
  issuer: string;
  project: string;
  app: string;
}

/** Thrown by a source of keys that cannot be asked: the token may be right or wrong. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

/** Whether a token is what it says: signed with one of the keys, for this app, and still good. */
export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, project, app }: TokenClaims,
  clock: Clock,
): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      // Named, so that a token cannot choose how it is checked.
      algorithms: ['RS256'],
      issuer,
      audience: `projects/${project}`,
      subject: app,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(clock.now()),
    });
    const { exp = 0, jti = nameOf(token) } = payload;
    return { ok: true, token: { id: jti, expiresAt: new Date(exp * 1000).toISOString() } };
  } catch (error) {
    if (error instanceof KeysUnavailable) return { ok: false, reason: 'unavailable' };
    if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired' };
    if (error instanceof errors.JOSEError) return { ok: false, reason: 'invalid' };
    throw error;
  }
}

/**
 * A hosted token may have no `jti`. What is signed names it as well; its signature would not, because
 * the last letter can be written in several ways.
 */
function nameOf(token: string): string {
  const signed = token.slice(0, token.lastIndexOf('.'));
  return createHash('sha256').update(signed).digest('base64url');
}
