import { describe, expect, test } from 'vitest';
import { photos } from '#cafe/photos.ts';
import { words as firstWords } from '#cafe/words.ts';
import { writeWords } from '#domain/words/words.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { editCake, setHidden } from '#test/edit-cake.ts';
import { shopOn } from '#test/shop-on.ts';
import { beforeOpening, setConfirmed, shownTestimonials } from './before-opening.ts';
import { changeWeeklyRules } from './calendar.ts';
import { editWords, restoreWords } from './texts.ts';

const anna = { id: 'anna', name: 'Anna', email: 'anna@example.test', role: 'owner' } as const;
const LIVE = { payments: 'live', emails: 'real' } as const;

describe.each(bothDatabases)('before a shop on $name opens', ({ stocked }) => {
  async function open(stage: typeof LIVE | undefined = undefined) {
    const database = await (await stocked()).open();
    const cafePhotos = photos.map((photo) => ({ ...photo, focus: undefined }));
    const shop = shopOn(database, { cafePhotos, ...(stage && { stage }) });
    return { shop, left: () => beforeOpening(shop) };
  }

  test('everything of the demo is listed, and the services that only practise', async () => {
    const { shop, left } = await open();
    const { content, cakes, photos: withPhotos, count } = await left();
    expect(content).toHaveLength(Object.keys(firstWords).length + 3);
    const { entries, cakes: shown } = (await shop.content()).catalogue;
    expect([cakes, withPhotos]).toEqual([entries.length, shown.length]);
    expect(count).toBe(content.length + 2);
    expect((await beforeOpening({ ...shop, stage: LIVE })).count).toBe(content.length);
  });

  test('what the owner has changed leaves the list, and comes back with the demo’s words', async () => {
    const { shop, left } = await open();
    const { cakes } = await left();
    const typed = writeWords('name', firstWords);
    await editWords(shop, { key: 'name', typed, version: 0 }, anna);
    const week = { leadDays: '2', daysAhead: '90', closedWeekdays: ['7'] };
    const rules = { ...week, cutOff: '', closedDays: 'count' } as const;
    await changeWeeklyRules(shop, rules, { by: 'anna', version: 1 });
    await editCake(shop, 'berry-drip-cake', (cake) => ({ ...cake, title: 'Berry cake' }));
    await setHidden(shop, 'red-velvet-cake', true);
    const after = await left();
    expect(after.content).not.toContain('name');
    expect(after.content).not.toContain('calendar');
    expect(after.cakes).toBe(cakes - 2);
    await restoreWords(shop, { key: 'name', number: 0, version: 1 }, anna);
    expect((await left()).content).toContain('name');
  });

  test('what is right as it is leaves the list, once for two people, until it is taken back', async () => {
    const { shop, left } = await open();
    const before = await left();
    await Promise.all([
      setConfirmed(shop, 'cakes', true, 'anna'),
      setConfirmed(shop, 'cakes', true, 'ben'),
      setConfirmed(shop, 'photos', true, 'ben'),
    ]);
    const after = await left();
    expect(after.content).toEqual(before.content.filter((key) => !/^(cakes|photos)$/.test(key)));
    const version = await shop.contentVersion();
    await setConfirmed(shop, 'cakes', true, 'anna');
    expect(await shop.contentVersion()).toBe(version);
    await setConfirmed(shop, 'cakes', false, 'anna');
    expect((await left()).content).toContain('cakes');
  });

  test('visitors of a live shop read no testimonial that was written for the demo', async () => {
    const { shop } = await open(LIVE);
    const shown = () => shownTestimonials(shop);
    expect(
      await shownTestimonials({ ...shop, stage: { payments: 'test', emails: 'real' } }),
    ).toEqual(firstWords.testimonials);
    expect(await shown()).toEqual([]);
    await setConfirmed(shop, 'testimonials', true, 'anna');
    expect(await shown()).toEqual(firstWords.testimonials);
    await setConfirmed(shop, 'testimonials', false, 'anna');
    const own = { fields: {}, rows: [{ text: 'Lovely.', name: 'Ada', cake: '' }] };
    await editWords(shop, { key: 'testimonials', typed: own, version: 0 }, anna);
    expect(await shown()).toEqual([{ id: 1, text: 'Lovely.', name: 'Ada' }]);
  });
});
