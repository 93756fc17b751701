import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { readSecret } from '#server/db/shared-secret.ts';
import { freshSqlite } from '#test/both-databases.ts';
import { movableClock, openBotCheck } from '#test/open-bot-check.ts';

async function open() {
  const clock = movableClock();
  const database = await (await freshSqlite()).open();
  const server = await openBotCheck(database, clock, { debugTokens: ['let-me-in'] });
  const { authorizeOrder } = server.botCheck;
  return {
    ...server,
    clock,
    database,
    place: (token?: string) => authorizeOrder(token, randomUUID()),
  };
}

/** Signs with the shop's own secret. */
async function signer({ database, clock }: Awaited<ReturnType<typeof open>>) {
  const key = new TextEncoder().encode(await readSecret(database.db, 'bot-check'));
  const now = Math.floor(Date.parse(clock.now()) / 1000);
  const good: JWTPayload = {
    iss: 'https://cakes.example',
    exp: now + 3600,
    jti: randomUUID(),
  };
  const sign = (claims: JWTPayload, header: object = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header }).sign(key);
  return { good, sign, key };
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

  test('is accepted only with all claims of this shop', async () => {
    const shop = await open();
    const { good, sign } = await signer(shop);
    expect(await shop.place(await sign(good))).toEqual({ ok: true });
    const foreign = await sign({ ...good, iss: 'https://elsewhere.example', jti: randomUUID() });
    expect(await shop.place(foreign)).toEqual({ ok: false, reason: 'invalid' });
    for (const missing of ['iss', 'exp', 'jti']) {
      const { [missing]: _, ...rest } = good;
      expect(await shop.place(await sign(rest))).toEqual({ ok: false, reason: 'invalid' });
    }
  });

  test('is rejected without a valid signature of the shop’s secret', async () => {
    const shop = await open();
    const { good, sign, key } = await signer(shop);
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const own = new TextEncoder().encode('A secret of the sender’s own, 32 bytes or more.');
    const signWith = (signingKey: Parameters<SignJWT['sign']>[0], header: object) =>
      new SignJWT(good).setProtectedHeader({ alg: 'HS256', ...header }).sign(signingKey);
    const [head = '', , signature = ''] = (await sign(good)).split('.');
    const longer = Buffer.from(JSON.stringify({ ...good, exp: 4_000_000_000 }));

    const forged = [
      await signWith(own, {}),
      await signWith(privateKey, { alg: 'RS256' }),
      // With a key in its own header.
      await signWith(privateKey, { alg: 'RS256', jwk }),
      // With the right secret, but another algorithm.
      await signWith(key, { alg: 'HS384' }),
      new UnsecuredJWT(good).encode(),
      `${head}.${longer.toString('base64url')}.${signature}`,
      `${head}..${signature}`,
    ];
    for (const token of forged) {
      expect(await shop.place(token)).toEqual({ ok: false, reason: 'invalid' });
    }
  });
});
