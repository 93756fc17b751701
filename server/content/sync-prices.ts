import type { Kysely, Transaction } from 'kysely';
import type { CakeContent, CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { choiceKey, optionsInWords } from '#domain/catalogue/options.ts';
import { shortSize, titleInFull, titleWithSize } from '#domain/catalogue/sizes.ts';
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

// A save of cakes prices their sizes and choices (`priceCakes`). `syncPrices` does what a save could not do, and creates
// the prices of a new shop or a new account. Each keeps its earlier price id until the provider has the new price.

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

/**
 * Creates the prices that cakes lack at the payment provider, and archives those that none has. What fails is
 * an incident of the owner, price by price, until a later call has done it. Several servers may call it at once.
 * @throws {PaymentsUnavailable} if the provider is unreachable.
 */
export async function syncPrices(shop: PricingShop): Promise<void> {
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
  try {
    const active = new Map(
      (await payments.activePrices()).map((each) => [each.stripePriceId, each]),
    );
    // Of hidden cakes too: they can be ordered as soon as they are shown.
    for (const { cakeId, api, product } of products) {
      const current = active.get(api ?? '');
      if (current?.price === product.price && current.name === product.name) {
        active.delete(current.stripePriceId);
      } else if (!(await tryPrice(shop, cakeId, product))) failed.push(notCreated(product));
    }
    const sold = new Set(products.map(({ product }) => product.lookupKey));
    // Those that are left: each is looked up in the content as it is then.
    for (const { stripePriceId, lookupKey, price, name } of active.values()) {
      if (await isNeeded(shop, { stripePriceId, lookupKey, price })) continue;
      if (!(await archivePrice(shop, stripePriceId))) failed.push(notArchived(stripePriceId, name));
      // Also if the price stays active: nobody can buy it then.
      if (!sold.has(lookupKey)) {
        const archived = payments.archiveProduct(stripePriceId);
        await warnIfUnavailable(shop, stripePriceId, archived, 'a product is still active');
      }
    }
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
}

export interface PricedCakes {
  /** Whose new price could not be made, or was not begun in time. */
  unpriced: Pick<CakeProduct, 'label'>[];
  /** The ids of replaced prices that are still active at the payment provider. */
  left: string[];
}

interface ProductToPrice {
  cakeId: string;
  product: CakeProduct;
  isPriced: boolean;
}

/** So that 40 prices stay below the 25 requests a second of Stripe's test mode. */
const CALLS_AT_ONCE = 4;
/** A form waits for it. What has not begun by then is left to `syncPrices`. */
const LONGEST_MS = 20_000;

/**
 * Prices the sizes and choices of cakes that were saved, and archives the prices that they had before. What fails is done by the
 * next sync. Once the provider is unreachable nothing more is tried.
 * @param before the catalogue from before they were saved.
 */
export async function priceCakes(
  shop: PricingShop,
  ids: string[],
  before: Catalogue,
): Promise<PricedCakes> {
  const end = performance.now() + LONGEST_MS;
  let isReachable = true;
  const mayCall = () => isReachable && performance.now() < end;
  const attempt = async (subject: string, call: Promise<void>, message: string) => {
    const failure = await warnIfUnavailable(shop, subject, call, message);
    if (failure === 'unreachable') isReachable = false;
    return failure;
  };
  const { catalogue } = await shop.content();
  const products = ids.flatMap((id) => productsToPrice(catalogue.entry(id), before.entry(id)));
  const unpriced = await fewAtOnce(products, async ({ cakeId, product, isPriced }) => {
    const added = mayCall() && addPrice(shop, cakeId, product);
    const isDone = added && !(await attempt(product.lookupKey, added, 'a price could not be made'));
    return isDone || isPriced ? [] : [{ label: product.label }];
  });
  const replaced = ids.flatMap((id) => pricesToArchive(catalogue.entry(id), before.entry(id)));
  const left = await fewAtOnce(replaced, async ({ name, ...priced }) => {
    const { stripePriceId } = priced;
    if (!mayCall() || (await isNeeded(shop, priced))) return [];
    const archived = shop.payments.archivePrice(stripePriceId);
    if (!(await attempt(stripePriceId, archived, STILL_ACTIVE))) return [];
    await raiseIncident(shop, notArchived(stripePriceId, name));
    return [stripePriceId];
  });
  return { unpriced: unpriced.flat(), left: left.flat() };
}

/** What has another price or name than before, or no price. */
function productsToPrice(
  entry: CatalogueEntry | undefined,
  before: CatalogueEntry | undefined,
): ProductToPrice[] {
  if (!entry) return [];
  const cakeId = entry.cake.id;
  const sold = soldPrices(entry.cake);
  const earlier = before ? productsOf(cakeId, before.content) : [];
  return productsOf(cakeId, entry.content).flatMap((product) => {
    const { api = null, price } = sold.get(product.lookupKey) ?? {};
    const isPriced = api !== null && price === product.price;
    const isNamed = earlier.some(
      ({ lookupKey, name }) => lookupKey === product.lookupKey && name === product.name,
    );
    return isPriced && isNamed ? [] : [{ cakeId, product, isPriced }];
  });
}

/** The prices from before, which may be replaced now. */
function pricesToArchive(
  entry: CatalogueEntry | undefined,
  before: CatalogueEntry | undefined,
): (PricedProduct & Pick<Product, 'name'>)[] {
  if (!entry || !before) return [];
  const sold = soldPrices(before.cake);
  const { title } = entry.content;
  return productsOf(before.cake.id, { ...before.content, title }).flatMap(({ lookupKey, name }) => {
    const { api = null, price = 0 } = sold.get(lookupKey) ?? {};
    return api === null ? [] : [{ stripePriceId: api, lookupKey, price, name }];
  });
}

/** In the order of the items. */
async function fewAtOnce<Item, Result>(
  items: Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  // Shared: each takes the next item.
  const queue = items.entries();
  const take = async () => {
    for (const [place, item] of queue) results[place] = await run(item);
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, take));
  return results;
}

/** @returns false if the provider rejects it. */
async function tryPrice(shop: PricingShop, cakeId: string, product: Product): Promise<boolean> {
  try {
    await addPrice(shop, cakeId, product);
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || error.reason === 'unreachable') throw error;
    shop.log.error({ product: product.lookupKey, code: error.code }, 'a price could not be made');
    return false;
  }
}

async function addPrice(
  { db, payments }: PricingShop,
  cakeId: string,
  product: Product,
): Promise<void> {
  await setPriceId(db, cakeId, await payments.addPrice(product));
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

async function archivePrice(shop: PricingShop, stripePriceId: string): Promise<boolean> {
  const archived = shop.payments.archivePrice(stripePriceId);
  return !(await warnIfUnavailable(shop, stripePriceId, archived, STILL_ACTIVE));
}

const STILL_ACTIVE = 'an old price is still active';

/** @returns why the provider has not done it; undefined if it has. */
async function warnIfUnavailable(
  { log }: PricingShop,
  subject: string,
  call: Promise<void>,
  message: string,
): Promise<PaymentsUnavailable['reason'] | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ price: subject, code: error.code }, message);
    return error.reason;
  }
}
