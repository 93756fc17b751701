import { randomUUID } from 'node:crypto';
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { freshSqlite } from '#test/both-databases.ts';
import { movableClock, openBotCheck } from '#test/open-bot-check.ts';

const Jwks = z.object({ keys: z.tuple([z.object({ kid: z.string(), n: z.string() })]) });
const Stored = z.object({ kty: z.string(), n: z.string(), e: z.string(), d: z.string() });

async function open() {
  const clock = movableClock();
  const database = await (await freshSqlite()).open();
  const server = openBotCheck(database, clock, { debugTokens: ['let-me-in'] });
  const { authorizeOrder } = server.botCheck;
  return {
    ...server,
    clock,
    database,
    place: (token?: string) => authorizeOrder(token, randomUUID()),
  };
}

/** Signs with the shop's own key. */
async function signer({ database, clock, token }: Awaited<ReturnType<typeof open>>) {
  await token();
  const [stored] = await database.botCheckRecords.keys('token');
  if (!stored) throw new Error('There is a key by now.');
  const key = await importJWK(Stored.loose().parse(JSON.parse(stored.secret)), 'RS256');
  const now = Math.floor(Date.parse(clock.now()) / 1000);
  const good: JWTPayload = {
    iss: 'https://cakes.example/v1/projects/battenberg',
    aud: ['projects/battenberg'],
    sub: 'web',
    iat: now,
    exp: now + 3600,
    jti: randomUUID(),
  };
  const sign = (claims: JWTPayload, header: object = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: stored.id, ...header })
      .sign(key);
  return { good, sign, kid: stored.id };
}

describe('a token', () => {
  test('authorizes five orders, each any number of times, and then no other', async () => {
    const { botCheck, token } = await open();
    const given = await token();
    const orders = Array.from({ length: 5 }, () => randomUUID());
    for (const order of [...orders, ...orders]) {
      expect(await botCheck.authorizeOrder(given, order)).toEqual({ ok: true });
    }
    const refused = await botCheck.authorizeOrder(given, randomUUID());
    expect(refused).toEqual({ ok: false, reason: 'used-up' });
    expect(await botCheck.authorizeOrder(await token(), randomUUID())).toEqual({ ok: true });
  });

  test('is valid for an hour', async () => {
    const { place, token, clock } = await open();
    const given = await token();
    clock.forward(3598);
    expect(await place(given)).toEqual({ ok: true });
    clock.forward(2);
    expect(await place(given)).toEqual({ ok: false, reason: 'expired' });
  });

  test('is missing or malformed', async () => {
    const { place } = await open();
    expect(await place()).toEqual({ ok: false, reason: 'missing' });
    expect(await place('')).toEqual({ ok: false, reason: 'missing' });
    for (const nonsense of ['token', '..', 'a.b.c', '{}', 'null']) {
      expect(await place(nonsense)).toEqual({ ok: false, reason: 'invalid' });
    }
  });

  test('is accepted only with all claims of this site', async () => {
    const shop = await open();
    const { good, sign } = await signer(shop);
    expect(await shop.place(await sign(good))).toEqual({ ok: true });

    const foreign: Partial<JWTPayload>[] = [
      { iss: 'https://cakes.example/v1/projects/another' },
      { iss: 'https://elsewhere.example/v1/projects/battenberg' },
      { iss: 'https://firebaseappcheck.googleapis.com/1234567890' },
      { aud: ['projects/another'] },
      { sub: 'another' },
    ];
    for (const claims of foreign) {
      const token = await sign({ ...good, ...claims, jti: randomUUID() });
      expect(await shop.place(token)).toEqual({ ok: false, reason: 'invalid' });
    }
    for (const missing of ['iss', 'aud', 'sub', 'iat', 'exp']) {
      const { [missing]: _, ...rest } = good;
      expect(await shop.place(await sign(rest))).toEqual({ ok: false, reason: 'invalid' });
    }
  });

  test('is rejected without a valid signature of the shop’s key', async () => {
    const shop = await open();
    const { good, sign, kid } = await signer(shop);
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const { n } = Jwks.parse(await shop.jwks()).keys[0];
    const signWith = (key: Parameters<SignJWT['sign']>[0], header: object) =>
      new SignJWT(good).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key);
    const [head = '', , signature = ''] = (await sign(good)).split('.');
    const longer = Buffer.from(JSON.stringify({ ...good, exp: 4_000_000_000 }));

    const forged = [
      await signWith(privateKey, {}),
      await signWith(privateKey, { kid: randomUUID() }),
      // With a key in its own header.
      await signWith(privateKey, { jwk }),
      // Signed with the public key as a shared secret.
      await signWith(new TextEncoder().encode(n), { alg: 'HS256' }),
      new UnsecuredJWT(good).encode(),
      `${head}.${longer.toString('base64url')}.${signature}`,
      `${head}..${signature}`,
    ];
    for (const token of forged) {
      expect(await shop.place(token)).toEqual({ ok: false, reason: 'invalid' });
    }
  });
});
