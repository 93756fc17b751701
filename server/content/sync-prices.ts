import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { CakeContent, CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { choiceKey, optionsInWords } from '#domain/catalogue/options.ts';
import { shortSize, titleInFull, titleWithSize } from '#domain/catalogue/sizes.ts';
import type { Pence } from '#domain/pence.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  incidentKey,
  type NewIncident,
  raiseIncident,
  removeIncident,
  storedIncidents,
} from '#server/orders/incidents.ts';
import type { Shop } from '#server/shop.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import type { Payments } from '#server/stripe/payments.ts';
import type { PricedProduct, Product } from '#server/stripe/prices.ts';
import { type Catalogue, StoredCake } from './catalogue.ts';
import { changeContent, findDocument } from './documents.ts';
import { bumpContentVersion } from './version.ts';

// A save of cakes syncs the prices (`priceCakes`). A job does what a save could not do, and creates the prices of a new
// shop or a new account. Each size and choice keeps its earlier price id until the provider has the new price.

export type PricingShop = Pick<Shop, 'db' | 'content' | 'clock' | 'log'> & {
  payments: Pick<Payments, 'activePrices' | 'addPrice' | 'archivePrice' | 'archiveProduct'>;
};

/** A size, or a choice that costs something. */
interface CakeProduct extends Product {
  /** Within its cake: `8 in`, `Sponge: lemon`. */
  label: string;
  /** `Berry Drip Cake 8 in`, `Berry Drip Cake, Sponge: lemon` */
  shortName: string;
}

/** What of a cake has a price of its own, as it was saved. */
export function productsOf(
  cakeId: string,
  { title, sizes, options = [] }: Pick<CakeContent, 'title' | 'sizes' | 'options'>,
): CakeProduct[] {
  const ofChoices = options.flatMap((group) =>
    group.choices.flatMap(({ id, name, price }) => {
      if (price === 0) return [];
      const label =
        group.kind === 'text' ? group.name : optionsInWords([{ group: group.name, name }]);
      const lookupKey = choiceKey(cakeId, group.id, id);
      const called = `${title}, ${label}`;
      return [{ lookupKey, name: called, price, label, shortName: called }];
    }),
  );
  const ofSizes = sizes.map((size) => ({
    lookupKey: size.id,
    name: titleInFull({ title, ...size }),
    price: size.price,
    label: shortSize(size),
    shortName: titleWithSize({ title, size: size.size }),
  }));
  return [...ofSizes, ...ofChoices];
}

/** The prices at which a cake is sold, by their lookup keys. */
export function soldPrices({ id, sizes, options = [] }: Cake) {
  const ofChoices = options.flatMap((group) =>
    group.choices.map((choice) => ({ ...choice, id: choiceKey(id, group.id, choice.id) })),
  );
  return new Map(
    [...sizes, ...ofChoices].map(({ id: lookupKey, price, api }) => [lookupKey, { price, api }]),
  );
}

interface UnpricedProduct extends CakeProduct {
  /** At which it is sold; undefined while it has no price at the payment provider. */
  now: Pence | undefined;
}

/** What of a cake is saved at another price than it is sold at. */
export function unpricedOf({ cake, content }: CatalogueEntry): UnpricedProduct[] {
  const sold = soldPrices(cake);
  return productsOf(cake.id, content).flatMap((product) => {
    const { api = null, price } = sold.get(product.lookupKey) ?? {};
    const now = api === null ? undefined : price;
    return now === product.price ? [] : { ...product, now };
  });
}

/**
 * Creates the prices that cakes lack at the payment provider, and archives those that none has. What fails is
 * an incident of the owner, price by price, until a later call has done it. Several servers may call it at once.
 * @returns the ids of old prices that the provider keeps active.
 * @throws {PaymentsUnavailable} if the provider is unreachable.
 */
