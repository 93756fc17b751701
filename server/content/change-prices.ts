import type { Transaction } from 'kysely';
import type { Instant } from '#domain/clock.ts';
import type { Pence } from '#domain/pence.ts';
import type { Tables } from '#server/db/tables.ts';
import { StoredCake } from './catalogue.ts';
import { changeContent, findDocuments, readVersions, writeDocument } from './documents.ts';
import { type PricedCakes, type PricingShop, priceCakes } from './sync-prices.ts';

// The prices of many cakes in one form. Each cake that changes gets a version of its own, all in one transaction
// (decisions/046-prices-in-one-form.md).

export interface PriceChange {
  sizeId: string;
  /** What the form showed. */
  was: Pence;
  price: Pence;
}

interface PricesForm {
  /** Of all sizes that the form shows. */
  prices: PriceChange[];
  /** `versionOfCakes`, as the form was opened. */
  version: number;
  by: string;
}

/** What another person has set meanwhile. */
export interface OtherPrice {
  title: string;
  size: string;
  price: Pence;
  at: Instant;
  by: string | null;
}

export type ChangePricesResult =
  | (PricedCakes & {
      ok: true;
      /** When it was done, by which it is undone. */
      at: Instant;
      /** The number of prices that have changed. */
      changed: number;
      /** How many of the sizes are not sold any more. */
      gone: number;
    })
  /** Other people have set prices that the form changes: nothing is saved. */
  | { ok: false; version: number; others: OtherPrice[] };

/** Grows with each save of a cake. @param cakes all of them, also archived ones: none is ever deleted. */
export function versionOfCakes(cakes: { version: number }[]): number {
  return cakes.reduce((sum, { version }) => sum + version, 0);
}

/**
 * Changes the prices that differ from what the form showed; the others stay as they are by now. Idempotent. The sizes
 * are sold at their earlier prices until the payment provider has the new ones.
 */
export async function changePrices(
  shop: PricingShop,
  { prices, version, by }: PricesForm,
): Promise<ChangePricesResult> {
  const at = shop.clock.now();
  const { catalogue: before } = await shop.content();
  const changes = new Map(
    prices.filter(({ was, price }) => was !== price).map((each) => [each.sizeId, each]),
  );
  const done = await changeContent(shop.db, async (trx) => {
    const cakes = await findCakes(trx);
    const current = versionOfCakes(cakes);
    const others = version === current ? [] : otherPrices(cakes, changes);
    if (others.length > 0) return { ok: false as const, version: current, others };
    const changed = await writePrices(trx, cakes, { at, by }, ({ id, price }) => {
      return changes.get(id)?.price ?? price;
    });
    const sizes = new Set(cakes.flatMap(({ stored }) => stored.sizes.map(({ id }) => id)));
    const gone = [...changes.keys()].filter((id) => !sizes.has(id)).length;
    return { ok: true as const, changed, gone };
  });
  if (!done.ok) return done;
  const ids = done.changed.map(({ id }) => id);
  shop.log.info({ cakes: ids, by }, 'prices changed by the owner');
  const changed = done.changed.reduce((sum, { prices: count }) => sum + count, 0);
  return { ok: true, at, changed, gone: done.gone, ...(await priceCakes(shop, ids, before)) };
}

export interface PricesUndone extends PricedCakes {
  /** The number of cakes that have their earlier prices. */
  back: number;
  /** The titles of the cakes that somebody has changed since. */
  kept: string[];
}

/** Gives the cakes that a person changed in one form the prices of before, unless somebody has changed them since. */
export async function undoPrices(
  shop: PricingShop,
  { at, by }: { at: Instant; by: string },
): Promise<PricesUndone> {
  const { catalogue: before } = await shop.content();
  const { ids, kept } = await changeContent(shop.db, async (trx) => {
    const earlier = new Map<string, Pence>();
    const undone: string[] = [];
    const left: string[] = [];
    const cakes = await findCakes(trx);
    const made = await versionsMade(trx, at, by);
    for (const cake of cakes) {
      const number = made.get(cake.id);
      if (number === undefined) continue;
      const range = { after: number - 2, last: number - 1 };
      const kind = { kind: 'cake', schema: StoredCake } as const;
      const [earlierVersion] = await readVersions(trx, kind, cake.id, range);
      const sizes = earlierVersion?.content.sizes ?? [];
      // Undone already by a form that was sent twice.
      const isBack = cake.stored.sizes.every(({ id, price }) =>
        sizes.some((size) => size.id === id && size.price === price),
      );
      if (cake.version !== number && !isBack) left.push(cake.stored.title);
      else {
        undone.push(cake.id);
        for (const { id, price } of sizes) earlier.set(id, price);
      }
    }
    const edit = { at: shop.clock.now(), by };
    await writePrices(trx, cakes, edit, ({ id, price }) => earlier.get(id) ?? price);
    return { ids: undone, kept: left };
  });
  return { back: ids.length, kept, ...(await priceCakes(shop, ids, before)) };
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
  priceOf: (size: { id: string; price: Pence }) => Pence,
): Promise<{ id: string; prices: number }[]> {
  const changed: { id: string; prices: number }[] = [];
  for (const { id, stored } of cakes) {
    const sizes = stored.sizes.map((size) => ({ ...size, price: priceOf(size) }));
    const prices = sizes.filter(({ price }, place) => price !== stored.sizes[place]?.price).length;
    if (prices === 0) continue;
    await writeDocument(trx, { kind: 'cake', id, body: { ...stored, sizes } }, edit);
    changed.push({ id, prices });
  }
  return changed;
}

function otherPrices(
  cakes: StoredCakeDocument[],
  changes: ReadonlyMap<string, PriceChange>,
): OtherPrice[] {
  return cakes.flatMap(({ stored, updatedAt: at, updatedBy: by }) =>
    stored.sizes.flatMap(({ id, size, price }) => {
      const change = changes.get(id);
      const isOther = change && price !== change.was && price !== change.price;
      return isOther ? [{ title: stored.title, size, price, at, by }] : [];
    }),
  );
}

/** The versions of cakes that a person has made at this time, by the cake's id. */
async function versionsMade(
  trx: Transaction<Tables>,
  at: Instant,
  by: string,
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('document_versions')
    .select(['id', 'version'])
    .where('kind', '=', 'cake')
    .where('at', '=', at)
    .where('person_id', '=', by)
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}
