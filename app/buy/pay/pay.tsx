import { data, href } from 'react-router';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { AllergenNote, Allergens } from '#app/ui/allergens.tsx';
import { Mark } from '#app/ui/brand.tsx';
import { Button } from '#app/ui/button.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import { dayInWords } from '#domain/calendar/days.ts';
import { whenInWords } from '#domain/calendar/times.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { hoursForDays } from '#domain/orders/collection-event.ts';
import { DEPOSIT_KEPT, heldInWords, restDue, restLater } from '#domain/orders/deposit-words.ts';
import { cakesFirst } from '#domain/orders/items-in-words.ts';
import { collectionDays, dueNow } from '#domain/orders/order.ts';
import type { PublicOrder } from '#domain/orders/public-order.ts';
import { Pence } from '#domain/pence.ts';
import {
  type OpenPaymentResult,
  type OrderToPay,
  openPayment,
  orderToPay,
} from '#server/orders/pay-link.ts';
import type { Route } from './+types/pay';
import styles from './pay.module.css';
import '#app/ui/letter.css';

type Obstacle = Exclude<OpenPaymentResult, { ok: true }>['reason'];

/** Changes nothing, however often it is opened. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const order = await orderToPay(shop, params.token);
  if (!order) throw notFound();
  const { openingHours } = await shop.merchant();
  return {
    ...order,
    items: order.items
      .toSorted(cakesFirst)
      .map(({ options = [], ...item }) => ({ ...item, options: optionsInWords(options) })),
    hours: hoursForDays(openingHours, collectionDays(order.items)),
    obstacle: obstacleOf(order),
    quote: quoteInWords(order),
    parts: order.parts && partsInWords(order, order.parts),
    due: dueOf(order),
    left: order.total - (order.parts?.paid ?? 0),
  };
}

/** Of a quote: its terms, in words. */
function quoteInWords({ quote }: OrderToPay) {
  return (
    quote && {
      message: quote.message,
      ended: quote.ended,
      until: dayInWords(quote.validUntil),
      held: heldInWords(quote),
    }
  );
}

/** What is to pay now. */
function dueOf({ total, parts }: PublicOrder): Pence {
  return parts ? dueNow({ total, ...parts, surplus: 0 }) : total;
}

/** Of an order with a deposit: its payments, in words. */
function partsInWords({ total }: PublicOrder, parts: NonNullable<PublicOrder['parts']>) {
  const { deposit, paid, restBy } = parts;
  const isDeposit = paid === 0 && deposit !== null;
  const left = total - (isDeposit ? deposit : paid);
  return {
    what: isDeposit ? 'the deposit of ' : left > 0 ? 'the rest, ' : '',
    lines: [
      isDeposit
        ? { words: 'Deposit', amount: formatPence(deposit), note: '' }
        : { words: 'Paid', amount: formatPence(paid), note: '' },
      ...(left > 0
        ? [
            {
              words: 'The rest',
              amount: formatPence(left),
              note: isDeposit ? restLater(restBy) : restDue(restBy),
            },
          ]
        : []),
    ],
    kept: left > 0 && deposit !== null ? DEPOSIT_KEPT : '',
  };
}

function notFound() {
  const text = 'The link may be mistyped or too old. Please ring us.';
  return data({ title: 'We could not find that order', text }, { status: 404 });
}

function obstacleOf({ state, payment, cancelled, quote }: OrderToPay): Obstacle | undefined {
  if (quote?.ended) return 'quote-over';
  if (cancelled) return 'ended';
  if (state === 'funded' || state === 'paid') return 'paid';
  if (state !== 'placed') return 'ended';
  return payment === 'processing' ? 'processing' : undefined;
}