export async function syncPrices(shop: PricingShop): Promise<string[]> {
  const { db, payments } = shop;
  const before = await storedIncidents(db);
  const products = (await shop.content()).catalogue.entries.flatMap(({ cake, content, hidden }) => {
    const sold = soldPrices(cake);
    return productsOf(cake.id, content).map((product) => ({
      cakeId: cake.id,
      api: sold.get(product.lookupKey)?.api ?? null,
      hidden,
      product,
    }));
  });
  const failed: NewIncident[] = [];
  const left: string[] = [];
  try {
    const active = new Map(
      (await payments.activePrices()).map((each) => [each.stripePriceId, each]),
    );
    // Of hidden cakes too: they can be ordered as soon as they are shown.
    const isSold = ({ api, product }: (typeof products)[number]) => {
      const current = active.get(api ?? '');
      return current?.price === product.price && current.name === product.name;
    };
    const lacking = products.filter((each) => !isSold(each));
    for (const { api } of products.filter(isSold)) active.delete(api ?? '');
    await fewAtOnce(lacking, async ({ cakeId, product }) => {
      if (!(await tryPrice(shop, cakeId, product))) failed.push(notCreated(product));
    });
    const sold = new Set(products.map(({ product }) => product.lookupKey));
    // Each of the others is looked up in the content as it is then.
    await fewAtOnce([...active.values()], async (priced) => {
      const { stripePriceId, lookupKey, name } = priced;
      if (await isNeeded(shop, priced)) return;
      const archived = payments.archivePrice(stripePriceId);
      if (await warnIfUnavailable(shop, stripePriceId, archived, 'an old price is still active')) {
        failed.push(notArchived(stripePriceId, name));
        left.push(stripePriceId);
      }
      // Also if the price stays active: nobody can buy it then.
      if (!sold.has(lookupKey)) {
        const hidden = payments.archiveProduct(stripePriceId);
        await warnIfUnavailable(shop, stripePriceId, hidden, 'a product is still active');
      }
    });
  } catch (error) {
    const missing = products.filter(({ api, hidden }) => api === null && !hidden).length;
    // One incident: with a wrong key it is about all prices.
    if (error instanceof PaymentsUnavailable && missing > 0) {
      const facts = { prices: missing };
      await raiseIncident(shop, {
        kind: 'price-not-created',
        subject: 'all',
        orderId: null,
        facts,
      });
    }
    throw error;
  }
  for (const incident of failed) await raiseIncident(shop, incident);
  const stillFailing = new Set(failed.map(incidentKey));
  for (const { key, kind } of before) {
    const isOfPrice = kind === 'price-not-created' || kind === 'price-not-archived';
    // Removed, not closed: it is raised again if it fails again.
    if (isOfPrice && !stillFailing.has(key)) await removeIncident(db, key);
  }
  return left;
}

export interface PricedCakes {
  /** Which are not sold at their new price yet. */
  unpriced: Pick<CakeProduct, 'label'>[];
  /** The ids of replaced prices that are still active at the payment provider. */
  left: string[];
}

/** So that 40 prices stay below the 25 requests a second of Stripe's test mode. */
const CALLS_AT_ONCE = 4;
/** How long a form waits for them; they go on. */
const LONGEST_MS = 20_000;

/**
 * Syncs the prices after a save of these cakes, if it has changed what the payment provider has of them.
 * @param before the catalogue from before they were saved.
 */
export async function priceCakes(
  shop: PricingShop,
  ids: string[],
  before: Catalogue,
): Promise<PricedCakes> {
  const saved = entriesOf((await shop.content()).catalogue, ids);
  const earlier = entriesOf(before, ids);
  const isPriced = saved.every((entry) => unpricedOf(entry).length === 0);
  if (isPriced && isDeepStrictEqual(productsIn(saved), productsIn(earlier))) {
    return { unpriced: [], left: [] };
  }
  const replaced = new Set(
    earlier.flatMap(({ cake }) => [...soldPrices(cake).values()].map(({ api }) => api)),
  );
  const syncing = syncPrices(shop).catch((error) => {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    shop.log.warn({ cakes: ids, code: error.code }, 'prices are left to the next sync');
    return [];
  });
  const left = await Promise.race([syncing, pause(LONGEST_MS, [], { ref: false })]);
  const now = entriesOf((await shop.content()).catalogue, ids);
  return {
    unpriced: now.flatMap(unpricedOf),
    left: left.filter((id) => replaced.has(id)),
  };
}

