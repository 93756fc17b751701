import { describe, expect, onTestFinished, test } from 'vitest';
import { startPracticeRecaptcha } from '#practice/recaptcha/start.ts';
import { solve } from '#test/bot-check-tokens.ts';
import { freshSqlite } from '#test/both-databases.ts';
import { movableClock, openBotCheck } from '#test/open-bot-check.ts';
import { postPractice } from '../../harness/practice-services.ts';

const KEYS = { siteKey: 'site', secretKey: 'secret' };
const MADE = { k: 'site', action: 'fire_app_check', co: 'https://cakes.example' };
const BAD = { status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } };

async function open(mistakes: { secretKey?: string; origin?: string } = {}) {
  const service = await startPracticeRecaptcha({ ...KEYS, port: 0, publicHost: '127.0.0.1' });
  onTestFinished(() => service.close());
  const database = await (await freshSqlite()).open();
  const recaptcha = { ...KEYS, origin: service.origin, ...mistakes };
  return {
    service,
    ...(await openBotCheck(database, movableClock(), { recaptcha })),
    change: (settings: object) => postPractice(service.origin, 'settings', settings),
    /** A token like one of the page's script, from the page of its frame. */
    made: async (changes: Partial<typeof MADE> = {}) => {
      const address = new URLSearchParams({ ...MADE, ...changes });
      const page = await fetch(`${service.origin}/recaptcha/api2/anchor?${address}`);
      return /03A[\w-]+/.exec(await page.text())?.[0] ?? '';
    },
  };
}

describe('with reCAPTCHA', () => {
  test('its token is exchanged for one of ours, once', async () => {
    const { prove, made, botCheck, service } = await open();
    const { browserSettings } = botCheck;
    const token = await made();
    expect(await prove(token)).toMatchObject({ status: 200, body: { ttl: '3600s' } });
    expect(await prove(token)).toMatchObject(BAD);
    expect(browserSettings.proof).toEqual({
      kind: 'recaptcha',
      siteKey: 'site',
      scriptOrigin: service.origin,
    });
    expect(JSON.stringify(browserSettings)).not.toContain('secret');
  });

  test('robots are rejected', async () => {
    const { prove, made, change } = await open();
    await change({ visitors: 'robots' });
    expect(await prove(await made())).toMatchObject(BAD);
  });

  test('a token for another action, of another site or of unknown origin is rejected', async () => {
    const { prove, made } = await open();
    expect(await prove(await made({ action: 'login' }))).toMatchObject(BAD);
    expect(await prove(await made({ co: 'https://elsewhere.example' }))).toMatchObject(BAD);
    expect(await prove('03A-never-made')).toMatchObject(BAD);
  });

  test.each([
    ['is down', {}],
    ['cannot be reached', { origin: 'http://127.0.0.1:1' }],
  ])(
    'if reCAPTCHA %s, the answer is 503, and a proof of work is accepted',
    async (_, mistakes) => {
      const { prove, made, change, botCheck } = await open(mistakes);
      const token = await made();
      await change({ api: 'down' });
      const answer = await prove(token);
      expect(answer).toMatchObject({
        status: 503,
        body: { error: { code: 503, status: 'UNAVAILABLE' } },
      });
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      const proof = await solve(await botCheck.createChallenge('long'));
      expect((await prove(proof)).status).toBe(200);
    },
    60_000,
  );

  test('if reCAPTCHA rejects the shop’s secret key, the answer is 503', async () => {
    const { prove, made } = await open({ secretKey: 'mistyped' });
    expect((await prove(await made())).status).toBe(503);
  });

  test('every challenge requires the long proof of work', async () => {
    const { botCheck } = await open();
    for (const difficulty of ['normal', 'long'] as const) {
      const { parameters } = await botCheck.createChallenge(difficulty);
      expect(parameters).toMatchObject({ keyPrefix: '000' });
    }
  });
});
