import { useEffect, useRef, useState } from 'react';
import { data, href, Link } from 'react-router';
import * as z from 'zod';
import { nameOrNumber } from '#app/owner/collections/customer-name.ts';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { signInAgain } from '#app/owner/frame/own-path.ts';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice } from '#app/ui/kit/notice.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { versionOf } from '#domain/book/trail.ts';
import {
  type OrderId,
  parseOrderId,
  refundableAmount,
  refundedOrAwaited,
} from '#domain/orders/order.ts';
import { type Pence, Pounds } from '#domain/pence.ts';
import { type RefundOffer, refundOffer, refundOrder } from '#server/orders/refund.ts';
import { REFUND_EVENTS } from '#server/orders/reversals.ts';
import type { PaidWith } from '#server/stripe/reversals.ts';
import type { Route } from './+types/refund';
import { orderConflict } from './conflict.ts';
import { FormId } from './form-id.tsx';
import styles from './refund.module.css';

/** What became of a refund. */
const REFUNDED = {
  given: 'Written down: given back at the counter.',
  made: 'Stripe has the refund. The customer gets an e-mail.',
  unnotified: 'Stripe has the refund. The customer has no e-mail address here: please ring.',
  waiting: 'Stripe does not answer. The refund is kept, and asked for again by itself.',
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await findOrder(shop, params.order);
  const offer = await refundOffer(shop, booked);
  if (!offer) throw data(null, { status: 404 });
  const { total, refunded, most, isAtCounter, paidWith } = offer;
  const typed = new URL(request.url).searchParams.get('amount');
  return {
    id: booked.id,
    version: versionOf(booked.trail),
    name: nameOrNumber(booked),
    hasEmail: booked.email !== '',
    isProved: context.get(staffBrowserContext).session?.isProved === true,
    refund: crypto.randomUUID(),
    total: pounds(total),
    refunded: refunded > 0 ? pounds(refunded) : '',
    most,
    promise: promiseInWords(offer),
    typed: typed ?? (offer.suggested > 0 ? numeral(offer.suggested) : ''),
    paidWith: paidWith ? methodInWords(paidWith) : '',
    isAtCounter,
  };
}

const NO_AMOUNT = 'Please type an amount, such as 12.50.';

const Form = z.object({
  version: Version,
  /** A UUID: a form that is sent twice names the same refund. */
  refund: Text,
  amount: Text.refine((typed) => Pounds.safeParse(typed).success, NO_AMOUNT).pipe(Pounds),
});

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { version, refund, amount } }) => {
    const { session } = args.context.get(staffBrowserContext);
    const booked = await findOrder(shop, args.params.order);
    const { id: orderId } = booked;
    const id = parseOrderId(refund);
    if (!id) throw data(null, { status: 400 });
    if (!session?.isProved) return { to: signInAgain(pathOf(orderId, amount)) };
    const result = await refundOrder(shop, { id, orderId, amount, version, by });
    if (result.ok) {
      const done = result.is === 'made' && booked.email === '' ? 'unnotified' : result.is;
      const order = href('/owner/orders/:order', { order: args.params.order });
      return { to: `${order}#money`, words: REFUNDED[done] };
    }
    // Under this one no other refund can be made.
    const nextRefund = crypto.randomUUID();
    switch (result.reason) {
      case 'stale': {
        const conflict = await orderConflict(shop, orderId, REFUND_EVENTS, ({ order, total }) => [
          {
            label: 'Refunded',
            now: `${pounds(refundedOrAwaited(order?.reversals ?? []))} of ${pounds(total)}`,
          },
        ]);
        return { ...conflict, problems: { refund: nextRefund } };
      }
      case 'too-much': {
        const { order } = await findOrder(shop, orderId);
        return { problems: { amount: atMost(order ? refundableAmount(order) : 0) } };
      }
      case 'refused': {
        const why = `Stripe refused it (${result.code}). No money has moved. Please look at this payment at Stripe.`;
        return { problems: { '': why, refund: nextRefund } };
      }
      case 'unknown':
      case 'no-payment':
        return refused('There is no payment to pay back.');
    }
  });
}

function readAmount(typed: string): Pence | undefined {
  return Pounds.safeParse(typed).data;
}

/** @returns `12.50` */
function numeral(pence: Pence): string {
  return (pence / 100).toFixed(2);
}

function pounds(pence: Pence): string {
  return `£${numeral(pence)}`;
}

function pathOf(order: OrderId, amount: Pence): string {
  const path = href('/owner/orders/:order/refund', { order });
  return `${path}?${new URLSearchParams({ amount: numeral(amount) })}`;
}

