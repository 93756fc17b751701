import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { seed } from '#server/content/seed.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { findCake, setHidden, setPrice } from '#test/edit-cake.ts';
import { forbidDays } from '#test/forbid-days.ts';
import { samplePrice, sampleSeed } from '#test/samples.ts';
import { createVersionedRead } from './content.ts';

describe.each(bothDatabases)('the content in memory on $name', ({ fresh }) => {
  test('is never served after a change, by any server', async () => {
    const server = await (await fresh()).openTwo();
    await seed(server(0).db, sampleSeed());
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

    const forbidden = async () => Object.keys((await calendarRules(server(0))).days);
    expect(await forbidden()).not.toContain('2030-05-01');
    await forbidDays(server(1), [Day.parse('2030-05-01')]);
    expect(await forbidden()).toContain('2030-05-01');
  });
});

test('a read is not replaced when an earlier read of the version ends late', async () => {
  const late = Promise.withResolvers<number>();
  const answers = [late.promise, Promise.resolve(2)];
  let reads = 0;
  const read = createVersionedRead(
    () => answers.shift() ?? Promise.resolve(2),
    async () => {
      reads += 1;
      return reads;
    },
  );
  const first = read();
  expect(await read()).toBe(1);
  late.resolve(1);
  expect([await first, await read()]).toEqual([1, 1]);
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
