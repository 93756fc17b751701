import { data, href, redirect } from 'react-router';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { Pounds } from '#domain/pence.ts';
import { changePrices, type PriceEdit, placeCake } from '#server/content/cakes.ts';
import { placeCategory } from '#server/content/categories.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/change';
import { setState } from './cake-form.ts';
import { type PriceRow, pounds, readPriceRows, writePriceRows } from './price-rows.ts';

/**
 * The quick changes of the list: answers a script with the parameters that the list shows as a notice, and a
 * form with a redirect that has them.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const field = await readForm(request);
  const { id: by } = context.get(personContext);
  const done = new URLSearchParams(await change(context.get(shopContext), field, by));
  if (request.headers.get('Accept') === 'application/json') return Response.json(`${done}`);
  // Where the form was, for a browser without scripts.
  if (field('focus') !== '') done.set('focus', field('focus'));
  const row = field('row') && `#${encodeURIComponent(field('row'))}`;
  const list = field('do') === 'place-category' ? href('/owner/categories') : href('/owner/cakes');
  throw redirect(`${list}?${done}${row}`, 303);
}

/** What a change has done: `did` with what it was done to. */
type Done = Record<string, string>;

async function change(shop: Shop, field: Field, by: string): Promise<Done> {
  const cake = field('cake');
  switch (field('do')) {
    case 'hide':
    case 'show': {
      const isHidden = field('do') === 'hide';
      await setState(shop, cake, isHidden ? 'hidden' : 'for-sale', by);
      return { did: isHidden ? 'hide' : 'show', cake };
    }
    case 'place':
      await placeCake(shop, cake, field('before') || undefined, field('list') || undefined);
      return { did: 'place', cake };
    case 'place-category':
      await placeCategory(shop, cake, field('before') || undefined);
      return { did: 'place', cake };
    case 'restore':
      await setState(shop, cake, 'hidden', by);
      return { did: 'restore', cake };
    case 'prices':
      return { ...(await savePrices(shop, field, by)), list: field('list') };
    case 'undo-prices':
      return undoPrices(shop, field, by);
    default:
      throw data(null, { status: 400 });
  }
}

type Field = (name: string) => string;

/** @returns the form again, with what is wrong; or what Undo needs. */
async function savePrices(shop: Shop, field: Field, by: string): Promise<Done> {
  const cake = field('cake');
  const rows = readPriceRows(field);
  const prices = readPrices(rows);
  if (!prices) return { did: 'prices-unreadable', cake, ...writePriceRows(rows) };
  const result = await changePrices(shop, cake, { prices, by });
  if (result.ok) {
    const isChanged = prices.some(({ seen, price }) => seen !== price);
    const saved = isChanged ? 'prices' : 'prices-same';
    const did = result.unpriced.length > 0 ? 'prices-not-made' : saved;
    return { did, cake, left: String(result.left.length), ...writePriceRows(rows) };
  }
  if (result.reason !== 'changed') throw data(null, { status: 404 });
  const merged = result.sizes.map(({ id, price: now }): PriceRow => {
    const row = rows.find(({ size }) => size === id);
    const typed = prices.find(({ sizeId }) => sizeId === id);
    const isTyped = row && typed && typed.price !== typed.seen;
    return { size: id, seen: row?.seen ?? now, typed: isTyped ? row.typed : pounds(now), now };
  });
  return { did: 'prices-changed', cake, ...writePriceRows(merged) };
}

async function undoPrices(shop: Shop, field: Field, by: string): Promise<Done> {
  const cake = field('cake');
  const rows = readPriceRows(field);
  const prices = readPrices(rows);
  if (!prices) throw data(null, { status: 400 });
  const result = await changePrices(shop, cake, { prices, by });
  if (result.ok) {
    const did = result.unpriced.length > 0 ? 'undo-not-made' : 'undone-prices';
    return { did, cake, left: String(result.left.length) };
  }
  if (result.reason === 'changed') return { did: 'undo-too-late', cake };
  throw data(null, { status: 404 });
}

/** @returns undefined if one of them cannot be read. */
function readPrices(rows: PriceRow[]): PriceEdit[] | undefined {
  const prices = rows.flatMap(({ size, seen, typed }) => {
    const price = Pounds.safeParse(typed);
    return price.success ? [{ sizeId: size, seen, price: price.data }] : [];
  });
  return prices.length === rows.length ? prices : undefined;
}

/** The address is only for forms. */
export function loader() {
  throw redirect(href('/owner/cakes'));
}
