import type { Kysely, Transaction } from 'kysely';
import type { CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { titleInFull } from '#domain/catalogue/sizes.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  type NewProblem,
  problemKey,
  raiseProblem,
  removeProblem,
  storedProblems,
} from '#server/orders/problems.ts';
import type { Shop } from '#server/shop.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import type { Payments } from '#server/stripe/payments.ts';
import type { PricedSize, Product } from '#server/stripe/prices.ts';
import { type Catalogue, StoredCake } from './catalogue.ts';
import { changeContent, findDocument } from './documents.ts';
import { bumpContentVersion } from './version.ts';

// A save of cakes prices their sizes (`priceCakes`). `syncPrices` does what a save could not do, and creates the prices
// of a new shop or a new account. A size keeps its earlier price id until the provider has the new price.

export type PricingShop = Pick<Shop, 'db' | 'content' | 'clock' | 'log'> & {
  payments: Pick<Payments, 'activePrices' | 'addPrice' | 'archivePrice' | 'archiveProduct'>;
};

/**
 * Creates the prices that sizes lack at the payment provider, and archives those that no size has. What fails is
 * a problem of the owner, price by price, until a later call has done it. Several servers may call it at once.
 * @throws {PaymentsUnavailable} if the provider is unreachable.
 */
export async function syncPrices(shop: PricingShop): Promise<void> {
  const { db, payments } = shop;
  const before = await storedProblems(db);
  const sizes = (await shop.content()).catalogue.entries.flatMap(({ cake, content, hidden }) =>
    content.sizes.map((size) => ({
      cakeId: cake.id,
      api: cake.sizes.find(({ id }) => id === size.id)?.api ?? null,
      hidden,
      product: productOf(content, size),
    })),
  );
  const failed: NewProblem[] = [];
  try {
    const active = new Map(
      (await payments.activePrices()).map((each) => [each.stripePriceId, each]),
    );
    // Of hidden cakes too: they can be ordered as soon as they are shown.
    for (const { cakeId, api, product } of sizes) {
      const current = active.get(api ?? '');
      if (current?.price === product.price && current.name === product.name) continue;
      if (!(await tryPrice(shop, cakeId, product))) failed.push(notCreated(product));
    }
    const sold = new Set(sizes.map(({ product }) => product.sizeId));
    for (const { stripePriceId, sizeId, price, name } of active.values()) {
      if (await isNeeded(shop, { stripePriceId, sizeId, price })) continue;
      if (!(await archivePrice(shop, stripePriceId))) failed.push(notArchived(stripePriceId, name));
      // Also if the price stays active: nobody can buy it then.
      if (!sold.has(sizeId)) {
        const archived = payments.archiveProduct(stripePriceId);
        await warnIfUnavailable(shop, stripePriceId, archived, 'a product is still active');
      }
    }
  } catch (error) {
    const missing = sizes.filter(({ api, hidden }) => api === null && !hidden).length;
    // One problem: with a wrong key it is about all prices.
    if (error instanceof PaymentsUnavailable && missing > 0) {
      const facts = { prices: missing };
      await raiseProblem(shop, {
        kind: 'price-not-created',
        subject: 'all',
        orderId: null,
        facts,
      });
    }
    throw error;
  }
  for (const problem of failed) await raiseProblem(shop, problem);
  const stillFailing = new Set(failed.map(problemKey));
  for (const { key, kind } of before) {
    const isOfPrice = kind === 'price-not-created' || kind === 'price-not-archived';
    // Removed, not closed: it is raised again if it fails again.
    if (isOfPrice && !stillFailing.has(key)) await removeProblem(db, key);
  }
}

export interface PricedCakes {
  /** Whose new price could not be made, or was not begun in time. */
  unpriced: Pick<CakeSize, 'cakeId' | 'size'>[];
  /** The ids of replaced prices that are still active at the payment provider. */
  left: string[];
}

interface CakeSize {
  cakeId: string;
  size: string;
  product: Product;
  isPriced: boolean;
}

/** So that 40 prices stay below the 25 requests a second of Stripe's test mode. */
const CALLS_AT_ONCE = 4;
/** A form waits for it. What has not begun by then is left to `syncPrices`. */
const LONGEST_MS = 20_000;