/** Leads to the card page. Not by a redirect, which the policy for forms would stop. */
export async function action({ params, context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  if (!(await orderToPay(shop, params.token))) throw notFound();
  const field = await readForm(request);
  const pence = (name: string) => Pence.safeParse(Number(field(name) || 'missing')).data;
  const [due, left] = [pence('due'), pence('left')];
  if (due === undefined || left === undefined) throw data(null, { status: 400 });
  const result = await openPayment(shop, params.token, { number: field('number'), due, left });
  if (result.ok) {
    const { checkoutUrl } = result;
    return data({ checkoutUrl }, { headers: { Refresh: `0;url=${checkoutUrl}` } });
  }
  if (result.reason === 'unknown') throw notFound();
  if (result.reason === 'changed') {
    return data({ obstacle: result.reason, changed: result.changed }, 409);
  }
  return data({ obstacle: result.reason }, result.reason === 'unavailable' ? 503 : 409);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return privatePageMeta(
    matches[0].loaderData,
    loaderData?.quote
      ? { title: 'Our quote', description: 'What we would make for you, and how to accept it.' }
      : {
          title: 'Pay for your order',
          description: 'Your order on the phone, and its payment by card.',
        },
  );
}

const TITLES: Record<Obstacle, string> = {
  paid: 'Paid, thank you',
  processing: 'Your payment is on its way',
  ended: 'This order cannot be paid any more',
  changed: 'What is in your order has changed',
  unavailable: 'The card page does not open just now',
  'other-amount': 'A part of it is paid',
  'too-little': 'Please pay it when you collect',
  'quote-over': 'This quote has ended',
  'quote-full': 'That day is full by now',
  'newer-quote': 'There is a newer quote',
  unknown: '',
};

/** What is shown by then can be paid. */
const MAY_TRY: Obstacle[] = ['unavailable', 'other-amount', 'newer-quote'];

export default function Pay({ loaderData: order, actionData }: Route.ComponentProps) {
  const { items, total, number, hours, parts, due, left, quote } = order;
  const { payment } = useCafe();
  const checkoutUrl = actionData && 'checkoutUrl' in actionData ? actionData.checkoutUrl : '';
  const obstacle =
    order.obstacle ?? (actionData && 'obstacle' in actionData ? actionData.obstacle : undefined);
  const changed = actionData && 'changed' in actionData ? actionData.changed : [];
  const canPay = obstacle === undefined || MAY_TRY.includes(obstacle);
  return (
    <div className={`${styles.page} letter`}>
      <header className="stack">
        <Mark className={styles.mark} />
        <h1>{obstacle ? TITLES[obstacle] : quote ? 'Our quote' : 'Your order'}</h1>
        <p role={obstacle && 'status'}>
          <Explanation obstacle={obstacle} quote={quote} />
        </p>
        {!obstacle && quote?.message && <blockquote>{quote.message}</blockquote>}
        {changed.map(({ title, ...declared }) => (
          <p key={title}>
            <strong>{title} now</strong> <Allergens of={declared} />
          </p>
        ))}
      </header>
      <ul className={styles.items}>
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a phone order keeps its items.
          <li key={place} className="entry">
            <h2>{item.title}</h2>
            <p className="display">{formatPence(item.price)}</p>
            <p>
              {describeSize(item)}
              {item.options && <span>{item.options}</span>}
              {item.message !== '' && <q>{item.message}</q>}
              <span>Collect on {whenInWords(item.day, item.time)}</span>
              <Allergens of={item} />
            </p>
          </li>
        ))}
      </ul>
      <p className={`${styles.total} total`}>
        Total <strong>{formatPence(total)}</strong>
      </p>
      {parts && !order.obstacle && (
        <dl className="lines">
          {parts.lines.map(({ words, amount, note }) => (
            <div key={words} className="apart">
              <dt>
                {words} {note}
              </dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      {checkoutUrl ? (
        <p role="status" className={styles.opening}>
          The card page is opening. If it does not, <a href={checkoutUrl}>open it here</a>.
        </p>
      ) : (
        canPay && (
          <form method="post" className="stack">
            {quote && (
              <p>
                You can accept it until <strong>{quote.until}</strong>. {quote.held} What you pay
                for, and when you can cancel, is in our <a href={href('/terms')}>terms</a>.
              </p>
            )}
            {parts?.kept && <p>{parts.kept}</p>}
            <input type="hidden" name="number" value={number} />
            <input type="hidden" name="due" value={due} />
            <input type="hidden" name="left" value={left} />
            <Button type="submit">
              {quote ? 'Accept and pay' : 'Pay'} {parts?.what}
              {formatPence(due)} by card
            </Button>
            <p className={`${styles.ways} quiet`}>{payment}</p>
          </form>
        )
      )}
      <AllergenNote items={items} />
      <p className="quiet">
        {canPay && `${hours.join(' ')} `}
        {quote ? 'Quote' : 'Order'} {number}.
      </p>
    </div>
  );
}

interface ExplanationProps {
  obstacle: Obstacle | undefined;
  quote: Route.ComponentProps['loaderData']['quote'];
}

function Explanation({ obstacle, quote }: ExplanationProps) {
  switch (obstacle) {
    case undefined:
      return quote ? (
        <>
          This is what we would make for you. Please read it, above all the allergens. Once you have
          paid, it is ordered. To change something, ring us on <PhoneLink /> first.
        </>
      ) : (
        <>
          This is what you ordered. If something is not right, please ring us on <PhoneLink />{' '}
          before you pay.
        </>
      );
    case 'paid':
      return 'We have your payment and look forward to seeing you.';
    case 'processing':
      return 'Your bank is still sending it, which can take a few days. You need not pay again.';
    case 'changed':
      return (
        <>
          The allergens have changed since you ordered. Nothing was charged. Please ring us on{' '}
          <PhoneLink />: we will tell you what is in it, and how to pay.
        </>
      );
    case 'other-amount':
      return 'Something was paid while this page was open. This is what is left to pay now.';
    case 'too-little':
      return 'The card page takes no payment of less than 30p. Nothing was charged, and you need not do anything until then.';
    case 'quote-over':
      return quote?.ended === 'replaced' ? (
        <>
          There is a newer quote: the link in our latest email opens it. If you have none, ring us
          on <PhoneLink />.
        </>
      ) : (
        <>
          {quote?.ended === 'lapsed' && `It could be accepted until ${quote.until}. `}Nothing was
          charged. If you would still like it, ring us on <PhoneLink />.
        </>
      );
    case 'newer-quote':
      return 'We have changed it since you opened this page. Please read it, above all the allergens. Nothing was charged.';
    case 'quote-full':
      return (
        <>
          Others have ordered for it meanwhile. Nothing was charged. Please ring us on <PhoneLink />
          : we will see what we can do.
        </>
      );
    case 'unavailable':
      return (
        <>
          Nothing was charged. Please try again in a moment, or ring us on <PhoneLink />.
        </>
      );
    default:
      return (
        <>
          If that is not what you expected, ring us on <PhoneLink />.
        </>
      );
  }
}
