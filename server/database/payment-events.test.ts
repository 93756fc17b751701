import { describe, expect, test } from 'vitest';
import { bothDatabases } from '#test/both-databases.ts';
import { at, NOON } from '#test/samples.ts';

describe.each(bothDatabases)('payment events on $name', ({ fresh }) => {
  test('are known once they have been remembered, by every server', async () => {
    const server = await (await fresh()).openTwo();
    expect(await server(0).paymentEvents.isKnown('evt_1')).toBe(false);
    await server(0).paymentEvents.remember('evt_1', NOON);
    expect(await server(1).paymentEvents.isKnown('evt_1')).toBe(true);
    expect(await server(1).paymentEvents.isKnown('evt_2')).toBe(false);
  });

  test('may be remembered again and again, and at once', async () => {
    const server = await (await fresh()).openTwo();
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => server(n).paymentEvents.remember('evt_1', at(n))),
    );
    expect(await server(0).paymentEvents.isKnown('evt_1')).toBe(true);
  });
});