/**
 * Prices the sizes of cakes that were saved, and archives the prices that they had before. What fails is done by the
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
  const sizes = ids.flatMap((id) => sizesToPrice(catalogue.entry(id), before.entry(id)));
  const unpriced = await fewAtOnce(sizes, async ({ cakeId, size, product, isPriced }) => {
    const added = mayCall() && addPrice(shop, cakeId, product);
    const isDone = added && !(await attempt(product.sizeId, added, 'a price could not be made'));
    return isDone || isPriced ? [] : [{ cakeId, size }];
  });
  const replaced = ids.flatMap((id) => pricesToArchive(catalogue.entry(id), before.entry(id)));
  const left = await fewAtOnce(replaced, async ({ name, ...priced }) => {
    const { stripePriceId } = priced;
    if (!mayCall() || (await isNeeded(shop, priced))) return [];
    const archived = shop.payments.archivePrice(stripePriceId);
    if (!(await attempt(stripePriceId, archived, STILL_ACTIVE))) return [];
    await raiseProblem(shop, notArchived(stripePriceId, name));
    return [stripePriceId];
  });
  return { unpriced: unpriced.flat(), left: left.flat() };
}

/** The sizes whose price or name has changed, or that have no price. */
function sizesToPrice(
  entry: CatalogueEntry | undefined,
  before: CatalogueEntry | undefined,
): CakeSize[] {
  if (!entry) return [];
  return entry.content.sizes.flatMap((size) => {
    const isPriced = entry.cake.sizes.some(
      ({ id, api, price }) => id === size.id && api !== null && price === size.price,
    );
    const product = productOf(entry.content, size);
    const isNamed = before?.content.sizes.some(
      (each) => each.id === size.id && productOf(before.content, each).name === product.name,
    );
    if (isPriced && isNamed) return [];
    return [{ cakeId: entry.cake.id, size: size.size, product, isPriced }];
  });
}

/** The prices from before, which may be replaced now. */
function pricesToArchive(
  entry: CatalogueEntry | undefined,
  before: CatalogueEntry | undefined,
): (PricedSize & Pick<Product, 'name'>)[] {
  if (!entry || !before) return [];
  return before.cake.sizes.flatMap(({ id: sizeId, api, price, ...size }) => {
    const { name } = productOf(entry.content, { ...size, id: sizeId, price });
    return api === null ? [] : [{ stripePriceId: api, sizeId, price, name }];
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

/** The product for a size. */
function productOf(
  { title }: Pick<Cake, 'title'>,
  size: Pick<Size, 'id' | 'size' | 'slices' | 'price'>,
): Product {
  return { sizeId: size.id, name: titleInFull({ title, ...size }), price: size.price };
}

/** @returns false if the provider rejects it. */
async function tryPrice(shop: PricingShop, cakeId: string, product: Product): Promise<boolean> {
  try {
    await addPrice(shop, cakeId, product);
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || error.reason === 'unreachable') throw error;
    shop.log.error({ size: product.sizeId, code: error.code }, 'a price could not be made');
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

/** Stores the payment provider's price of a size, unless the size has another price by now. */
export function setPriceId(db: Kysely<Tables>, cakeId: string, priced: PricedSize): Promise<void> {
  return changeContent(db, async (trx) => {
    const document = await findDocument(trx, 'cake', cakeId);
    const sizes = StoredCake.safeParse(document?.body).data?.sizes ?? [];
    if (!sizes.some(({ id, price }) => id === priced.sizeId && price === priced.price)) return;
    await writePriceId(trx, priced);
    await bumpContentVersion(trx, ['/cakes']);
  });
}

/** Call it in a change of the content (`changeContent`, `bumpContentVersion`). */
export async function writePriceId(
  trx: Transaction<Tables>,
  { sizeId, price, stripePriceId }: PricedSize,
): Promise<void> {
  const row = { price, stripe_price_id: stripePriceId };
  await trx
    .insertInto('prices')
    .values({ size_id: sizeId, ...row })
    .onConflict((known) => known.column('size_id').doUpdateSet(row))
    .execute();
}

/** Whether a size has this price, or waits for it: a save may be about to store its id. */
async function isNeeded(
  { content }: Pick<Shop, 'content'>,
  { stripePriceId, sizeId, price }: PricedSize,
): Promise<boolean> {
  const { entries } = (await content()).catalogue;
  return entries.some((entry) =>
    entry.cake.sizes.some((sold) => {
      const wanted = entry.content.sizes.find(({ id }) => id === sold.id)?.price;
      const isAwaited = wanted === price && (sold.api === null || sold.price !== wanted);
      return sold.id === sizeId && (sold.api === stripePriceId || isAwaited);
    }),
  );
}

function notCreated({ sizeId, name }: Product): NewProblem {
  return { kind: 'price-not-created', subject: sizeId, orderId: null, facts: { cake: name } };
}

function notArchived(stripePriceId: string, name: string): NewProblem {
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
