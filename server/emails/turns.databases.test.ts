import { describe, expect, test } from 'vitest';
import { bothDatabases } from '#test/both-databases.ts';
import { advanceTime } from '#test/outbox-time.ts';
import { holdTurns, secondsToTurn, takeTurn } from './turns.ts';

describe.each(bothDatabases)('turns of e-mails on $name', ({ fresh }) => {
  test('come one after the other, whichever server takes them', async () => {
    const server = await (await fresh()).openTwo();
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        expect(await takeTurn({ ...server(n), emailSpacingSeconds: 0.2 })).toBe(true);
        times.push(performance.now());
      }),
    );
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // A turn begins late if the processor is busy; the one after it does not.
    expect(Math.min(...gaps)).toBeGreaterThan(50);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(700);
  });

  test('are not taken if they are far away, and wait if the service has asked for it', async () => {
    const place = await fresh();
    const shop = { ...(await place.open()), emailSpacingSeconds: 60 };
    expect(await takeTurn(shop)).toBe(true);
    expect(await secondsToTurn(shop)).toBeGreaterThan(50);
    expect(await takeTurn(shop)).toBe(false);
    await advanceTime(place, 60);
    await holdTurns(shop, 30);
    expect(await takeTurn(shop)).toBe(false);
    await advanceTime(place, 30);
    // A shorter request does not bring the next turn forward.
    await holdTurns(shop, 30);
    await holdTurns(shop, 10);
    expect(await secondsToTurn(shop)).toBeGreaterThan(20);
  });

  test('do not wait for a clock that has been put back', async () => {
    const place = await fresh();
    const shop = { ...(await place.open()), emailSpacingSeconds: 60 };
    await takeTurn(shop);
    await advanceTime(place, -7_200);
    expect(await takeTurn(shop)).toBe(true);
  });
});
