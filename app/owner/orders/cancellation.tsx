import { href, Link, redirect } from 'react-router';
import * as z from 'zod';
import { nameOrNumber } from '#app/owner/collections/customer-name.ts';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { undoOfLast } from '#app/owner/frame/undoable.ts';
import { shopContext } from '#app/shop-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { cancelOrder } from '#server/orders/cancel.ts';
import type { Route } from './+types/cancellation';

/** Why an order was not cancelled. */
const NOT_CANCELLED = {
  collected: 'It was not cancelled: a part of it is marked as collected.',
  unknown: 'It cannot be cancelled: it is not paid, or its name has been removed.',
  paying: 'It was not cancelled: the customer may be paying just now. Try again in a moment.',
  processing:
    'It was not cancelled: the customer has paid by bank, and the money is on its way, which can take some days. Cancel and refund it when it has come.',
  'just-paid':
    'It was not cancelled: it has been paid just now. Cancel it once more if you want to, and refund it.',
};

/** The order's form without the order: the answer to a form that was sent without scripts. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const booked = await findOrder(context.get(shopContext), params.order);
  // It was cancelled on another device.
  if (booked.cancelledAt !== null)
    throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  return { number: booked.number, name: nameOrNumber(booked) };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const { order } = args.params;
    const booked = await findOrder(shop, order);
    const { id: orderId } = booked;
    const result = await cancelOrder(shop, { orderId, by });
    if (typeof result === 'object') return refused(NOT_CANCELLED.collected);
    if (result !== 'cancelled' && result !== 'unchanged') return refused(NOT_CANCELLED[result]);
    return {
      to: href('/owner/orders/:order', { order }),
      words: `${nameOrNumber(booked)} is cancelled.`,
      undo: await undoOfLast(shop, orderId, 'cancelled'),
    };
  });
}

export default function Cancellation({ loaderData: { number, name } }: Route.ComponentProps) {
  const order = <Link to={href('/owner/orders/:order', { order: number })}>{name}</Link>;
  return (
    <Screen title={`Cancel ${name}`} heading="Cancel" summary={order}>
      <CancelAction order={number} />
    </Screen>
  );
}

/** Cancels an order. */
export function CancelAction({ order }: { order: string }) {
  return (
    <Action to={href('/owner/orders/:order/cancellation', { order })}>Cancel this order</Action>
  );
}
