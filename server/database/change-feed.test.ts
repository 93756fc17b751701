import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/database/open-database.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { at, sampleOrder, samplePrice, sampleSeed } from '#test/samples.ts';

/** Keeps what it is told from when it is listened to on, and lets somebody wait for it. */
async function watch({ watchChanges }: Database) {
  const told: string[] = [];
  let waiting: { what: string; heard(): void }[] = [];
  const next = (what: string) => new Promise<void>((heard) => waiting.push({ what, heard }));
  const hear = (what: string) => {
    told.push(what);
    for (const each of waiting) if (each.what === what) each.heard();
    waiting = waiting.filter((each) => each.what !== what);
  };
  const listening = next('missed');
  const stop = watchChanges({
    catalogueChanged: () => hear('catalogue'),
    orderChanged: hear,
    mayHaveMissed: () => hear('missed'),
  });
  onTestFinished(stop);
  await listening;
  return { told, next, stop };
}

describe.each(bothDatabases)('a watcher on $name', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const database = await place.open();
    await database.seed(sampleSeed());
    return { place, here: database, elsewhere: await place.open() };
  }

  test('is told of a new version, whoever makes it', async () => {
    const { here, elsewhere } = await open();
    const { next } = await watch(here);
    for (const [turn, database] of [here, elsewhere, here].entries()) {
      const told = next('catalogue');
      await database.catalogue.setPrice(samplePrice('angel-8', 5_000 + turn));
      await told;
    }
  });

  test('is told of each step of an order', async () => {
    const { here } = await open();
    const { next } = await watch(here);
    const [paid, given] = [sampleOrder(), sampleOrder()];
    for (const order of [paid, given]) await here.orders.add(order);
    const steps: [string, () => Promise<unknown>][] = [
      [paid.id, () => here.orders.fund(paid.id, at(1))],
      [paid.id, () => here.outbox.delivered(paid.id, 0)],
      [given.id, () => here.orders.expire(given.id)],
    ];
    for (const [id, step] of steps) {
      const told = next(id);
      await step();
      await told;
    }
  });

  test('is told nothing of what did not happen', async () => {
    const { here } = await open();
    const order = sampleOrder();
    await here.orders.add(order);
    await here.orders.expire(order.id);
    const { told, next } = await watch(here);
    expect(await here.orders.expire(order.id)).toBe(false);
    const last = sampleOrder();
    await here.orders.add(last);
    const heard = next(last.id);
    await here.orders.fund(last.id, at(1));
    await heard;
    expect(told).not.toContain(order.id);
  });

  test('that has stopped leaves the others as they were', async () => {
    const { here } = await open();
    const one = await watch(here);
    const told = Promise.withResolvers<void>();
    const nothing = () => {};
    onTestFinished(
      here.watchChanges({
        catalogueChanged: told.resolve,
        orderChanged: nothing,
        mayHaveMissed: nothing,
      }),
    );
    await one.stop();
    const before = one.told.length;
    await here.catalogue.setPrice(samplePrice('angel-8', 5_000));
    await told.promise;
    expect(one.told).toHaveLength(before);
  });
});
