import { useEffect, useRef, useState } from 'react';
import { data, href, Link, redirect } from 'react-router';
import { nameOrNumber } from '#app/owner/collections/customer-name.ts';
import { signInAgain } from '#app/owner/frame/own-path.ts';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import screen from '#app/ui/kit/kit.module.css';
import { type OrderId, parseOrderId } from '#domain/orders/order.ts';
import { type Pence, Pounds } from '#domain/pence.ts';
import { bookedOrder } from '#server/orders/book.ts';
import {
  type RefundOffer,
  type RefundResult,
  refundOffer,
  refundOrder,
} from '#server/orders/refund.ts';
import type { PaidWith } from '#server/stripe/reversals.ts';
import type { Route } from './+types/refund';
import type { RefundNotice } from './order.tsx';
import styles from './refund.module.css';

export const handle = LIVE;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await bookedOrder(shop, params.order);
  const offer = booked && (await refundOffer(shop, booked));
  if (!booked || !offer) throw data(null, { status: 404 });
  const { total, refunded, most, isAtCounter, paidWith } = offer;
  const typed = new URL(request.url).searchParams.get('amount');
  return {
    id: booked.id,
    name: nameOrNumber(booked),
    hasEmail: booked.email !== '',
    isProved: context.get(staffBrowserContext).session?.isProved === true,
    // A form that is sent twice names the same refund.
    refund: crypto.randomUUID(),
    seen: refunded,
    total: pounds(total),
    refunded: refunded > 0 ? pounds(refunded) : '',
    most,
    promise: promiseInWords(offer),
    typed: typed ?? (offer.suggested > 0 ? numeral(offer.suggested) : ''),
    paidWith: paidWith ? methodInWords(paidWith) : '',
    isAtCounter,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const { session } = context.get(staffBrowserContext);
  const booked = await bookedOrder(shop, params.order);
  if (!booked) throw data(null, { status: 404 });
  const field = await readForm(request);
  // A UUID, as an order's id is.
  const id = parseOrderId(field('refund'));
  const seen = readPence(field('seen'));
  if (!id || seen === undefined) throw data(null, { status: 400 });
  const typed = field('amount');
  const amount = readAmount(typed);
  // The page says at the field what is wrong with it.
  if (amount === undefined) return data({ typed, problem: '' }, 422);
  if (!session?.isProved) throw redirect(signInAgain(pathOf(booked.id, amount)), 303);
  const result = await refundOrder(shop, { id, orderId: booked.id, amount, seen, by });
  if (!result.ok) return data({ typed, problem: whyNot(result) }, 422);
  const order = href('/owner/orders/:order', { order: booked.id });
  const done: RefundNotice = result.is === 'made' && booked.email === '' ? 'unnotified' : result.is;
  throw redirect(`${order}?refund=${done}#money`, 303);
}

function readPence(text: string): number | undefined {
  return /^\d{1,8}$/.test(text) ? Number(text) : undefined;
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

function problemWith(typed: string, most: Pence): string {
  const amount = readAmount(typed);
  if (amount === undefined) return 'Please type an amount, such as 12.50.';
  return amount > most ? `At most ${pounds(most)} can be paid back.` : '';
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

function whyNot(result: Exclude<RefundResult, { ok: true }>): string {
  switch (result.reason) {
    case 'stale':
      return 'Meanwhile another refund was made. Please look at what is left, and press again.';
    case 'too-much':
      // The page says at the field how much is left.
      return '';
    case 'refused':
      return `Stripe refused it (${result.code}). No money has moved. Please look at this payment at Stripe.`;
    case 'unknown':
    case 'no-payment':
      return 'There is no payment to pay back.';
  }
}

export default function RefundOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, isProved, total, refunded, most } = loaderData;
  const { promise, paidWith, hasEmail, isAtCounter } = loaderData;
  // This refund causes a live update while Stripe answers: with a new id, a second press would be a second refund.
  const { refund, seen, typed: suggested } = useInitial(loaderData);
  const answer = useInitial(actionData);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Without scripts the button cannot say what is typed.
  const [typed, setTyped] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  // Also what was typed, or put back by the browser, before hydration.
  useEffect(() => setTyped(field.current?.value), []);
  const shown = typed ?? answer?.typed ?? suggested;
  const problem = problemWith(shown, most);
  const isProblemShown = problem !== '' && (answer !== undefined || isChanged || shown !== '');
  const amount = typed === undefined || problem !== '' ? undefined : readAmount(typed);
  const given = amount === undefined ? 'This amount' : pounds(amount);
  return (
    <>
      <ScreenTitle title={`Refund ${name}`} />
      <h1 className={screen.title}>Refund</h1>
      <p className={screen.summary}>
        <Link to={href('/owner/orders/:order', { order: id })}>{name}</Link> paid {total}
        {refunded && `, of which ${refunded} went back`}
      </p>
      {answer?.problem && (
        <p role="alert" className={screen.warning}>
          {answer.problem}
        </p>
      )}
      {most === 0 ? (
        <p className={screen.empty}>{promise}</p>
      ) : (
        <form method="post" noValidate>
          <input type="hidden" name="refund" value={refund} />
          <input type="hidden" name="seen" value={seen} />
          <div className={styles.amount}>
            <label htmlFor="amount">Amount in pounds</label>
            <input
              ref={field}
              id="amount"
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={answer?.typed ?? suggested}
              aria-invalid={isProblemShown}
              aria-describedby="problem hint"
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
            <p id="hint" className={screen.quiet}>
              {promise}
            </p>
            <p
              id="problem"
              role={answer?.problem === '' ? 'alert' : 'status'}
              className={styles.problem}
            >
              {isProblemShown && problem}
            </p>
          </div>
          <button
            ref={button}
            type="submit"
            className={isProved ? styles.confirm : screen.action}
            disabled={typed !== undefined && problem !== ''}
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
          <p className={`${screen.quiet} ${styles.after}`}>
            {isAtCounter
              ? 'This only writes it down: give the money yourself. '
              : 'A bank can take some days. '}
            It cannot be taken back.{' '}
            {hasEmail ? 'The customer gets an e-mail.' : 'The customer has no e-mail address here.'}
          </p>
        </form>
      )}
    </>
  );
}
