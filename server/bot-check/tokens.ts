import { createHash, randomUUID } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import type { Clock, Instant } from '#domain/clock.ts';
import type { Log } from '#server/ports.ts';

const TOKEN_SECONDS = 60 * 60;
/** As the hosted service does for a token that is used once. */
const LIMITED_USE_SECONDS = 5 * 60;
/** The issuer of hosted tokens; the service signs it, so it is not configurable. */
const HOSTED_ISSUER = 'https://firebaseappcheck.googleapis.com';

type VerifyResult =
  | { ok: true; token: { id: string; expiresAt: Instant } }
  | { ok: false; reason: 'invalid' | 'expired' | 'unavailable' };

interface TokenClaims {
  issuer: string;
  project: string;
  app: string;
}

/** Tokens that the shop issues. */
export function createOwnTokens(claims: TokenClaims, secret: string, clock: Clock) {
  const algorithm = 'HS256';
  const key = new TextEncoder().encode(secret);
  return {
    /** @returns the answer of App Check's exchange: `ttl` is in seconds, as `3600s`. */
    async issue({ limitedUse }: { limitedUse: boolean }) {
      const issuedAt = Math.floor(Date.parse(clock.now()) / 1000);
      const seconds = limitedUse ? LIMITED_USE_SECONDS : TOKEN_SECONDS;
      const token = await new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuer(claims.issuer)
        .setAudience([`projects/${claims.project}`])
        .setSubject(claims.app)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .setJti(randomUUID())
        .sign(key);
      return { token, ttl: `${seconds}s` };
    },
    verify: (token: string) => verifyToken(token, async () => key, algorithm, claims, clock),
  };
}

export interface HostedTokenSettings {
  projectNumber: string;
  app: string;
  /** Where the service publishes its public keys. */
  keysOrigin: string;
}

/** Tokens that the hosted Firebase App Check issues. */
export function createHostedTokens(settings: HostedTokenSettings, clock: Clock, log: Log) {
  const { projectNumber, app, keysOrigin } = settings;
  const issuer = `${HOSTED_ISSUER}/${projectNumber}`;
  const published = createRemoteJWKSet(new URL('/v1/jwks', keysOrigin));

  const getKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await published(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error;
      log.error({ err: error, origin: keysOrigin }, 'cannot fetch the public keys of App Check');
      throw new KeysUnavailable('The published keys cannot be read.', { cause: error });
    }
  };

  const claims = { issuer, project: projectNumber, app };
  return { issuer, verify: (token: string) => verifyToken(token, getKey, 'RS256', claims, clock) };
}

/** The keys cannot be fetched, so the token may be valid or not. */
class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

async function verifyToken(
  token: string,
  getKey: JWTVerifyGetKey,
  algorithm: 'HS256' | 'RS256',
  { issuer, project, app }: TokenClaims,
  clock: Clock,
): Promise<VerifyResult> {
  try {
    const { payload } = await jwtVerify(token, getKey, {
      // A token must not choose how it is verified.
      algorithms: [algorithm],
      issuer,
      audience: `projects/${project}`,
      subject: app,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(clock.now()),
    });
    const { exp = 0, jti = hashOfSignedPart(token) } = payload;
    return { ok: true, token: { id: jti, expiresAt: new Date(exp * 1000).toISOString() } };
  } catch (error) {
    if (error instanceof KeysUnavailable) return { ok: false, reason: 'unavailable' };
    if (error instanceof errors.JWTExpired) return { ok: false, reason: 'expired' };
    if (error instanceof errors.JOSEError) return { ok: false, reason: 'invalid' };
    throw error;
  }
}

/**
 * Identifies a hosted token without `jti`. The signature is left out, because its last base64url
 * character has several valid forms.
 */
function hashOfSignedPart(token: string): string {
  const signed = token.slice(0, token.lastIndexOf('.'));
  return createHash('sha256').update(signed).digest('base64url');
}
