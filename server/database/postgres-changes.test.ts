import { expect, onTestFinished, test } from 'vitest';
import { freshPostgres } from '#test/both-databases.ts';
import { deafen } from '#test/deafen.ts';
import { at, sampleOrder, samplePrice, sampleSeed } from '#test/samples.ts';

test('a listening connection that is cut comes back, has everybody look, and listens again', async () => {
  const place = await freshPostgres();
  const [here, elsewhere] = await Promise.all([place.open(), place.open()]);
  await here.seed(sampleSeed());
  let missed = Promise.withResolvers<void>();
  let changed = Promise.withResolvers<void>();
  onTestFinished(
    here.watchChanges({
      catalogueChanged: () => changed.resolve(),
      orderChanged() {},
      mayHaveMissed: () => missed.resolve(),
    }),
  );
  for (const turn of [1, 2, 3]) {
    await missed.promise;
    changed = Promise.withResolvers();
    await elsewhere.catalogue.setPrice(samplePrice('angel-8', 5_000 + turn));
    await changed.promise;
    missed = Promise.withResolvers();
    await deafen(place);
  }
});

test('an order is announced to the other servers, many in one go', async () => {
  const place = await freshPostgres();
  const [here, elsewhere] = await Promise.all([place.open(), place.open()]);
  const orders = Array.from({ length: 30 }, () => sampleOrder());
  for (const order of orders) await here.orders.add(order);
  const ready = [here, elsewhere].map(() => Promise.withResolvers<void>());
  const heard = new Set<string>();
  const all = Promise.withResolvers<void>();
  for (const [server, { watchChanges }] of [here, elsewhere].entries()) {
    onTestFinished(
      watchChanges({
        catalogueChanged() {},
        orderChanged(id) {
          if (server === 1) heard.add(id);
          if (heard.size === orders.length) all.resolve();
        },
        mayHaveMissed: () => ready[server]?.resolve(),
      }),
    );
  }
  await Promise.all(ready.map(({ promise }) => promise));
  await Promise.all(orders.map(({ id }) => here.orders.fund(id, at(1))));
  await all.promise;
  expect([...heard].sort()).toEqual(orders.map(({ id }) => id).sort());
});
