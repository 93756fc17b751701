import { href, Link, redirect } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { howCustomerLearns, nameOrNumber } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { refused } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { versionOf } from '#domain/book/trail.ts';
import { cancelOrder } from '#server/orders/cancel.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/cancellation';
import { moneyNote, RefundFields } from './refund-fields.tsx';
import { daysToFree, NOT_CANCELLED, payBack, refundView } from './refund-form.ts';

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext);
  const booked = await findOrder(shop, args.params.order);
  const { id, cancelledAt, email, trail } = booked;
  // It was cancelled on another device.
  if (cancelledAt !== null) throw redirect(href('/owner/orders/:order', { order: id }), 303);
  const view = await refundView(args, booked);
  return {
    id,
    version: versionOf(trail),
    name: nameOrNumber(booked),
    frees: daysToFree(booked, todayAt(shop)),
    hasEmail: email !== '',
    // With nothing to pay back it is only cancelled.
    toRefund: view && view.most > 0 ? view : undefined,
  };
}

const Form = z.object({ version: Version, refund: Text, amount: Text, do: Text });

export function action(args: Route.ActionArgs) {
  const path = href('/owner/orders/:order/cancellation', args.params);
  return orderAction(args, Form, async ({ form: { do: what, ...sent }, ...about }) => {
    if (what === 'refund') return payBack(args.context, about, { ...sent, cancels: 'yes', path });
    const { shop, by, orderId, screen, name } = about;
    const result = await cancelOrder(shop, { orderId, by, version: sent.version });
    if (result !== 'cancelled' && result !== 'unchanged') return refused(NOT_CANCELLED[result]);
    return { to: screen, words: `${name} is cancelled.`, undo: await about.undoOf('cancelled') };
  });
}

export default function Cancellation({ loaderData }: Route.ComponentProps) {
  const { id, version, name, frees, hasEmail, toRefund } = loaderData;
  const summary = (
    <>
      <Link to={href('/owner/orders/:order', { order: id })}>{name}</Link>
      {toRefund && ` paid ${toRefund.paid}`}
      {toRefund?.refunded && `, of which ${toRefund.refunded} went back`}
    </>
  );
  const told = howCustomerLearns(hasEmail);
  return (
    <Screen title={`Cancel ${name}`} heading="Cancel" summary={summary}>
      <ActionForm
        to={href('/owner/orders/:order/cancellation', { order: id })}
        version={version}
        className={kit.form}
        noValidate
      >
        {toRefund && <RefundFields view={toRefund} verb="cancel" />}
        <Submit name="do" value="cancel">
          {toRefund ? 'Cancel without a refund' : 'Cancel this order'}
        </Submit>
        <Notice kind="quiet">
          {frees && `Cancelling frees ${frees}.`} {told} {toRefund && moneyNote(toRefund)}
        </Notice>
      </ActionForm>
    </Screen>
  );
}
