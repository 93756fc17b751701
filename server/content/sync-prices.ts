import type { Kysely, Transaction } from 'kysely';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
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
import { StoredCake } from './catalogue.ts';
import { changeContent, findDocument } from './documents.ts';
import { bumpContentVersion } from './version.ts';

// A save of a cake creates its new prices at the payment provider and archives the old ones (cakes.ts).
// `syncPrices` does what a save could not do, and creates the prices of a new shop or a new account.

export type PricingShop = Pick<Shop, 'db' | 'content' | 'clock' | 'log'> & {
  payments: Pick<
    Payments,
    'activePrices' | 'addPrice' | 'archivePrice' | 'reactivatePrice' | 'archiveProduct'
  >;
};

/**
 * Creates the prices that sizes lack at the payment provider, and archives those that no size has. What fails is
 * a problem of the owner, price by price, until a later call has done it. Several servers may call it at once.
 * @throws {PaymentsUnavailable} if the provider is unreachable.
 */
export async function syncPrices(shop: PricingShop): Promise<void> {
  const { db, payments } = shop;
  const before = await storedProblems(db);
  const sizes = (await shop.content()).catalogue.entries.flatMap(({ cake, hidden }) =>
    cake.sizes.map((size) => ({
      cakeId: cake.id,
      api: size.api,
      hidden,
      product: productOf(cake, size),
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
      if (!(await addPrice(shop, cakeId, product))) failed.push(notCreated(product));
    }
    const sold = new Set(sizes.map(({ product }) => product.sizeId));
    for (const { stripePriceId, sizeId, name } of active.values()) {
      if (await isUsed(shop, stripePriceId)) continue;
      if (!(await archiveUnused(shop, stripePriceId)))
        failed.push(notArchived(stripePriceId, name));
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

/** The product for a size. */
export function productOf(
  { title }: Pick<Cake, 'title'>,
  size: Pick<Size, 'id' | 'size' | 'slices' | 'price'>,
): Product {
  return { sizeId: size.id, name: `${title}, ${describeSize(size)}`, price: size.price };
}

/** @returns false if the provider rejects it. */
async function addPrice(shop: PricingShop, cakeId: string, product: Product) {
  const { db, payments, log } = shop;
  try {
    await setPriceId(db, cakeId, await payments.addPrice(product));
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || error.reason === 'unreachable') throw error;
    log.error({ size: product.sizeId, code: error.code }, 'a price could not be made');
    return false;
  }
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

/** Whether a size has this price id now. */
async function isUsed({ content }: Pick<Shop, 'content'>, stripePriceId: string) {
  const { entries } = (await content()).catalogue;
  return entries.some(({ cake }) => cake.sizes.some(({ api }) => api === stripePriceId));
}

function notCreated({ sizeId, name }: Product): NewProblem {
  return { kind: 'price-not-created', subject: sizeId, orderId: null, facts: { cake: name } };
}

function notArchived(stripePriceId: string, name: string): NewProblem {
  const facts = { price: stripePriceId, cake: name };
  return { kind: 'price-not-archived', subject: stripePriceId, orderId: null, facts };
}

/**
 * Archives prices that a save has replaced; no new order uses them.
 * @returns those that are still active, which are problems of the owner until a sync archives them.
 */
export async function archiveReplaced(
  shop: PricingShop,
  { title }: Pick<Cake, 'title'>,
  replaced: Size[],
): Promise<string[]> {
  const left: string[] = [];
  for (const size of replaced) {
    const { api } = size;
    if (api === null || (await archivePrice(shop, api))) continue;
    left.push(api);
    await raiseProblem(shop, notArchived(api, productOf({ title }, size).name));
  }
  return left;
}

/**
 * Archives a price that no size has. A save that is about to write it finds the price active: if it is written
 * after the first check, the second check or the save's own `reactivatePrices` activates the price again.
 * @returns false if it is still active.
 */
export async function archiveUnused(shop: PricingShop, stripePriceId: string): Promise<boolean> {
  if (await isUsed(shop, stripePriceId)) return true;
  const isArchived = await archivePrice(shop, stripePriceId);
  if (!(await isUsed(shop, stripePriceId))) return isArchived;
  await reactivatePrices(shop, [stripePriceId]);
  return true;
}

function archivePrice(shop: PricingShop, stripePriceId: string): Promise<boolean> {
  const archived = shop.payments.archivePrice(stripePriceId);
  return warnIfUnavailable(shop, stripePriceId, archived, 'an old price is still active');
}

export async function reactivatePrices(shop: PricingShop, stripePriceIds: string[]) {
  for (const id of stripePriceIds) {
    const reactivated = shop.payments.reactivatePrice(id);
    await warnIfUnavailable(shop, id, reactivated, 'a price may be archived');
  }
}

/** @returns whether the provider has done it. */
async function warnIfUnavailable(
  { log }: PricingShop,
  stripePriceId: string,
  call: Promise<void>,
  message: string,
): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ price: stripePriceId, code: error.code }, message);
    return false;
  }
}
