import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { solve } from '#test/bot-check-tokens.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { movableClock, openBotCheck } from '#test/open-bot-check.ts';

const HOUR = 60 * 60;
const WEEK = 7 * 24 * HOUR;
const Jwks = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });

describe.each(bothDatabases)('the keys of the bot check on $name', ({ empty }) => {
  async function openTwo() {
    const database = await (await empty()).openTwo();
    const clock = movableClock();
    const options = { debugTokens: ['let-me-in'] };
    const [even, odd] = [0, 1].map((n) => openBotCheck(database(n), clock, options));
    if (!even || !odd) throw new Error('There are two servers.');
    const published = async (of = even) => Jwks.parse(await of.jwks()).keys.map(({ kid }) => kid);
    return { even, odd, clock, published };
  }
  const order = () => crypto.randomUUID();

  test('are shared: each server accepts what the other issues', async () => {
    const { even, odd } = await openTwo();
    expect(await odd.botCheck.authorizeOrder(await even.token(), order())).toEqual({ ok: true });
    const proof = await solve(await even.botCheck.createChallenge('normal'));
    expect((await odd.prove(proof)).status).toBe(200);
    expect((await even.prove(proof)).status).toBe(400);
  });

  test('are published without their private parts', async () => {
    const { even } = await openTwo();
    await even.token();
    expect(await even.jwks()).toEqual({
      keys: [
        {
          kty: 'RSA',
          alg: 'RS256',
          use: 'sig',
          kid: expect.stringMatching(/./),
          n: expect.stringMatching(/./),
          e: 'AQAB',
        },
      ],
    });
  });

  test('are created once if both servers do it at once, at the start and at each renewal', async () => {
    const { even, odd, clock, published } = await openTwo();
    const manyTokens = () => Promise.all([even, odd, even, odd].map((server) => server.token()));
    await manyTokens();
    expect(await published()).toHaveLength(1);
    clock.forward(WEEK);
    await manyTokens();
    expect(await published()).toHaveLength(2);
    expect(await published(odd)).toEqual(await published(even));
  });

  test('are replaced if a server with a fast clock created one that would sign for too long', async () => {
    const { even, odd, clock, published } = await openTwo();
    clock.forward(5 * WEEK);
    await even.token();
    clock.forward(-5 * WEEK);
    const token = await odd.token();
    expect(await published()).toHaveLength(2);
    await even.token();
    expect(await published()).toHaveLength(2);
    expect(await even.botCheck.authorizeOrder(token, order())).toEqual({ ok: true });
  });

  test('are renewed each week; the old one is accepted until its last token has expired', async () => {
    const { even, odd, clock, published } = await openTwo();
    await even.botCheck.maintain();
    const [first] = await published();
    clock.forward(WEEK - 1);
    await even.botCheck.maintain();
    expect(await published()).toEqual([first]);
    const last = await even.token();

    clock.forward(1);
    await odd.botCheck.maintain();
    const [second, old] = await published();
    expect(old).toBe(first);
    expect(second).not.toBe(first);
    const tokens = [last, await even.token()];
    for (const token of tokens) {
      expect(await odd.botCheck.authorizeOrder(token, order())).toEqual({ ok: true });
    }

    clock.forward(HOUR);
    await even.botCheck.maintain();
    expect(await published()).toEqual([second]);
    expect((await odd.botCheck.authorizeOrder(last, order())).ok).toBe(false);
  });

  test('are renewed after months without orders', async () => {
    const { even, odd, clock, published } = await openTwo();
    await even.token();
    clock.forward(20 * WEEK);
    expect(await published()).toEqual([]);
    await even.botCheck.maintain();
    expect(await odd.botCheck.authorizeOrder(await odd.token(), order())).toEqual({ ok: true });
    expect(await published()).toHaveLength(1);
  });
});
