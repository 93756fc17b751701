import { data, href, redirect } from 'react-router';
import { ownPath } from '#app/owner/frame/own-path.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { undeclineCancel } from '#server/orders/cancel-request.ts';
import { reopenProblem } from '#server/orders/problems.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/undo';
import { withClosed, withOrderDone } from './undo-address.ts';
import { type OrderDone, readOrderDone } from './undo-order-change.ts';

/** Takes back what the notice says. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const field = await readForm(request);
  const back = ownPath(field('back'));
  const done = readOrderDone(field('done'));
  if (done) throw redirect(await undo(shop, done, by, back), 303);
  const closed = field('closed');
  if (closed) {
    await reopenProblem(shop.db, closed);
    throw redirect(withClosed(back, ''), 303);
  }
  throw data(null, { status: 400 });
}

/** @returns the address that says what became of it. */
async function undo(shop: Shop, done: OrderDone, by: string, back: string): Promise<string> {
  const { kind, orderId } = done;
  switch (kind) {
    case 'kept':
      await undeclineCancel(shop, orderId, by);
      return withOrderDone(back, done);
  }
}

/** The address is only for the form. */
export function loader() {
  throw redirect(href('/owner/calendar'));
}
