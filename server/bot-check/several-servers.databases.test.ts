import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSecret } from '#server/db/shared-secret.ts';
import { solve } from '#test/bot-check-tokens.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { movableClock, openBotCheck } from '#test/open-bot-check.ts';
import { queryDatabase } from '#test/query-database.ts';
import { deleteExpiredUses } from './tokens.ts';

const HOUR = 60 * 60;

describe.each(bothDatabases)('the bot check of several servers on $name', ({ fresh }) => {
  async function openTwo() {
    const place = await fresh();
    const database = await place.openTwo();
    const clock = movableClock();
    const options = { debugTokens: ['let-me-in'] };
    const [even, odd] = await Promise.all(
      [0, 1].map((n) => openBotCheck(database(n), clock, options)),
    );
    if (!even || !odd) throw new Error('There are two servers.');
    const authorize = async (token: string, order: string, server: number) =>
      (await (server % 2 === 0 ? even : odd).botCheck.authorizeOrder(token, order)).ok;
    const uses = async () => queryDatabase(place.where, 'select id from bot_check_uses');
    const deleteExpired = () => deleteExpiredUses({ db: database(0).db, clock });
    return { place, even, odd, clock, authorize, uses, deleteExpired };
  }

  test('has one secret, also if all servers create it at once', async () => {
    const place = await fresh();
    const database = await place.openTwo();
    const read = (_: unknown, n: number) => readSecret(database(n).db, 'bot-check');
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, read));
    expect(first).toHaveLength(43);
    expect(new Set(others)).toEqual(new Set([first]));
    // A restarted server reads the same one.
    expect(await readSecret((await place.open()).db, 'bot-check')).toBe(first);
    expect(await readSecret((await (await fresh()).open()).db, 'bot-check')).not.toBe(first);
  });

  test('accepts on each server what another has issued', async () => {
    const { even, odd } = await openTwo();
    const token = await even.token();
    expect(await odd.botCheck.authorizeOrder(token, randomUUID())).toEqual({ ok: true });
    const proof = await solve(await even.botCheck.createChallenge('normal'));
    expect((await odd.prove(proof)).status).toBe(200);
    expect((await even.prove(proof)).status).toBe(400);
  });

  test('spends a challenge once, if it is spent concurrently', async () => {
    const { even, odd } = await openTwo();
    const proof = await solve(await even.botCheck.createChallenge('normal'));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? even : odd).prove(proof)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('counts the orders of a token up to five; the same order does not count again', async () => {
    const { even, authorize } = await openTwo();
    const token = await even.token();
    const orders = Array.from({ length: 12 }, () => randomUUID());
    const authorizeAll = () => Promise.all(orders.map((id, n) => authorize(token, id, n)));
    const authorized = await authorizeAll();
    expect(authorized.filter(Boolean)).toHaveLength(5);
    expect(await authorizeAll()).toEqual(authorized);
    expect(await authorize(await even.token(), randomUUID(), 0)).toBe(true);
  });

  test('counts concurrent uses for one order as one', async () => {
    const { even, authorize } = await openTwo();
    const token = await even.token();
    const order = randomUUID();
    const uses = Array.from({ length: 10 }, (_, n) => authorize(token, order, n));
    expect((await Promise.all(uses)).every(Boolean)).toBe(true);
    const others = [];
    for (let n = 0; n < 5; n += 1) others.push(await authorize(token, randomUUID(), n));
    expect(others).toEqual([true, true, true, true, false]);
  });

  test('forgets uses when the challenge or the token has expired', async () => {
    const { even, authorize, clock, uses, deleteExpired } = await openTwo();
    const proof = await solve(await even.botCheck.createChallenge('normal'));
    await even.prove(proof);
    await authorize(await even.token(), randomUUID(), 0);
    await deleteExpired();
    expect(await uses()).toHaveLength(2);

    clock.forward(HOUR / 2);
    await deleteExpired();
    expect(await uses()).toHaveLength(1);
    expect((await even.prove(proof)).status).toBe(400);

    clock.forward(HOUR / 2);
    await deleteExpired();
    expect(await uses()).toEqual([]);
  });
});
