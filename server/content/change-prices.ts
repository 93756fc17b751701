import type { Transaction } from 'kysely';
import { choiceKey } from '#domain/catalogue/options.ts';
import type { Instant } from '#domain/clock.ts';
import type { Pence } from '#domain/pence.ts';
import type { Tables } from '#server/db/tables.ts';
import { StoredCake } from './catalogue.ts';
import { changeContent, findDocuments, readVersions, writeDocument } from './documents.ts';
import { type PricingShop, priceCakes, productsOf } from './sync-prices.ts';

// The prices of many cakes in one form. Each cake that changes gets a version of its own, all in one transaction
// (decisions/046-prices-in-one-form.md).

export interface PriceChange {
  /** Of a size or a choice. */
  lookupKey: string;
  /** What the form showed. */
  was: Pence;
  price: Pence;
}

interface PricesForm {
  /** All that the form shows. */
  prices: PriceChange[];
  /** `versionOfCakes`, as the form was opened. */
  version: number;
  by: string;
}

/** What another person has set meanwhile. */
export interface OtherPrice {
  /** `Berry Drip Cake, Sponge: lemon` */
  name: string;
  price: Pence;
  at: Instant;
  by: string | null;
}

export type ChangePricesResult =
  | {
      ok: true;
      /** When it was done, by which it is undone. */
      at: Instant;
      /** The number of prices that have changed. */
      changed: number;
      /** How many of them the payment provider does not have yet. */
      unpriced: number;
    }
  /** Other people have set prices that the form changes: nothing is saved. */
  | { ok: false; version: number; others: OtherPrice[] };

/** Grows with each save of a cake. @param cakes all of them, also archived ones: none is ever deleted. */
export function versionOfCakes(cakes: { version: number }[]): number {
  return cakes.reduce((sum, { version }) => sum + version, 0);
}

/**
 * Changes the prices that differ from what the form showed; the others stay as they are by now. Idempotent. What
 * they are of is sold at its earlier prices until the payment provider has the new ones.
 */
export async function changePrices(
  shop: PricingShop,
  { prices, version, by }: PricesForm,
): Promise<ChangePricesResult> {
  const at = shop.clock.now();
  const changes = new Map(
    prices.filter(({ was, price }) => was !== price).map((each) => [each.lookupKey, each]),
  );
  const done = await changeContent(shop.db, async (trx) => {
    const cakes = await findCakes(trx);
    const current = versionOfCakes(cakes);
    const others = version === current ? [] : otherPrices(cakes, changes);
    if (others.length > 0) return { ok: false as const, version: current, others };
    const changed = await writePrices(trx, cakes, { at, by }, (key) => changes.get(key)?.price);
    return { ok: true as const, changed };
  });
  if (!done.ok) return done;
  const ids = done.changed.map(({ id }) => id);
  shop.log.info({ cakes: ids, by }, 'prices changed by the owner');
  const changed = done.changed.reduce((sum, { prices: count }) => sum + count, 0);
  return { ok: true, at, changed, unpriced: (await priceCakes(shop, ids)).length };
}

/** A form that has changed the prices of several cakes. */
export interface PricesChanged {
  at: Instant;
  by: string | null;
  /** How many cakes. */
  cakes: number;
}

