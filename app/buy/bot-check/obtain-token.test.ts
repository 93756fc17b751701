import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  byDebugToken,
  byRecaptcha,
  byWork,
  HOSTED,
  OWN,
  openTestClient,
} from '#test/bot-check-client.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const LONG_WORK = [
  'GET /api/bot-check/challenge?difficulty=long',
  `POST ${OWN}:exchangeRecaptchaV3Token`,
];

describe('the usual proof', () => {
  test('is a proof of work', async () => {
    const { client, shop } = openTestClient(byWork);
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual([
      'GET /api/bot-check/challenge?difficulty=normal',
      `POST ${OWN}:exchangeRecaptchaV3Token`,
    ]);
  });

  test('is reCAPTCHA if configured, with the API key of the exchange', async () => {
    const { client, shop } = openTestClient(byRecaptcha);
    const seen: string[] = [];
    // The page keeps its widget.
    onTestFinished(() => void vi.resetModules());
    vi.stubGlobal('document', { createElement: () => ({}), body: { append: () => {} } });
    vi.stubGlobal('window', {
      grecaptcha: {
        ready: (act: () => void) => act(),
        render(_: unknown, { sitekey }: { sitekey: string }) {
          seen.push(sitekey);
          return 7;
        },
        execute: async (widget: number) => `seen by ${seen[0]} ${widget}`,
      },
    });
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual([`POST ${HOSTED}:exchangeRecaptchaV3Token?key=key%261`]);
    expect(shop.bodies).toEqual([{ recaptcha_v3_token: 'seen by site 7' }]);
  });

  test('is a debug token if configured', async () => {
    const { client, shop } = openTestClient(byDebugToken);
    await client.getToken();
    expect(shop.calls).toEqual([`POST ${HOSTED}:exchangeDebugToken?key=key%261`]);
    expect(shop.bodies).toEqual([{ debug_token: 'debug-1' }]);
  });
});

describe('if it fails', () => {
  test('because its script is missing: a long proof of work', async () => {
    const { client, shop, logged } = openTestClient(byRecaptcha);
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toEqual(LONG_WORK);
    expect(logged).toEqual(['Bot check: bot-check-error']);
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
    'after %s of the shop’s own exchange it is not called for a day',
    async (status) => {
      const { client, shop, clock } = openTestClient(byWork);
      shop.answering.ownExchange = status;
      const rejected = { ok: false, error: 'fetch-status-error', status };
      expect(await client.getToken()).toEqual(rejected);
      expect(shop.calls).toEqual([
        'GET /api/bot-check/challenge?difficulty=normal',
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

  test.each([401, 429, 500, 503])(
    'because the shop’s own exchange answers %s: no second proof for it until the throttle ends',
    async (status) => {
      const { client, shop, clock } = openTestClient(byWork);
      shop.answering.ownExchange = status;
      const failed = { ok: false, error: 'fetch-status-error', status };
      expect(await client.getToken()).toEqual(failed);
      expect(await client.getToken()).toEqual({ ok: false, error: 'throttled' });
      expect(shop.calls).toEqual([
        'GET /api/bot-check/challenge?difficulty=normal',
        `POST ${OWN}:exchangeRecaptchaV3Token`,
      ]);
      shop.answering.ownExchange = 200;
      clock.time = SECOND;
      expect(await client.getToken()).toMatchObject({ ok: true });
    },
  );

  test('because the shop gives no challenge: it is not asked for another one', async () => {
    const { client, shop } = openTestClient(byWork);
    shop.answering.own = 429;
    expect(await client.getToken()).toMatchObject({ error: 'fetch-status-error', status: 429 });
    expect(shop.calls).toEqual(['GET /api/bot-check/challenge?difficulty=normal']);
  });

  test('and the shop’s own exchange answers 429: no long proof of work until the throttle ends', async () => {
    const { client, shop, clock } = openTestClient(byDebugToken);
    shop.answering.hosted = 404;
    shop.answering.ownExchange = 429;
    expect(await client.getToken()).toMatchObject({ error: 'fetch-status-error', status: 429 });
    shop.calls.length = 0;
    expect(await client.getToken()).toEqual({ ok: false, error: 'throttled' });
    expect(shop.calls).toEqual([]);
    shop.answering.ownExchange = 200;
    clock.time = SECOND;
    expect(await client.getToken()).toMatchObject({ ok: true });
    expect(shop.calls).toEqual(LONG_WORK);
  });

  test.each([403, 404])('after %s a reload does not end the throttle', async (status) => {
    const { client, shop, storage } = openTestClient(byWork);
    shop.answering.ownExchange = status;
    await client.getToken();
    const { client: next, shop: sameShop, clock } = openTestClient(byWork, { storage });
    clock.time = 24 * HOUR - 1;
    expect(await next.getToken()).toEqual({ ok: false, error: 'throttled' });
    expect(sameShop.calls).toEqual([]);
    clock.time = 24 * HOUR;
    expect(await next.getToken()).toMatchObject({ ok: true });
  });

  test('after 503 a reload tries again', async () => {
    const { client, shop, storage } = openTestClient(byWork);
    shop.answering.ownExchange = 503;
    await client.getToken();
    const { client: next } = openTestClient(byWork, { storage });
    expect(await next.getToken()).toMatchObject({ ok: true });
  });

  test('because the proof was not accepted: a long proof of work at the same address', async () => {
    const { client, shop } = openTestClient({ ...byDebugToken, exchange: OWN });
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls.slice(1)).toEqual(LONG_WORK);
  });

  test('and the long proof of work fails too, its error is returned, and a retry is possible', async () => {
    const { client, shop } = openTestClient(byRecaptcha);
    shop.answering.own = 'unreachable';
    expect(await client.getToken()).toMatchObject({ ok: false, error: 'fetch-network-error' });
    shop.answering.own = 503;
    expect(await client.getToken()).toMatchObject({ error: 'fetch-status-error', status: 503 });
    shop.answering.own = 'garbled';
    expect(await client.getToken()).toMatchObject({ ok: false, error: 'fetch-parse-error' });
    shop.answering.own = 200;
    expect(await client.getToken()).toMatchObject({ ok: true });
  });
});
