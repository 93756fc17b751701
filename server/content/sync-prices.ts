import { setTimeout as pause } from 'node:timers/promises';
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
import { StoredCake } from './catalogue.ts';
import { changeContent, findDocument } from './documents.ts';
import { bumpContentVersion } from './version.ts';

// A save of cakes creates its prices (`priceCakes`). A job does what a save could not do, and creates the prices of a new
// shop or a new account. Each size and choice keeps its earlier price id until the provider has the new price.

export type PricingShop = Pick<Shop, 'db' | 'content' | 'clock' | 'log'> & {
  payments: Pick<Payments, 'activePrices' | 'addPrice' | 'archivePrice'>;
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

interface SoldProduct extends CakeProduct {
  cakeId: string;
  /** The price at which it is sold, and its id at the payment provider; undefined while it has none. */
  sold: { price: Pence; api: string } | undefined;
}

function productsIn({ cake, content }: CatalogueEntry): SoldProduct[] {
  const sold = soldPrices(cake);
  return productsOf(cake.id, content).map((product) => {
    const { price = product.price, api = null } = sold.get(product.lookupKey) ?? {};
    return { ...product, cakeId: cake.id, sold: api === null ? undefined : { price, api } };
  });
}

/** What of a cake is saved at another price than it is sold at. */
export function unpricedOf(entry: CatalogueEntry): SoldProduct[] {
  return productsIn(entry).filter(({ price, sold }) => sold?.price !== price);
}

/**
 * Creates the prices and names that cakes lack at the payment provider. What fails is an incident of the owner, price by
 * price, until a later call has done it. Several servers may call it at once.
 * @throws {PaymentsUnavailable} if the provider is unreachable.
 */
export async function syncPrices(shop: PricingShop): Promise<void> {
  const { db, payments } = shop;
  const before = await storedIncidents(db);
  const { entries } = (await shop.content()).catalogue;
  const failed: NewIncident[] = [];
  try {
    const active = new Map(
      (await payments.activePrices()).map((each) => [each.stripePriceId, each]),
    );
    // Of hidden cakes too: they can be ordered as soon as they are shown.
    const lacking = entries.flatMap(productsIn).filter(({ sold, price, name }) => {
      const current = active.get(sold?.api ?? '');
      return current?.price !== price || current.name !== name;
    });
    await fewAtOnce(lacking, async (product) => {
      if (!(await tryPrice(shop, product))) failed.push(notCreated(product));
    });
  } catch (error) {
    const shown = entries.filter(({ hidden }) => !hidden).flatMap(productsIn);
    const missing = shown.filter(({ sold }) => sold === undefined).length;
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
    // Removed, not closed: it is raised again if it fails again.
    if (kind === 'price-not-created' && !stillFailing.has(key)) await removeIncident(db, key);
  }
}

/** So that 40 prices stay below the 25 requests a second of Stripe's test mode. */
const CALLS_AT_ONCE = 4;
/** How long a form waits for them; they go on. */
const LONGEST_MS = 20_000;

/**
 * Creates the prices that a save of these cakes has changed. The job does what fails.
 * @returns what is not sold at its new price yet.
 */
export async function priceCakes(shop: PricingShop, ids: string[]): Promise<SoldProduct[]> {
  const unpriced = async () => {
    const { catalogue } = await shop.content();
    return ids.flatMap((id) => catalogue.entry(id) ?? []).flatMap(unpricedOf);
  };
  const creating = fewAtOnce(await unpriced(), async (product) => {
    await tryPrice(shop, product);
  }).catch((error) => {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    shop.log.warn({ cakes: ids, code: error.code }, 'prices are left to the next sync');
  });
  await Promise.race([creating, pause(LONGEST_MS, undefined, { ref: false })]);
  return unpriced();
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

/** Creates a price, from which on it is sold at it. @returns false if the provider rejects it. */
async function tryPrice(
  { db, payments, log }: PricingShop,
  { cakeId, sold, ...product }: SoldProduct,
): Promise<boolean> {
  try {
    const priced = await payments.addPrice(product);
    const isSold = await setPriceId(db, cakeId, priced);
    if (isSold && sold && sold.api !== priced.stripePriceId) {
      // Only for order in the provider's catalogue: nobody can order at it here.
      await payments.archivePrice(sold.api).catch((error) => {
        log.warn({ err: error, price: sold.api }, 'an old price is still active');
      });
    }
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable) || error.reason === 'unreachable') throw error;
    log.error({ product: product.lookupKey, code: error.code }, 'a price could not be made');
    return false;
  }
}

/**
 * Stores the price that the payment provider has for a size or a choice.
 * @returns false if that has another price by now.
 */
export function setPriceId(
  db: Kysely<Tables>,
  cakeId: string,
  priced: PricedProduct,
): Promise<boolean> {
  return changeContent(db, async (trx) => {
    const { data } = StoredCake.safeParse((await findDocument(trx, 'cake', cakeId))?.body);
    const isCurrent = (data ? productsOf(cakeId, data) : []).some(
      ({ lookupKey, price }) => lookupKey === priced.lookupKey && price === priced.price,
    );
    if (!isCurrent) return false;
    await writePriceId(trx, priced);
    await bumpContentVersion(trx, ['/cakes']);
    return true;
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

function notCreated({ lookupKey, name }: Product): NewIncident {
  return { kind: 'price-not-created', subject: lookupKey, orderId: null, facts: { cake: name } };
}
