import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { findCake, setHidden, setPrice } from '#test/edit-cake.ts';
import { samplePrice, sampleSeed } from '#test/samples.ts';
import { createVersionedCache, createVersionedRead } from './versioned-cache.ts';

describe.each(bothDatabases)('the cached catalogue on $name', ({ fresh }) => {
  test('is never served after a change, by any server', async () => {
    const server = await (await fresh()).openTwo();
    await server(0).seed(sampleSeed());
    const cake = () => findCake(server(0), 'victoria');
    const size = (await cake())?.sizes[0];
    if (!size) throw new Error('The sample cake has sizes.');
    for (const price of [4_200, 4_300]) {
      await setPrice(server(1), samplePrice(size.id, price));
      expect((await cake())?.sizes[0]).toMatchObject({ price });
    }
    await setHidden(server(1), 'victoria', true);
    expect(await cake()).toBeUndefined();
    await setHidden(server(1), 'victoria', false);
    expect(await cake()).toMatchObject({ id: 'victoria' });

    const forbidden = async () => (await server(0).calendar.rules()).forbiddenDays;
    expect(await forbidden()).not.toContain('2030-05-01');
    await server(1).calendar.changeDays({ days: [Day.parse('2030-05-01')], make: 'close' });
    expect(await forbidden()).toContain('2030-05-01');
  });
});

test('is cleared when the version changes, and when it has too many entries', async () => {
  let version = 1;
  const current = createVersionedCache<string>(async () => version, 2);
  (await current()).set('a', 'kept');
  expect((await current()).get('a')).toBe('kept');
  version = 2;
  expect((await current()).size).toBe(0);
  for (const name of ['a', 'b', 'c']) (await current()).set(name, 'kept');
  expect((await current()).size).toBe(0);
});

test('is not replaced when an earlier read of the version ends late', async () => {
  const late = Promise.withResolvers<number>();
  const answers = [late.promise, Promise.resolve(2)];
  const current = createVersionedCache<string>(() => answers.shift() ?? Promise.resolve(2), 9);
  const first = current();
  (await current()).set('a', 'of version 2');
  late.resolve(1);
  expect((await first).get('a')).toBe('of version 2');
  expect((await current()).get('a')).toBe('of version 2');
});

test('a read is shared, kept for its version, and tried again after a failure', async () => {
  let [version, reads] = [1, 0];
  const read = createVersionedRead(
    async () => version,
    async () => {
      reads += 1;
      if (reads === 1) throw new Error('unreachable');
      return reads;
    },
  );
  await expect(read()).rejects.toThrow('unreachable');
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  version = 2;
  expect(await read()).toBe(3);
});
