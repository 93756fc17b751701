import { describe, expect, test } from 'vitest';
import {
  botCheckIn,
  byDebugToken,
  byRecaptcha,
  byWork,
  HOSTED,
  OWN,
  refuse,
} from '#test/bot-check-surroundings.ts';

const HOUR = 3_600_000;
const SLOWER_WAY = [
  'GET /api/bot-check/challenge?effort=long',
  `POST ${OWN}:exchangeRecaptchaV3Token`,
];

describe('the usual way', () => {
  test('is a proof of work, solved in a worker', async () => {
    const { client, shop } = botCheckIn(byWork, { solveOnPage: refuse });
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual([
      'GET /api/bot-check/challenge?effort=normal',
      `POST ${OWN}:exchangeRecaptchaV3Token`,
    ]);
  });

  test('is reCAPTCHA where it is set, with the key of the app', async () => {
    const { client, shop } = botCheckIn(byRecaptcha);
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual([`POST ${HOSTED}:exchangeRecaptchaV3Token?key=key%261`]);
    expect(shop.bodies).toEqual([{ recaptcha_v3_token: 'seen by site' }]);
  });

  test('is a debug token where one is set', async () => {
    const { client, shop } = botCheckIn(byDebugToken);
    await client.getToken();
    expect(shop.calls).toEqual([`POST ${HOSTED}:exchangeDebugToken?key=key%261`]);
    expect(shop.bodies).toEqual([{ debug_token: 'debug-1' }]);
  });
});

describe('where it is closed', () => {
  test('because workers are blocked: more work, done on the page', async () => {
    const { client, shop, logged } = botCheckIn(byWork, { solveInWorkers: refuse });
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual(['GET /api/bot-check/challenge?effort=normal', ...SLOWER_WAY]);
    expect(logged).toEqual(['Bot check: bot-check-error']);
  });

  test('because its script is blocked: more work, in a worker', async () => {
    const { client, shop } = botCheckIn(byRecaptcha, {
      proveByRecaptcha: async () => ({ ok: false, error: 'bot-check-error' }),
      solveOnPage: refuse,
    });
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual(SLOWER_WAY);
  });

  test.each([
    [403, 'fetch-status-error'],
    [404, 'fetch-status-error'],
    [500, 'fetch-status-error'],
    ['unreachable', 'fetch-network-error'],
    ['garbled', 'fetch-parse-error'],
  ] as const)('because the exchange is %s: more work, for the shop', async (answer, error) => {
    const { client, shop, logged } = botCheckIn(byDebugToken);
    shop.answering.hosted = answer;
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls.slice(1)).toEqual(SLOWER_WAY);
    expect(logged).toEqual([`Bot check: ${error}`]);
  });

  test.each([403, 404])('%s is not asked again for a day, and locks nobody out', async (status) => {
    const { client, shop, clock, logged } = botCheckIn(byDebugToken);
    shop.answering.hosted = status;
    await client.getToken();
    shop.answering.hosted = 200;
    shop.calls.length = 0;
    clock.time = 24 * HOUR - 1;
    expect(await client.getToken()).toMatchObject({ ok: true });
    expect(shop.calls).toEqual(SLOWER_WAY);
    expect(logged).toContain('Bot check: throttled');
    clock.time = 48 * HOUR;
    await client.getToken();
    expect(shop.calls.at(-1)).toContain(HOSTED);
  });

  test('where nothing helps it says what went wrong in the end, and may be tried again', async () => {
    const { client, shop } = botCheckIn(byWork, { solveInWorkers: refuse, solveOnPage: refuse });
    expect(await client.getToken()).toMatchObject({ ok: false, error: 'bot-check-error' });
    shop.answering.own = 'unreachable';
    expect(await client.getToken()).toMatchObject({ ok: false, error: 'fetch-network-error' });
    shop.answering.own = 503;
    expect(await client.getToken()).toMatchObject({ error: 'fetch-status-error', status: 503 });
    shop.answering.own = 'garbled';
    expect(await client.getToken()).toMatchObject({ ok: false, error: 'fetch-parse-error' });
  });
});
