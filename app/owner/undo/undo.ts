import { data, href, redirect } from 'react-router';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/owner/read-form.ts';
import { ownPath } from '#app/owner/sign-in/own-path.ts';
import { shopContext } from '#app/shop-context.ts';
import { parseOrderId } from '#domain/orders/order.ts';
import type { Route } from './+types/undo';
import {
  readChange,
  readMoves,
  readNumbered,
  withCancelled,
  withPaid,
  withTextChange,
  withUndone,
  withWritten,
} from './done.ts';

/** Takes back what the notice says. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const field = await readForm(request);
  const cancelled = parseOrderId(field('cancelled'));
  if (cancelled) {
    if ((await shop.uncancelOrder({ orderId: cancelled, by })) === 'told') {
      const order = href('/owner/orders/:order', { order: cancelled });
      throw redirect(`${order}?not-cancelled=told`, 303);
    }
    throw redirect(withCancelled(ownPath(field('back')), cancelled), 303);
  }
  const paid = parseOrderId(field('paid'));
  if (paid) {
    await shop.unpayAtCounter(paid, by);
    throw redirect(withPaid(ownPath(field('back')), paid, 'undone'), 303);
  }
  const written = readNumbered(field('written'));
  if (written) {
    await shop.takeBackEmail({ ...written, by });
    throw redirect(withWritten(ownPath(field('back')), written), 303);
  }
  const text = readNumbered(field('text'));
  if (text) {
    await shop.undoTextChange({ ...text, by });
    throw redirect(withTextChange(ownPath(field('back')), text), 303);
  }
  const change = await readChange(shop, field('change'));
  const moves = readMoves(field('moved'));
  if (!change && moves.length === 0) throw data(null, { status: 400 });
  const undone = change && (await shop.undoCalendarChange(change.id, by));
  const stayed = await shop.undoMoves(moves, by);
  const back = moves.filter((move) => !stayed.includes(move));
  throw redirect(withUndone(ownPath(field('back')), undone, back, stayed), 303);
}

/** The address is only for the form. */
export function loader() {
  throw redirect(href('/owner/calendar'));
}
