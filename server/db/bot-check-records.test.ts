import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SharedKey } from '#domain/bot-check.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { at } from '#test/samples.ts';

const HANDFUL = 5;

function sampleKey(changes: Partial<SharedKey> = {}): SharedKey {
  return {
    purpose: 'token',
    generation: 1,
    id: randomUUID(),
    secret: '{"kty":"RSA"}',
    signsUntil: at(100),
    acceptedUntil: at(200),
    ...changes,
  };
}

describe.each(bothDatabases)('the bot-check records on $name store', ({ empty }) => {
  const twoServers = async () => {
    const server = await (await empty()).openTwo();
    return (turn: number) => server(turn).botCheckRecords;
  };

  test('keys by purpose, the newest first, for every server', async () => {
    const server = await twoServers();
    const first = sampleKey();
    const second = sampleKey({ generation: 2 });
    expect(await server(0).keys('token')).toEqual([]);
    for (const key of [second, sampleKey({ purpose: 'challenge' }), first]) {
      expect(await server(0).addKey(key)).toBe(true);
    }
    expect(await server(1).keys('token')).toEqual([second, first]);
  });

  test('one key per generation, if several servers add it at once', async () => {
    const server = await twoServers();
    const keys = Array.from({ length: 10 }, () => sampleKey());
    const added = await Promise.all(keys.map((key, n) => server(n).addKey(key)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await server(1).keys('token')).toEqual([keys[added.indexOf(true)]]);
  });

  test('a spent challenge once, if it is spent concurrently', async () => {
    const server = await twoServers();
    const spent = await Promise.all(
      Array.from({ length: 10 }, (_, n) => server(n).spendChallenge('nonce', at(600))),
    );
    expect(spent.filter(Boolean)).toHaveLength(1);
    expect(await server(0).spendChallenge('another', at(600))).toBe(true);
  });

  test('the orders of a token up to the limit; the same order does not count again', async () => {
    const server = await twoServers();
    const token = { id: 'token', expiresAt: at(3600) };
    const orders = Array.from({ length: 12 }, () => randomUUID());
    const serve = (order: string, n: number) => server(n).recordTokenUse(token, order, HANDFUL);
    const served = await Promise.all(orders.map(serve));
    expect(served.filter(Boolean)).toHaveLength(HANDFUL);
    expect(await Promise.all(orders.map(serve))).toEqual(served);

    const other = { id: 'other', expiresAt: at(3600) };
    expect(await server(0).recordTokenUse(other, randomUUID(), HANDFUL)).toBe(true);
  });

  test('concurrent uses for one order as one', async () => {
    const server = await twoServers();
    const token = { id: 'token', expiresAt: at(3600) };
    const order = randomUUID();
    const serve = (id: string, n: number) => server(n).recordTokenUse(token, id, 2);
    const served = await Promise.all(Array.from({ length: 10 }, (_, n) => serve(order, n)));
    expect(served.every(Boolean)).toBe(true);
    expect(await serve(randomUUID(), 0)).toBe(true);
    expect(await serve(randomUUID(), 0)).toBe(false);
  });

  test('nothing expired except the newest key', async () => {
    const server = await twoServers();
    const records = server(0);
    const old = sampleKey({ acceptedUntil: at(10) });
    const newer = sampleKey({ generation: 2, acceptedUntil: at(20) });
    await records.addKey(old);
    await records.addKey(newer);
    await records.spendChallenge('nonce', at(10));
    const token = { id: 'token', expiresAt: at(10) };
    await records.recordTokenUse(token, randomUUID(), 1);

    await records.deleteExpired(at(9));
    expect(await records.keys('token')).toEqual([newer, old]);
    expect(await records.spendChallenge('nonce', at(10))).toBe(false);
    expect(await records.recordTokenUse(token, randomUUID(), 1)).toBe(false);

    await records.deleteExpired(at(30));
    expect(await records.keys('token')).toEqual([newer]);
    expect(await records.spendChallenge('nonce', at(60))).toBe(true);
    expect(await records.recordTokenUse(token, randomUUID(), 1)).toBe(true);
  });
});