/** The last one; undefined if there is none. What changed one cake alone is in its versions. */
export async function lastPricesChanged({
  db,
}: Pick<PricingShop, 'db'>): Promise<PricesChanged | undefined> {
  const last = await db
    .selectFrom('document_versions')
    .select(['at', 'person_id as by', ({ fn }) => fn.countAll().as('cakes')])
    .where('kind', '=', 'cake')
    // The shop began with those of nobody.
    .where('person_id', 'is not', null)
    .groupBy(['at', 'person_id'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && { ...last, cakes: Number(last.cakes) };
}

export interface PricesUndone {
  /** How many prices are what they were. */
  back: number;
  /** How many of them the payment provider does not have yet. */
  unpriced: number;
  /** The names of those that somebody has changed since. */
  kept: string[];
}

/**
 * Takes back the prices that one form has changed, except those that somebody has changed since. What else was changed of
 * the cakes stays. Idempotent.
 */
export async function undoPrices(
  shop: PricingShop,
  { at, by }: { at: Instant; by: string },
): Promise<PricesUndone> {
  const { ids, back, kept } = await changeContent(shop.db, async (trx) => {
    const cakes = await findCakes(trx);
    const changed = await pricesChangedAt(trx, at);
    const earlier = new Map<string, Pence>();
    const left: string[] = [];
    for (const { lookupKey, shortName, price } of cakes.flatMap(({ id, stored }) =>
      productsOf(id, stored),
    )) {
      const change = changed.get(lookupKey);
      if (!change) continue;
      // Undone already by a form that was sent twice.
      const isBack = price === change.was;
      if (isBack || price === change.price) earlier.set(lookupKey, change.was);
      else left.push(shortName);
    }
    const edit = { at: shop.clock.now(), by };
    await writePrices(trx, cakes, edit, (key) => earlier.get(key));
    const ids = [...new Set([...changed.values()].map(({ cakeId }) => cakeId))];
    return { ids, back: earlier.size, kept: left };
  });
  return { back, kept, unpriced: (await priceCakes(shop, ids)).length };
}

interface StoredCakeDocument {
  id: string;
  version: number;
  updatedAt: string;
  updatedBy: string | null;
  stored: StoredCake;
}

async function findCakes(trx: Transaction<Tables>): Promise<StoredCakeDocument[]> {
  return (await findDocuments(trx, 'cake')).flatMap(({ body, ...document }) => {
    const { data } = StoredCake.safeParse(body);
    return data ? [{ ...document, stored: data }] : [];
  });
}

/** @returns the cakes that have changed, and how many prices of each. */
async function writePrices(
  trx: Transaction<Tables>,
  cakes: StoredCakeDocument[],
  edit: { at: Instant; by: string },
  /** @returns undefined for a price that stays. */
  priceOf: (lookupKey: string) => Pence | undefined,
): Promise<{ id: string; prices: number }[]> {
  const changed: { id: string; prices: number }[] = [];
  for (const { id, stored } of cakes) {
    const prices = productsOf(id, stored).filter(({ lookupKey, price }) => {
      return (priceOf(lookupKey) ?? price) !== price;
    }).length;
    if (prices === 0) continue;
    const sizes = stored.sizes.map((size) => ({ ...size, price: priceOf(size.id) ?? size.price }));
    const options = stored.options?.map((group) => ({
      ...group,
      choices: group.choices.map((choice) => {
        const price = choice.price > 0 && priceOf(choiceKey(id, group.id, choice.id));
        return { ...choice, price: price || choice.price };
      }),
    }));
    await writeDocument(trx, { kind: 'cake', id, body: { ...stored, sizes, options } }, edit);
    changed.push({ id, prices });
  }
  return changed;
}

function otherPrices(
  cakes: StoredCakeDocument[],
  changes: ReadonlyMap<string, PriceChange>,
): OtherPrice[] {
  return cakes.flatMap(({ id, stored, updatedAt: at, updatedBy: by }) =>
    productsOf(id, stored).flatMap(({ lookupKey, shortName: name, price }) => {
      const change = changes.get(lookupKey);
      const isOther = change && price !== change.was && price !== change.price;
      return isOther ? [{ name, price, at, by }] : [];
    }),
  );
}

/** The prices that a form has changed at this time, by their lookup keys. */
async function pricesChangedAt(
  trx: Transaction<Tables>,
  at: Instant,
): Promise<Map<string, Pick<PriceChange, 'was' | 'price'> & { cakeId: string }>> {
  const made = await trx
    .selectFrom('document_versions')
    .select(['id', 'version'])
    .where('kind', '=', 'cake')
    .where('at', '=', at)
    .execute();
  const changed = new Map<string, Pick<PriceChange, 'was' | 'price'> & { cakeId: string }>();
  const kind = { kind: 'cake', schema: StoredCake } as const;
  for (const { id: cakeId, version } of made) {
    const range = { after: version - 2, last: version };
    const [after, before] = await readVersions(trx, kind, cakeId, range);
    if (!after || !before) continue;
    const was = new Map(
      productsOf(cakeId, before.content).map(({ lookupKey, price }) => [lookupKey, price]),
    );
    for (const { lookupKey, price } of productsOf(cakeId, after.content)) {
      const earlier = was.get(lookupKey);
      if (earlier === undefined || earlier === price) continue;
      changed.set(lookupKey, { cakeId, was: earlier, price });
    }
  }
  return changed;
}
