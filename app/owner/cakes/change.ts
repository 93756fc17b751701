import { data, href, redirect } from 'react-router';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { Pounds } from '#domain/pence.ts';
import type { Shop } from '#domain/shop.ts';
import type { Route } from './+types/change';

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
  throw redirect(`${href('/owner/cakes')}?${done}${row}`, 303);
}

/** What a change has done: `did` with what it was done to. */
type Done = Record<'did' | 'cake' | 'size' | 'typed', string> | Record<string, string>;

async function change(shop: Shop, field: (name: string) => string, by: string): Promise<Done> {
  const cake = field('cake');
  switch (field('do')) {
    case 'hide':
    case 'show': {
      const isHidden = field('do') === 'hide';
      const set = await shop.setHidden(cake, isHidden, by);
      if (!set.ok) throw data(null, { status: 404 });
      return { did: isHidden ? 'hide' : 'show', cake };
    }
    case 'place':
      await shop.placeCake(cake, field('before') || undefined, field('list') || undefined);
      return { did: 'place', cake };
    case 'restore': {
      const restored = await shop.restoreCake(cake, by);
      if (!restored.ok) throw data(null, { status: 404 });
      return { did: 'restore', cake };
    }
    case 'price':
      return changePrice(shop, field, by);
    default:
      throw data(null, { status: 400 });
  }
}

async function changePrice(shop: Shop, field: (name: string) => string, by: string): Promise<Done> {
  const [cake, size, typed] = [field('cake'), field('size'), field('price')];
  const price = Pounds.safeParse(typed);
  const was = Number(field('was'));
  if (!price.success) return { did: 'price-unreadable', cake, size, typed: typed.slice(0, 20) };
  const result = await shop.changePrice({ cake, size, price: price.data, was, by });
  if (result.ok) return { did: 'price', cake, size };
  if (result.reason === 'changed') return { did: 'price-changed', cake, size, typed };
  if (result.reason === 'payments-unavailable') {
    return { did: 'price-not-made', cake, size, typed };
  }
  throw data(null, { status: 404 });
}

/** The address is only for forms. */
export function loader() {
  throw redirect(href('/owner/cakes'));
}
