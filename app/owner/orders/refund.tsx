import { data, href, Link } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { NO_EMAIL } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { shopContext } from '#app/shop-context.ts';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { formatPence } from '#domain/money.ts';
import { toGiveBack } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import type { Route } from './+types/refund';
import { numeral } from './refund-amount.ts';
import { moneyNote, RefundFields } from './refund-fields.tsx';
import { payBack, refundView } from './refund-form.ts';

export async function loader(args: Route.LoaderArgs) {
  const booked = await findOrder(args.context.get(shopContext), args.params.order);
  const view = await refundView(args, booked);
  if (!view) throw data(null, { status: 404 });
  const owed = Math.min(view.most, owedNow(booked));
  const isAsked = new URL(args.request.url).searchParams.has('amount');
  if (owed === 0 || isAsked) return view;
  return {
    ...view,
    typed: numeral(owed),
    cancels: false,
    promise: `${formatPence(owed)} is to be given back, for what was taken off. ${view.promise}`,
  };
}

/** What is to be given back of an order that is made all the same. */
function owedNow({ order, cancelledAt }: BookedOrder): Pence {
  return order && cancelledAt === null ? toGiveBack(order) : 0;
}

const Form = z.object({ version: Version, refund: Text, amount: Text, cancel: Text });

export function action(args: Route.ActionArgs) {
  const path = href('/owner/orders/:order/refund', args.params);
  return orderAction(args, Form, ({ form: { cancel, ...sent }, ...about }) =>
    payBack(args.context, about, { ...sent, cancels: cancel === '' ? 'no' : 'if all', path }),
  );
}

export default function RefundOrder({ loaderData: view }: Route.ComponentProps) {
  const { order, version, name, paid, refunded, most, promise } = view;
  const summary = (
    <>
      <Link to={href('/owner/orders/:order', { order })}>{name}</Link> paid {paid}
      {refunded && `, of which ${refunded} went back`}
    </>
  );
  return (
    <Screen title={`Refund ${name}`} heading="Refund" summary={summary}>
      {most === 0 ? (
        <Notice kind="empty">{promise}</Notice>
      ) : (
        <ActionForm
          to={href('/owner/orders/:order/refund', { order })}
          version={version}
          className={kit.form}
          noValidate
        >
          <RefundFields view={view} verb="refund" />
          <Notice kind="quiet">
            {moneyNote(view)} {view.hasEmail ? 'The customer gets an e-mail.' : NO_EMAIL}
          </Notice>
        </ActionForm>
      )}
    </Screen>
  );
}
