/** @module-tag nightly */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { seed } from '#server/content/seed.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { sampleCake, sampleSeed } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';

const Cakes = z.array(z.object({ id: z.string() }));
const ids = Array.from({ length: 230 }, (_, n) => `cake-${String(n).padStart(3, '0')}`);

describe.each(bothDatabases)('a long list over HTTP, on $name', ({ fresh, stocked }) => {
  test('is returned in pages with links to the next', async () => {
    const place = await fresh();
    const cakes = ids.map((id) => sampleCake(id, { sizes: sampleCake(id).sizes.slice(0, 1) }));
    await seed((await place.open()).db, sampleSeed({ cakes }));
    const ada = customer(
      await openTestShop({ where: place.where, jobs: false, pricesSynced: false }),
    );

    for (const first of ['/api/cakes', '/api/cakes?category=birthday']) {
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let path: string | undefined = first; path; ) {
        const { body, headers } = await ada.call('GET', path);
        const part = Cakes.parse(body);
        seen.push(...part.map(({ id }) => id));
        sizes.push(part.length);
        path = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
      }
      expect(sizes).toEqual([100, 100, 30]);
      expect(seen).toEqual(ids);
    }
    const second = await ada.call('GET', '/api/cakes?category=birthday&page=2');
    expect(second.headers.get('Link')).toBe(
      '</api/cakes?category=birthday&page=1>; rel="prev", </api/cakes?category=birthday&page=3>; rel="next"',
    );
    const beyond = await ada.call('GET', '/api/cakes?page=4');
    expect([beyond.status, beyond.body, beyond.headers.get('Link')]).toEqual([200, [], null]);
  });

  test('that fits one response has no links', async () => {
    const ada = customer(await openTestShop({ where: (await stocked()).where, jobs: false }));
    const { status, headers } = await ada.call('GET', '/api/cakes');
    expect([status, headers.get('Link')]).toEqual([200, null]);
  });
});
