import { CakeContent } from '#domain/catalogue/cake-content.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { saveCake, setCakeState } from '#server/content/cakes.ts';
import { type Catalogue, StoredCake } from '#server/content/catalogue.ts';
import { changeContent, findDocument, writeDocument } from '#server/content/documents.ts';
import { writePriceId } from '#server/content/sync-prices.ts';
import type { Shop } from '#server/shop.ts';
import type { PricedProduct } from '#server/stripe/prices.ts';
import { NOON } from './samples.ts';

type Content = Pick<Shop, 'content'>;
type Db = Pick<Shop, 'db'>;

const clock = { now: () => NOON };

/** What the shop sells now. */
export async function catalogueOf({ content }: Content): Promise<Catalogue> {
  return (await content()).catalogue;
}

/** A cake that is for sale. */
export async function findCake(shop: Content, id: string): Promise<Cake | undefined> {
  return (await catalogueOf(shop)).byIds([id])[0];
}

/** Changes a cake by a command, without the payment provider. */
export function editCake(
  { db }: Db,
  id: string,
  change: (content: CakeContent) => CakeContent,
  priceIds: PricedProduct[] = [],
): Promise<void> {
  return changeContent(db, async (trx) => {
    const before = StoredCake.parse((await findDocument(trx, 'cake', id))?.body);
    const { formerSlugs } = before;
    const body = { ...CakeContent.parse(change(before)), formerSlugs };
    await writeDocument(trx, { kind: 'cake', id, body }, { at: clock.now(), by: null });
    for (const priced of priceIds) await writePriceId(trx, priced);
  });
}

/** Changes the price of a size, and its price id. */
export async function setPrice(shop: Content & Db, priced: PricedProduct): Promise<void> {
  const { entries } = await catalogueOf(shop);
  const entry = entries.find(({ cake }) => cake.sizes.some(({ id }) => id === priced.lookupKey));
  const change = (content: CakeContent) => ({
    ...content,
    sizes: content.sizes.map((size) =>
      size.id === priced.lookupKey ? { ...size, price: priced.price } : size,
    ),
  });
  await editCake(shop, entry?.cake.id ?? '', change, [priced]);
}

/** Hides a cake, or shows it again. */
export function setHidden({ db }: Db, id: string, hidden: boolean): Promise<number | undefined> {
  return setCakeState({ db, clock }, id, hidden ? 'hidden' : 'for-sale', 'anna');
}

/** Changes the price of a size as the owner's side does, also at the payment provider. */
export function changePrice(
  shop: Shop,
  { cake, size, price }: { cake: string; size: string; price: number },
): Promise<void> {
  return saveChanged(shop, cake, (content) => ({
    ...content,
    sizes: content.sizes.map((each) => (each.size === size ? { ...each, price } : each)),
  }));
}

/** Changes a cake as the owner's side does, also at the payment provider. */
export async function saveChanged(
  shop: Shop,
  cake: string,
  change: (content: CakeContent) => CakeContent,
): Promise<void> {
  const entry = (await catalogueOf(shop)).entry(cake);
  if (!entry) throw new Error('There is no such cake.');
  const { content, version } = entry;
  const changed = await saveCake(shop, cake, { content: change(content), version, by: 'anna' });
  if (!changed.ok) throw new Error(changed.reason);
}
