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

describe.each(bothDatabases)('a long list over HTTP, on $name', ({ fresh }) => {
  test('is returned whole', async () => {
    const place = await fresh();
    const cakes = ids.map((id) => sampleCake(id, { sizes: sampleCake(id).sizes.slice(0, 1) }));
    await seed((await place.open()).db, sampleSeed({ cakes }));
    const ada = customer(
      await openTestShop({ where: place.where, jobs: false, pricesSynced: false }),
    );

    for (const path of ['/api/cakes', '/api/cakes?category=birthday']) {
      const { body } = await ada.call('GET', path);
      expect(Cakes.parse(body).map(({ id }) => id)).toEqual(ids);
    }
  });
});
