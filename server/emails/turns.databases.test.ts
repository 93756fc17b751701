import { describe, expect, test } from 'vitest';
import { bothDatabases } from '#test/both-databases.ts';
import { advanceTime } from '#test/outbox-time.ts';
import { secondsToTurn, takeTurn } from './turns.ts';

describe.each(bothDatabases)('turns of e-mails on $name', ({ fresh }) => {
  test('come one after the other, whichever server takes them', async () => {
    const server = await (await fresh()).openTwo();
    const began = performance.now();
    const times = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        expect(await takeTurn({ ...server(n), emailSpacingSeconds: 0.2 })).toBe(true);
        return performance.now() - began;
      }),
    );
    // However late a busy processor wakes a server, no turn begins early. Timers are a little early at times.
    times.sort((a, b) => a - b);
    for (const [n, time] of times.entries()) expect(time).toBeGreaterThan(200 * n - 20);
  });

  test('are not taken if they are far away', async () => {
    const place = await fresh();
    const shop = { ...(await place.open()), emailSpacingSeconds: 60 };
    expect(await takeTurn(shop)).toBe(true);
    expect(await secondsToTurn(shop)).toBeGreaterThan(50);
    expect(await takeTurn(shop)).toBe(false);
    await advanceTime(place, 60);
    expect(await takeTurn(shop)).toBe(true);
  });

  test('do not wait for a clock that has been put back', async () => {
    const place = await fresh();
    const shop = { ...(await place.open()), emailSpacingSeconds: 60 };
    await takeTurn(shop);
    await advanceTime(place, -7_200);
    expect(await takeTurn(shop)).toBe(true);
  });
});
