import { randomUUID } from 'node:crypto';
import { decodeJwt, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { tokenByDebug, tokenByWork } from '#test/bot-check-tokens.ts';
import { describeDailyOnSqlite, stockedSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { movableClock } from '#test/open-bot-check.ts';
import { queryDatabase } from '#test/query-database.ts';
import { openTestShop, type TestShopSettings } from '#test/test-shop.ts';

const CAKE = 'berry-drip-cake';
const Secrets = z.array(z.object({ value: z.string() }));
const REJECTED = {
  status: 401,
  body: {
    type: 'urn:problem-type:battenberg:bot-check',
    title: 'Please show that you are a person',
    detail: expect.stringContaining('020 7946 0000'),
  },
};

async function open(settings: TestShopSettings) {
  const shop = await openTestShop({ jobs: false, ...settings });
  const ada = customer(shop);
  const request = await ada.requestFor(CAKE);
  return {
    shop,
    ada,
    request,
    /** Places an order with exactly this token. */
    place(token?: string, id: string = randomUUID(), server = 0) {
      const headers: Record<string, string> =
        token === undefined ? {} : { 'X-Firebase-AppCheck': token };
      return customer(shop, server).call('PUT', `/api/orders/${id}`, request, headers);
    },
    checkouts: async () => (await fetch(`${shop.stripe}/practice/sessions`)).json(),
  };
}

async function forge(claims: JWTPayload, { alg = 'HS256' } = {}): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  const key =
    alg === 'RS256' ? privateKey : new TextEncoder().encode('a secret of its own, long enough');
  return new SignJWT(claims).setProtectedHeader({ alg, kid: 'forged' }).sign(key);
}

describeDailyOnSqlite('an order', ({ stocked }) => {
  test('goes through with a token that was worked for', async () => {
    const { shop, place } = await open({ where: (await stocked()).where });
    expect((await place(await tokenByWork(shop.origin))).status).toBe(201);
  });

  test('is not placed without a token, nor with a forged, expired or foreign one', async () => {
    const clock = movableClock();
    const { shop, ada, place, checkouts } = await open({ where: (await stocked()).where, clock });
    const expired = await tokenByDebug(shop.origin);
    clock.forward(3600);
    const good = await tokenByDebug(shop.origin);
    const claims = decodeJwt(good);
    const elsewhere = await open({ where: (await stocked()).where });
    const tokens: [string, string | undefined][] = [
      ['none', undefined],
      ['empty', ''],
      ['nonsense', 'let me in'],
      ['signed with another secret', await forge(claims)],
      ['signed with a key', await forge(claims, { alg: 'RS256' })],
      ['signed by nobody', new UnsecuredJWT(claims).encode()],
      ['expired', expired],
      ['of another shop', await tokenByDebug(elsewhere.shop.origin)],
    ];
    for (const [what, token] of tokens) {
      const id = randomUUID();
      const answer = await place(token, id);
      expect([what, answer]).toMatchObject([what, REJECTED]);
      expect(answer.headers.get('WWW-Authenticate')).toBe('AppCheck');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect((await ada.read(id)).status).toBe(404);
    }
    expect(await checkouts()).toEqual([]);
    expect((await place(good)).status).toBe(201);
  });

  test('is one of a handful for a token, on however many servers', async () => {
    const { shop, ada, place, checkouts } = await open({
      where: (await stocked()).where,
      servers: 2,
    });
    const token = await tokenByDebug(shop.origin);
    const ids = Array.from({ length: 8 }, () => randomUUID());
    const answers = await Promise.all(ids.map((id, n) => place(token, id, n % 2)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(201),
      ...Array(3).fill(401),
    ]);
    expect(await checkouts()).toHaveLength(5);
    for (const [n, id] of ids.entries()) {
      const placed = answers[n]?.status === 201;
      expect((await ada.read(id)).status).toBe(placed ? 200 : 404);
      // Again, as after a reload: what was placed is answered, what was not is refused.
      expect((await place(token, id, (n + 1) % 2)).status).toBe(placed ? 200 : 401);
    }
  });
});

describe('the bot check', () => {
  test('stands before nothing else: catalogue, calendar, reading and confirming', async () => {
    const { ada } = await open({ where: (await stockedSqlite()).where });
    const { id } = await ada.order(CAKE);
    for (const path of ['/categories', '/cakes', `/cakes/${CAKE}`, '/calendar', `/orders/${id}`]) {
      expect((await ada.call('GET', `/api${path}`)).status).toBe(200);
    }
    expect((await ada.confirm(id)).status).toBe(200);
  });

  test('calls nobody a robot while the hosted keys cannot be had', async () => {
    const { ada, place } = await open({
      where: (await stockedSqlite()).where,
      variables: {
        APP_CHECK_API_KEY: 'AIza',
        APP_CHECK_PROJECT_NUMBER: '1234567890',
        APP_CHECK_APP_ID: '1:1234567890:web:abc',
        APP_CHECK_KEYS_ORIGIN: 'http://127.0.0.1:1',
        RECAPTCHA_SITE_KEY: 'site',
      },
    });
    const iss = 'https://firebaseappcheck.googleapis.com/1234567890';
    const answer = await place(await forge({ iss }, { alg: 'RS256' }));
    expect(answer).toMatchObject({
      status: 503,
      body: { type: 'urn:problem-type:battenberg:bot-check-unavailable' },
    });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    // The shop's own tokens are taken meanwhile.
    expect((await ada.place(await ada.requestFor(CAKE))).status).toBe(201);
  });

  test('writes no token and no secret into the log, whether a token is taken or refused', async () => {
    const lines: string[] = [];
    const write = (facts: object, message: string) => {
      lines.push(`${message} ${JSON.stringify(facts)}`);
    };
    const { where } = await stockedSqlite();
    const { shop, place } = await open({
      where,
      log: { info: write, warn: write, error: write },
    });
    const token = await tokenByDebug(shop.origin);
    const forged = await forge(decodeJwt(token));
    expect((await place(token)).status).toBe(201);
    expect((await place(forged)).status).toBe(401);
    expect(lines.join('\n')).toContain('bot check rejected an order');
    const secrets = Secrets.parse(await queryDatabase(where, 'select value from secrets'));
    // That of the tokens, and the key of notifications.
    expect(secrets).toHaveLength(2);
    const values = secrets.map(({ value }) => value);
    for (const part of [...token.split('.'), ...forged.split('.'), ...values]) {
      expect(lines.join('\n')).not.toContain(part);
    }
  });
});
