import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { payload, solve } from '#test/bot-check-tokens.ts';
import { freshSqlite } from '#test/both-databases.ts';
import { movableClock, openBotCheck } from '#test/open-bot-check.ts';

const BAD = { status: 400, body: { error: { code: 400, status: 'INVALID_ARGUMENT' } } };

async function open(options: Parameters<typeof openBotCheck>[2] = {}) {
  const clock = movableClock();
  const database = await (await freshSqlite()).open();
  return { clock, database, ...(await openBotCheck(database, clock, options)) };
}

describe('a proof of work', () => {
  test.each([
    ['normal', 1, { cost: 2_500, keyPrefix: '00' }],
    ['long', 1, { cost: 1_600, keyPrefix: '000' }],
    ['normal', 2, { cost: 5_000, keyPrefix: '00' }],
    ['long', 0.0001, { cost: 1, keyPrefix: '000' }],
  ] as const)(
    'of %s difficulty with factor %d is this work',
    async (difficulty, workFactor, work) => {
      const { botCheck } = await open({ workFactor });
      expect((await botCheck.createChallenge(difficulty)).parameters).toMatchObject(work);
    },
  );

  test('is exchanged for a token that is valid for an hour', async () => {
    const { botCheck, prove, clock } = await open();
    const answer = await prove(await solve(await botCheck.createChallenge('normal')));
    expect(answer).toMatchObject({ status: 200, body: { ttl: '3600s' } });

    const { token } = Object(answer.body);
    const now = Math.floor(Date.parse(clock.now()) / 1000);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(decodeJwt(token)).toEqual({
      iss: 'https://cakes.example',
      exp: now + 3600,
      jti: expect.stringMatching(/./),
    });
  });

  test('is accepted once, also if it is sent several times at once', async () => {
    const { botCheck, prove } = await open();
    const proof = await solve(await botCheck.createChallenge('normal'));
    const answers = await Promise.all([1, 2, 3, 4].map(() => prove(proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await prove(proof)).toMatchObject(BAD);
  });

  test.each([
    ['normal', 599, 200],
    ['normal', 600, 400],
    ['long', 1199, 200],
    ['long', 1200, 400],
  ] as const)(
    'of %s difficulty is answered after %i seconds with %i',
    async (difficulty, later, status) => {
      const { botCheck, prove, clock } = await open();
      const proof = await solve(await botCheck.createChallenge(difficulty));
      clock.forward(later);
      expect((await prove(proof)).status).toBe(status);
    },
    // The long proof of work takes a random time.
    60_000,
  );

  test.each<[string, object]>([
    ['for less work', { cost: 1 }],
    ['with an easier answer', { keyPrefix: '0' }],
    ['for a longer time', { expiresAt: 4_000_000_000 }],
    ['until a time that is no date', { expiresAt: Number.MAX_SAFE_INTEGER }],
    ['under another nonce', { nonce: '00112233445566778899aabbccddeeff' }],
  ])('of a changed challenge, %s, is rejected', async (_, changes) => {
    const { botCheck, prove } = await open();
    const given = await botCheck.createChallenge('normal');
    const challenge = { ...given, parameters: { ...given.parameters, ...changes } };
    expect(await prove(await solve(challenge))).toMatchObject(BAD);
  });

  test('of another shop’s challenge is rejected', async () => {
    const [{ prove }, { botCheck }] = [await open(), await open()];
    expect(await prove(await solve(await botCheck.createChallenge('normal')))).toMatchObject(BAD);
  });

  test('that is wrong or missing is rejected', async () => {
    const { botCheck, prove, post } = await open();
    const challenge = await botCheck.createChallenge('normal');
    const proofs = [
      payload(challenge, { counter: 1, derivedKey: '00'.repeat(32) }),
      payload(challenge, { counter: -1, derivedKey: 'x' }),
      payload({ ...challenge, signature: '' }, { counter: 1, derivedKey: '00' }),
      payload({}, {}),
      'bm9uc2Vuc2U=',
      'null',
      '',
    ];
    for (const proof of proofs) expect(await prove(proof)).toMatchObject(BAD);
    const call = '/projects/battenberg/apps/web:exchangeRecaptchaV3Token';
    for (const body of [{}, null, [], { recaptcha_v3_token: 1 }]) {
      expect(await post(call, body)).toMatchObject(BAD);
    }
  });
});

describe('a debug token', () => {
  test('is accepted as a proof if configured', async () => {
    const { proveByDebug, botCheck } = await open({ debugTokens: ['let-me-in'] });
    expect(await proveByDebug('let-me-in')).toMatchObject({ status: 200, body: { ttl: '3600s' } });
    expect(await proveByDebug('let-us-in')).toMatchObject(BAD);
    expect(botCheck.browserSettings.proof).toEqual({ kind: 'debug', token: 'let-me-in' });
  });

  test('is rejected if none is configured', async () => {
    const { proveByDebug } = await open();
    expect(await proveByDebug('let-me-in')).toMatchObject({
      status: 403,
      body: { error: { code: 403, status: 'PERMISSION_DENIED' } },
    });
  });
});

test.each([
  '/projects/another/apps/web:exchangeDebugToken',
  '/projects/battenberg/apps/another:exchangeDebugToken',
  '/projects/battenberg/apps/web:exchangeOther',
  '/projects/battenberg/apps/web',
  '/elsewhere',
])('%s is not found', async (path) => {
  const { post } = await open({ debugTokens: ['let-me-in'] });
  expect(await post(path, { debug_token: 'let-me-in' })).toMatchObject({
    status: 404,
    body: { error: { code: 404, status: 'NOT_FOUND' } },
  });
});