function problemWith(typed: string, most: Pence): string | undefined {
  const amount = readAmount(typed);
  if (amount === undefined) return NO_AMOUNT;
  return amount > most ? atMost(most) : undefined;
}

function atMost(most: Pence): string {
  return `At most ${pounds(most)} can be paid back.`;
}

function promiseInWords(offer: RefundOffer): string {
  const { refunded, disputed, isDisputePending, most, promised, suggested } = offer;
  if (isDisputePending) {
    return 'The customer’s bank disputes the payment and is about to take it back. Until that is decided nothing can go back from here.';
  }
  if (disputed > 0) {
    return `The customer’s bank has ${pounds(disputed)}, because the payment is disputed. ${most > 0 ? `At most ${pounds(most)} more can go back.` : 'Nothing more can go back.'}`;
  }
  if (most === 0) return 'Nothing is left to pay back.';
  const atMost = `At most ${pounds(most)} can go back.`;
  if (suggested === most) {
    return `Nothing of it is begun: your terms promise all that is left, ${pounds(most)}.`;
  }
  if (promised === 0) return `All of it is begun: your terms promise nothing. ${atMost}`;
  if (suggested === 0)
    return `What your terms promise, ${pounds(promised)}, is paid back. ${atMost}`;
  if (refunded === 0) {
    return `Your terms promise ${pounds(promised)}, for what is not begun. ${atMost}`;
  }
  return `Of the ${pounds(promised)} that your terms promise, ${pounds(suggested)} is left to pay back. ${atMost}`;
}

const METHODS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  bacs_debit: 'bank account',
};

/** `Visa ··4242` */
function methodInWords({ name, last4 }: PaidWith): string {
  const words = METHODS[name] ?? name.replaceAll('_', ' ');
  return last4 ? `${words} ··${last4}` : words;
}

export default function RefundOrder({ loaderData }: Route.ComponentProps) {
  const { id, version, name, refund, total, refunded, most, promise } = loaderData;
  const summary = (
    <>
      <Link to={href('/owner/orders/:order', { order: id })}>{name}</Link> paid {total}
      {refunded && `, of which ${refunded} went back`}
    </>
  );
  return (
    <Screen title={`Refund ${name}`} heading="Refund" summary={summary}>
      {most === 0 ? (
        <Notice kind="empty">{promise}</Notice>
      ) : (
        <ActionForm
          to={href('/owner/orders/:order/refund', { order: id })}
          version={version}
          className={kit.form}
          noValidate
        >
          <FormId name="refund" value={refund} />
          <Amount offer={loaderData} />
        </ActionForm>
      )}
    </Screen>
  );
}

/** The amount, and the button that says what it sends. */
function Amount({ offer }: { offer: Route.ComponentProps['loaderData'] }) {
  const { isProved, most, promise, typed: suggested, paidWith, hasEmail, isAtCounter } = offer;
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Without scripts the button cannot say what is typed.
  const [typed, setTyped] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  // Also what was typed, or put back by the browser, before hydration.
  useEffect(() => setTyped(field.current?.value), []);
  const problem = typed === undefined ? undefined : problemWith(typed, most);
  const amount = typed === undefined || problem ? undefined : readAmount(typed);
  const given = amount === undefined ? 'This amount' : pounds(amount);
  return (
    <>
      <Field
        ref={field}
        name="amount"
        label="Amount in pounds"
        hint={promise}
        inputMode="decimal"
        defaultValue={suggested}
        problem={isChanged || typed ? problem : undefined}
        className={styles.amount}
        onChange={({ target }) => {
          setTyped(target.value);
          setChanged(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Money moves only by the button, which says how much.
          event.preventDefault();
          button.current?.focus();
        }}
      />
      <button
        ref={button}
        type="submit"
        className={isProved ? styles.confirm : kit.action}
        disabled={problem !== undefined}
      >
        {!isProved && 'Show once more that it is you'}
        {isProved && isAtCounter && `${given} was given back at the counter`}
        {isProved && !isAtCounter && (
          <>
            Refund {amount === undefined ? 'this amount' : pounds(amount)}
            {paidWith && (
              <>
                {' '}
                to <span className={styles.method}>{paidWith}</span>
              </>
            )}
          </>
        )}
      </button>
      <Notice kind="quiet">
        {isAtCounter
          ? 'This only writes it down: give the money yourself. '
          : 'A bank can take some days. '}
        It cannot be taken back.{' '}
        {hasEmail ? 'The customer gets an e-mail.' : 'The customer has no e-mail address here.'}
      </Notice>
    </>
  );
}
