import { randomUUID } from 'node:crypto';
import {
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose';
import * as z from 'zod';
import type { BotCheckRecords, SharedKey } from '#domain/bot-check/records.ts';
import { type Clock, plusSeconds } from '#domain/clock.ts';
import { createKeyRing } from './key-ring.ts';
import { type TokenClaims, type Verified, verifyToken } from './verify-token.ts';

const ALGORITHM = 'RS256';
const TOKEN_SECONDS = 60 * 60;
/** What the hosted service gives a token that is meant for one call. */
const LIMITED_USE_SECONDS = 5 * 60;
/** To import a key takes longer than to check a token; but one that somebody deletes is soon gone. */
const IMPORTED_SECONDS = 60;

const PublicKey = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string() });
const PrivateKey = PublicKey.extend({
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});

export interface MintedToken {
  token: string;
  /** In seconds, as `3600s`. */
  ttl: string;
}

/** The tokens that the shop gives out itself, with keys that all its servers share. */
export function createOwnTokens(claims: TokenClaims, records: BotCheckRecords, clock: Clock) {
  const keyRing = createKeyRing({
    purpose: 'token',
    makeSecret: makePrivateKey,
    outlives: TOKEN_SECONDS,
    records,
    clock,
  });

  let imported: Awaited<ReturnType<typeof importKeys>> | undefined;

  async function mint({ limitedUse }: { limitedUse: boolean }): Promise<MintedToken> {
    const { id, secret } = await keyRing.current();
    const key = await importJWK(PrivateKey.parse(JSON.parse(secret)), ALGORITHM);
    const issuedAt = Math.floor(Date.parse(clock.now()) / 1000);
    const seconds = limitedUse ? LIMITED_USE_SECONDS : TOKEN_SECONDS;
    const token = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: id })
      .setIssuer(claims.issuer)
      .setAudience([`projects/${claims.project}`])
      .setSubject(claims.app)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .setJti(randomUUID())
      .sign(key);
    return { token, ttl: `${seconds}s` };
  }

  /** The public halves, for whoever wants to check a token. */
  async function jwks(): Promise<JSONWebKeySet> {
    return { keys: (await keyRing.accepted()).map(publicKey) };
  }

  const keys: JWTVerifyGetKey = async (header, token) => {
    if (!imported || clock.now() > imported.until) imported = await importKeys();
    try {
      return await imported.keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // Another server may have made one since.
      imported = await importKeys();
      return imported.keys(header, token);
    }
  };

  async function importKeys() {
    const until = plusSeconds(clock.now(), IMPORTED_SECONDS);
    return { until, keys: createLocalJWKSet(await jwks()) };
  }

  const verify = (token: string): Promise<Verified> => verifyToken(token, keys, claims, clock);

  return { mint, verify, jwks, renewKey: keyRing.current };
}

async function makePrivateKey(): Promise<string> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

function publicKey({ id, secret }: SharedKey) {
  // Parsed down to what everybody may know: the private members do not get through.
  return { ...PublicKey.parse(JSON.parse(secret)), kid: id, alg: ALGORITHM, use: 'sig' };
}
