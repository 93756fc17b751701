import { describe, expect, test } from 'vitest';
import {
  byDebugToken,
  byRecaptcha,
  byWork,
  HOSTED,
  OWN,
  openTestClient,
  rejectSolve,
} from '#test/bot-check-client.ts';

const HOUR = 3_600_000;
const LONG_WORK = [
  'GET /api/bot-check/challenge?effort=long',
  `POST ${OWN}:exchangeRecaptchaV3Token`,
];

describe('the usual proof', () => {
  test('is a proof of work, solved in a worker', async () => {
    const { client, shop } = openTestClient(byWork, { solveOnPage: rejectSolve });
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual([
      'GET /api/bot-check/challenge?effort=normal',
      `POST ${OWN}:exchangeRecaptchaV3Token`,
    ]);
  });

  test('is reCAPTCHA if configured, with the API key of the exchange', async () => {
    const { client, shop } = openTestClient(byRecaptcha);
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual([`POST ${HOSTED}:exchangeRecaptchaV3Token?key=key%261`]);
    expect(shop.bodies).toEqual([{ recaptcha_v3_token: 'seen by site' }]);
  });

  test('is a debug token if configured', async () => {
    const { client, shop } = openTestClient(byDebugToken);
    await client.getToken();
    expect(shop.calls).toEqual([`POST ${HOSTED}:exchangeDebugToken?key=key%261`]);
    expect(shop.bodies).toEqual([{ debug_token: 'debug-1' }]);
  });
});

describe('if it fails', () => {
  test('because workers are blocked: a long proof of work on the page', async () => {
    const { client, shop, logged } = openTestClient(byWork, { solveInWorkers: rejectSolve });
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual(['GET /api/bot-check/challenge?effort=normal', ...LONG_WORK]);
    expect(logged).toEqual(['Bot check: bot-check-error']);
  });

  test('because its script is blocked: a long proof of work in a worker', async () => {
    const { client, shop } = openTestClient(byRecaptcha, {
      recaptchaToken: () => Promise.reject(new Error('blocked')),
      solveOnPage: rejectSolve,
    });
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual(LONG_WORK);
  });

  test.each([
    [403, 'fetch-status-error'],
    [404, 'fetch-status-error'],
    [500, 'fetch-status-error'],
    ['unreachable', 'fetch-network-error'],
    ['garbled', 'fetch-parse-error'],
  ] as const)(
    'because the exchange is %s: a long proof of work for the shop',
    async (answer, error) => {
      const { client, shop, logged } = openTestClient(byDebugToken);
      shop.answering.hosted = answer;
      expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
      expect(shop.calls.slice(1)).toEqual(LONG_WORK);
      expect(logged).toEqual([`Bot check: ${error}`]);
    },
  );

  test.each([403, 404])(
    'after %s the exchange is not called for a day, and the long proof of work still works',
    async (status) => {
      const { client, shop, clock, logged } = openTestClient(byDebugToken);
      shop.answering.hosted = status;
      await client.getToken();
      shop.answering.hosted = 200;
      shop.calls.length = 0;
      clock.time = 24 * HOUR - 1;
      expect(await client.getToken()).toMatchObject({ ok: true });
      expect(shop.calls).toEqual(LONG_WORK);
      expect(logged).toContain('Bot check: throttled');
      clock.time = 48 * HOUR;
      await client.getToken();
      expect(shop.calls.at(-1)).toContain(HOSTED);
    },
  );

  test.each([403, 404])(
    'after %s of the shop’s own exchange the long proof of work does not call it either for a day',
    async (status) => {
      const { client, shop, clock } = openTestClient(byWork);
      shop.answering.ownExchange = status;
      const rejected = { ok: false, error: 'fetch-status-error', status };
      expect(await client.getToken()).toEqual(rejected);
      expect(shop.calls).toEqual([
        'GET /api/bot-check/challenge?effort=normal',
        `POST ${OWN}:exchangeRecaptchaV3Token`,
      ]);
      shop.answering.ownExchange = 200;
      clock.time = 24 * HOUR - 1;
      expect(await client.getToken()).toEqual({ ok: false, error: 'throttled' });
      expect(shop.calls).toHaveLength(2);
      clock.time = 24 * HOUR;
      expect(await client.getToken()).toMatchObject({ ok: true });
    },
  );

  test('because the proof was not accepted: a long proof of work at the same address', async () => {
    const { client, shop } = openTestClient({ ...byRecaptcha, exchange: OWN });
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls.slice(1)).toEqual(LONG_WORK);
  });

  test('and the long proof of work fails too, the last error is returned, and a retry is possible', async () => {
    const { client, shop } = openTestClient(byWork, {
      solveInWorkers: rejectSolve,
      solveOnPage: rejectSolve,
    });
    expect(await client.getToken()).toMatchObject({ ok: false, error: 'bot-check-error' });
    shop.answering.own = 'unreachable';
    expect(await client.getToken()).toMatchObject({ ok: false, error: 'fetch-network-error' });
    shop.answering.own = 503;
    expect(await client.getToken()).toMatchObject({ error: 'fetch-status-error', status: 503 });
    shop.answering.own = 'garbled';
    expect(await client.getToken()).toMatchObject({ ok: false, error: 'fetch-parse-error' });
  });
});
