import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Clock, Instant } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Env } from '#server/env.ts';
import type { Log } from '#server/log.ts';

const TOKEN_SECONDS = 60 * 60;
/** The issuer of hosted tokens; the service signs it, so it is not configurable. */
const HOSTED_ISSUER = 'https://firebaseappcheck.googleapis.com';

type VerifyResult =
  | { ok: true; token: { id: string; expiresAt: Instant } }
  | { ok: false; reason: 'invalid' | 'expired' | 'unavailable' };

/** All own tokens begin with it, so no token can choose how it is verified. */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

const Claims = z.object({ iss: z.string(), exp: z.int(), jti: z.string() });

/**
 * JSON Web Tokens that the shop issues and nobody else reads. Uses node:crypto like `createProofOfWork`.
 * @param issuer a shop on a copy of the database has the same secret, and another origin.
 */
export function createOwnTokens(issuer: string, secret: string, clock: Clock) {
  const sign = (payload: string) => {
    const signed = `${HEADER}.${payload}`;
    return `${signed}.${hmac(secret, signed, 'base64url')}`;
  };
  return {
    /** @returns the answer of App Check's exchange: `ttl` is in seconds, as `3600s`. */
    issue() {
      const exp = Math.floor(Date.parse(clock.now()) / 1000) + TOKEN_SECONDS;
      return {
        token: sign(encode({ iss: issuer, exp, jti: randomUUID() })),
        ttl: `${TOKEN_SECONDS}s`,
      };
    },

    isOwn: (token: string) => token.startsWith(`${HEADER}.`),

    verify(token: string): VerifyResult {
      const [, payload = ''] = token.split('.');
      if (!isSameText(token, sign(payload))) return { ok: false, reason: 'invalid' };
      const { data } = Claims.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()));
      if (data?.iss !== issuer) return { ok: false, reason: 'invalid' };
      const expiresAt = new Date(data.exp * 1000).toISOString();
      if (expiresAt <= clock.now()) return { ok: false, reason: 'expired' };
      return { ok: true, token: { id: data.jti, expiresAt } };
    },
  };
}

function encode(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}

/** Tokens that the hosted Firebase App Check issues. */
export function createHostedTokens(
  settings: NonNullable<Env['botCheck']['hosted']>,
  clock: Clock,
  log: Log,
) {
  const { projectNumber, app, keysOrigin } = settings;
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

  return {
    async verify(token: string): Promise<VerifyResult> {
      try {
        const { payload } = await jwtVerify(token, getKey, {
          // A token must not choose how it is verified.
          algorithms: ['RS256'],
          issuer: `${HOSTED_ISSUER}/${projectNumber}`,
          audience: `projects/${projectNumber}`,
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
    },
  };
}

/** The keys cannot be fetched, so the token may be valid or not. */
class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

/**
 * Identifies a hosted token without `jti`. The signature is left out, because its last base64url
 * character has several valid forms.
 */
function hashOfSignedPart(token: string): string {
  const signed = token.slice(0, token.lastIndexOf('.'));
  return createHash('sha256').update(signed).digest('base64url');
}

export function hmac(secret: string, text: string, encoding: 'hex' | 'base64url'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

/** In constant time for texts of one length. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Records what a challenge or a token is used for. The same purpose counts once.
 * @returns false if it has served `most` other purposes.
 */
export async function recordUse(
  db: Kysely<Tables>,
  { id, expiresAt }: { id: string; expiresAt: Instant },
  purpose: string,
  most: number,
): Promise<boolean> {
  // Terminates: an insert fails only if a concurrent use has taken the slot.
  for (;;) {
    const uses = await db
      .selectFrom('bot_check_uses')
      .select('purpose')
      .where('id', '=', id)
      .execute();
    if (uses.some((use) => use.purpose === purpose)) return true;
    if (uses.length >= most) return false;
    const { numInsertedOrUpdatedRows: inserted } = await db
      .insertInto('bot_check_uses')
      .values({ id, slot: uses.length, purpose, expires_at: expiresAt })
      .onConflict((taken) => taken.doNothing())
      .executeTakeFirstOrThrow();
    if (inserted === 1n) return true;
  }
}

export async function deleteExpiredUses({
  db,
  clock,
}: {
  db: Kysely<Tables>;
  clock: Clock;
}): Promise<void> {
  await db.deleteFrom('bot_check_uses').where('expires_at', '<=', clock.now()).execute();
}
