import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { solve } from '#test/bot-check-tokens.ts';
import { freshSqlite } from '#test/both-databases.ts';
import { movableClock, openBotCheck } from '#test/open-bot-check.ts';

const APP = '1:1234567890:web:abc';
const Minted = z.object({ token: z.string() });

/** A server with the public keys of Firebase App Check, and tokens like theirs. */
async function openHosted() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'hosted', alg: 'RS256', use: 'sig' }];
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/v1/jwks' ? 200 : 404).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);

  const now = Math.floor(Date.now() / 1000);
  const good: JWTPayload = {
    iss: 'https://firebaseappcheck.googleapis.com/1234567890',
    aud: ['projects/1234567890', 'projects/cakes'],
    sub: APP,
    iat: now,
    exp: now + 3600,
  };
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: 'hosted' })
      .sign(privateKey);
  return { origin: `http://127.0.0.1:${port}`, close, good, sign };
}

async function open() {
  const service = await openHosted();
  const hosted = {
    projectNumber: '1234567890',
    app: APP,
    apiKey: 'AIza',
    exchangeOrigin: 'https://content-firebaseappcheck.googleapis.com',
    keysOrigin: service.origin,
  };
  const recaptcha = { siteKey: 'site', secretKey: undefined, origin: 'https://www.google.com' };
  const database = await (await freshSqlite()).open();
  const server = await openBotCheck(database, movableClock(), { hosted, recaptcha });
  return {
    service,
    ...server,
    place: (token: string, order = randomUUID()) => server.botCheck.authorizeOrder(token, order),
  };
}

describe('with hosted App Check', () => {
  test('browsers exchange proofs there, and the long proof of work here', async () => {
    const { botCheck } = await open();
    expect(botCheck.browserSettings).toEqual({
      exchange: `https://content-firebaseappcheck.googleapis.com/v1/projects/1234567890/apps/${APP}`,
      apiKey: 'AIza',
      proof: { kind: 'recaptcha', siteKey: 'site', scriptOrigin: 'https://www.google.com' },
      fallbackExchange: '/v1/projects/battenberg/apps/web',
    });
  });

  test('its tokens are accepted, each for five orders, with and without jti', async () => {
    const { service, place } = await open();
    for (const claims of [service.good, { ...service.good, jti: randomUUID() }]) {
      const token = await service.sign(claims);
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push(await place(token));
      expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false]);
    }
  });

  test('its tokens for other apps and tokens of other keys are rejected', async () => {
    const { service, place } = await open();
    const foreign: Partial<JWTPayload>[] = [
      { iss: 'https://firebaseappcheck.googleapis.com/999' },
      { aud: ['projects/999'] },
      { sub: '1:999:web:abc' },
    ];
    for (const claims of foreign) {
      const token = await service.sign({ ...service.good, ...claims });
      expect(await place(token)).toEqual({ ok: false, reason: 'invalid' });
    }
    const past = { iat: 1_700_000_000, exp: 1_700_003_600 };
    const expired = await service.sign({ ...service.good, ...past });
    expect(await place(expired)).toEqual({ ok: false, reason: 'expired' });
    const other = await openHosted();
    expect(await place(await other.sign(other.good))).toEqual({ ok: false, reason: 'invalid' });
  });

  test('while its keys cannot be fetched, the result is unavailable, and the long proof of work is accepted', async () => {
    const { service, place, botCheck, prove } = await open();
    service.close();
    const token = await service.sign(service.good);
    expect(await place(token)).toEqual({ ok: false, reason: 'unavailable' });
    const answer = await prove(await solve(await botCheck.createChallenge('long')));
    expect(await place(Minted.parse(answer.body).token)).toEqual({ ok: true });
  }, 60_000);
});