function entriesOf(catalogue: Catalogue, ids: string[]): CatalogueEntry[] {
  return ids.flatMap((id) => catalogue.entry(id) ?? []);
}

function productsIn(entries: CatalogueEntry[]): CakeProduct[] {
  return entries.flatMap(({ cake, content }) => productsOf(cake.id, content));
}

/** Begins no more once one has failed. @throws what that has thrown, when those that have begun are done. */
async function fewAtOnce<Item>(items: Item[], run: (item: Item) => Promise<void>): Promise<void> {
  // Shared: each takes the next item.
  const queue = items.values();
  const errors: unknown[] = [];
  const take = async () => {
    for (const item of queue) {
      await run(item).catch((error) => errors.push(error));
      if (errors.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, take));
  if (errors.length > 0) throw errors[0];
}

/** @returns false if the provider rejects it. */
async function tryPrice(
  { db, payments, log }: PricingShop,
  cakeId: string,
  product: Product,
): Promise<boolean> {
  try {
    await setPriceId(db, cakeId, await payments.addPrice(product));
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || error.reason === 'unreachable') throw error;
    log.error({ product: product.lookupKey, code: error.code }, 'a price could not be made');
    return false;
  }
}

/** Stores the price that the payment provider has for a size or a choice, unless that has another one by now. */
export function setPriceId(
  db: Kysely<Tables>,
  cakeId: string,
  priced: PricedProduct,
): Promise<void> {
  return changeContent(db, async (trx) => {
    const { data } = StoredCake.safeParse((await findDocument(trx, 'cake', cakeId))?.body);
    const isCurrent = (data ? productsOf(cakeId, data) : []).some(
      ({ lookupKey, price }) => lookupKey === priced.lookupKey && price === priced.price,
    );
    if (!isCurrent) return;
    await writePriceId(trx, priced);
    await bumpContentVersion(trx, ['/cakes']);
  });
}

/** Call it in a change of the content (`changeContent`, `bumpContentVersion`). */
export async function writePriceId(
  trx: Transaction<Tables>,
  { lookupKey, price, stripePriceId }: PricedProduct,
): Promise<void> {
  const row = { price, stripe_price_id: stripePriceId };
  await trx
    .insertInto('prices')
    .values({ lookup_key: lookupKey, ...row })
    .onConflict((known) => known.column('lookup_key').doUpdateSet(row))
    .execute();
}

/** Whether something is sold at this price, or waits for it: a save may be about to store its id. */
async function isNeeded(
  { content }: Pick<Shop, 'content'>,
  { stripePriceId, lookupKey, price }: PricedProduct,
): Promise<boolean> {
  const { entries } = (await content()).catalogue;
  return entries.some((entry) => {
    const sold = soldPrices(entry.cake).get(lookupKey);
    if (!sold) return false;
    const { price: wanted } =
      productsOf(entry.cake.id, entry.content).find((each) => each.lookupKey === lookupKey) ?? {};
    const isAwaited = wanted === price && (sold.api === null || sold.price !== wanted);
    return sold.api === stripePriceId || isAwaited;
  });
}

function notCreated({ lookupKey, name }: Product): NewIncident {
  return { kind: 'price-not-created', subject: lookupKey, orderId: null, facts: { cake: name } };
}

function notArchived(stripePriceId: string, name: string): NewIncident {
  const facts = { price: stripePriceId, cake: name };
  return { kind: 'price-not-archived', subject: stripePriceId, orderId: null, facts };
}

/** @returns whether the provider has not done it. */
async function warnIfUnavailable(
  { log }: PricingShop,
  subject: string,
  call: Promise<void>,
  message: string,
): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ price: subject, code: error.code }, message);
    return true;
  }
}
