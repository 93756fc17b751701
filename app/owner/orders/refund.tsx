import { data, href, Link, redirect } from 'react-router';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import screen from '#app/owner/screen.module.css';
import { ScreenTitle } from '#app/owner/screen-title.tsx';
import { signInAgain } from '#app/owner/sign-in/own-path.ts';
import { useInitial } from '#app/owner/use-initial.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { type OrderId, parseOrderId } from '#domain/orders/order.ts';
import type { PaidWith } from '#domain/orders/payment-ports.ts';
import type { RefundOffer } from '#domain/refunds/refund-offer.ts';
import type { RefundResult } from '#domain/refunds/refund-order.ts';
import type { Route } from './+types/refund';
import { nameOrNumber } from './customer-name.ts';
import styles from './refund.module.css';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await shop.bookedOrder(params.order);
  const offer = booked && (await shop.refundOffer(booked.id));
  if (!booked || !offer) throw data(null, { status: 404 });
  const { total, refunded, most, isAtCounter, paidWith } = offer;
  const typed = new URL(request.url).searchParams.get('amount');
  const amount = typed === null ? offer.suggested || undefined : readPounds(typed);
  const problem = typed === null ? '' : problemWith(amount, most);
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
    typed: typed ?? (amount ? numeral(amount) : ''),
    problem,
    amount: problem ? undefined : amount,
    confirm: isAtCounter
      ? `${pounds(amount ?? 0)} was given back at the counter`
      : `Refund ${pounds(amount ?? 0)}${paidWith ? ` to ${methodInWords(paidWith)}` : ''}`,
    isAtCounter,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const { session } = context.get(staffBrowserContext);
  const booked = await shop.bookedOrder(params.order);
  if (!booked) throw data(null, { status: 404 });
  const field = await readForm(request);
  // A UUID, as an order's id is.
  const id = parseOrderId(field('refund'));
  const [amount, seen] = [field('amount'), field('seen')].map(readPence);
  if (!id || !amount || seen === undefined) throw data(null, { status: 400 });
  if (!session?.isProved) throw redirect(signInAgain(pathOf(booked.id, numeral(amount))), 303);
  const result = await shop.refundOrder({ id, orderId: booked.id, amount, seen, by });
  if (!result.ok) return data({ problem: whyNot(result) }, 422);
  const order = href('/owner/orders/:order', { order: booked.id });
  const done = result.is === 'made' && booked.email === '' ? 'untold' : result.is;
  throw redirect(`${order}?refund=${done}#money`, 303);
}

function readPence(text: string): number | undefined {
  return /^\d{1,8}$/.test(text) ? Number(text) : undefined;
}

/** `12`, `12.5`, `£12.50` → pence */
function readPounds(typed: string): number | undefined {
  const [, whole, part = ''] = /^£?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** @returns `12.50` */
function numeral(pence: number): string {
  return (pence / 100).toFixed(2);
}

function pounds(pence: number): string {
  return `£${numeral(pence)}`;
}

/** @param amount as typed */
function pathOf(order: OrderId, amount: string): string {
  const path = href('/owner/orders/:order/refund', { order });
  return amount ? `${path}?${new URLSearchParams({ amount })}` : path;
}

function problemWith(amount: number | undefined, most: number): string {
  if (amount === undefined || amount === 0) return 'Please type an amount, such as 12.50.';
  return amount > most ? `At most ${pounds(most)} can be paid back.` : '';
}

function promiseInWords({ refunded, disputed, most, promised, suggested }: RefundOffer): string {
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
      return 'That is more than what is left. Please look at the amount.';
    case 'refused':
      return `Stripe refused it (${result.code}). No money has moved. Please look at this payment at Stripe.`;
    case 'unknown':
    case 'no-payment':
      return 'There is no payment to pay back.';
  }
}

export default function RefundOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, isProved, total, refunded, most } = loaderData;
  const { promise, problem, hasEmail, isAtCounter } = loaderData;
  // This refund causes a live update while Stripe answers: with a new id, a second press would be a second refund.
  const { refund, seen, typed, amount, confirm } = useInitial(loaderData);
  const answer = useInitial(actionData);
  return (
    <>
      <ScreenTitle title={`Refund ${name}`} />
      <h1 className={screen.title}>Refund</h1>
      <p className={screen.summary}>
        <Link to={href('/owner/orders/:order', { order: id })}>{name}</Link> paid {total}
        {refunded && `, of which ${refunded} went back`}
      </p>
      {answer && (
        <p role="alert" className={screen.warning}>
          {answer.problem}
        </p>
      )}
      {most === 0 ? (
        <p className={screen.empty}>{promise}</p>
      ) : (
        <>
          <form method="get" className={styles.amount}>
            <label htmlFor="amount">Amount in pounds</label>
            <div>
              <input
                id="amount"
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                required
                defaultValue={typed}
                aria-invalid={problem !== ''}
                aria-describedby="problem hint"
              />
              <button type="submit" className={screen.action}>
                Change
              </button>
            </div>
            <p id="problem" role={problem ? 'alert' : undefined} className={screen.problem}>
              {problem}
            </p>
            <p id="hint" className={screen.quiet}>
              {promise}
            </p>
          </form>
          {isProved && amount !== undefined && (
            <form method="post">
              <input type="hidden" name="refund" value={refund} />
              <input type="hidden" name="amount" value={amount} />
              <input type="hidden" name="seen" value={seen} />
              <button type="submit" className={styles.confirm}>
                {confirm}
              </button>
              <p className={screen.quiet}>
                {isAtCounter
                  ? 'This only writes it down: give the money yourself. '
                  : 'A bank can take some days. '}
                It cannot be taken back.{' '}
                {hasEmail
                  ? 'The customer gets an e-mail.'
                  : 'The customer has no e-mail address here.'}
              </p>
            </form>
          )}
          {!isProved && (
            <p className={screen.section}>
              To pay money back,{' '}
              <a href={signInAgain(pathOf(id, typed))}>show once more that it is you</a>.
            </p>
          )}
        </>
      )}
    </>
  );
}
