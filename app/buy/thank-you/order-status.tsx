import type { ReactNode } from 'react';
import { Mark } from '#app/ui/brand.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { OpenDialogButton } from '#app/ui/dialog.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { formatPence } from '#domain/money.ts';
import { restDue } from '#domain/orders/deposit-words.ts';
import type { PublicOrder } from '#domain/orders/public-order.ts';
import { daysOf } from './order-summary.tsx';
import styles from './thank-you.module.css';

type DisplayStatus =
  | 'confirmed'
  | 'pending'
  | 'cancelled'
  | 'processing'
  | 'checking'
  | 'unpaid'
  | 'agreed'
  | 'quoted'
  | 'part-paid'
  | 'added'
  | 'expired'
  | 'failed'
  | 'unknown';

interface Checked {
  order: PublicOrder;
  /** The payment provider has been asked. */
  checked: boolean;
}

/** Shows an order as unpaid only after the payment provider has been asked. A refunded order may still be collected. */
export function displayStatus({ order, checked }: Checked): DisplayStatus {
  if (order.cancelled) return 'cancelled';
  if (order.quoted && order.payment !== 'processing' && checked) return 'quoted';
  switch (order.state) {
    case 'paid':
      return 'confirmed';
    case 'funded':
      return 'pending';
    case 'expired':
      return order.payment === 'failed' || order.payment === 'unknown' ? order.payment : 'expired';
    case 'placed':
      if (order.payment === 'processing') return 'processing';
      if (!checked) return 'checking';
      if (order.parts && order.parts.paid > 0) {
        return order.parts.deposit === null ? 'added' : 'part-paid';
      }
      return order.agreed ? 'agreed' : 'unpaid';
  }
}

interface OrderStatusProps {
  status: DisplayStatus;
  /** The days of collection have passed; a payment that took days may have come after them. */
  isOver: boolean;
  order: PublicOrder;
  checkoutUrl: string | null;
}

/** The heading, with `role="status"` because it changes without a reload. */
export function OrderStatus({ status, isOver, order, checkoutUrl }: OrderStatusProps) {
  const { refunded } = order;
  const canOrderAgain = status === 'expired' || status === 'failed';
  return (
    <header className={styles.status}>
      <Mark className={styles.mark} assembling={WAITING.includes(status)} />
      <div role="status">
        <h1 className={status === 'confirmed' ? styles.thanks : undefined}>{TITLES[status]}</h1>
        <p>{explanation(status, isOver, order)}</p>
        {refunded > 0 && (
          <p>
            {formatPence(refunded)} has been paid back. On a card it can take some days to show.
          </p>
        )}
      </div>
      {PAYABLE.includes(status) && checkoutUrl && (
        <ButtonLink to={checkoutUrl}>Go back to paying</ButtonLink>
      )}
      {(canOrderAgain || (status === 'unpaid' && !checkoutUrl)) && (
        <OpenDialogButton opens="basket">Open your basket</OpenDialogButton>
      )}
    </header>
  );
}

const PAYABLE: DisplayStatus[] = ['unpaid', 'agreed', 'quoted', 'part-paid', 'added'];
const WAITING: DisplayStatus[] = ['checking', 'processing', 'pending'];

const TITLES: Record<DisplayStatus, string> = {
  confirmed: 'Thank you',
  pending: 'Your payment is safe',
  cancelled: 'This order is cancelled',
  processing: 'Your payment is on its way',
  checking: 'Checking your payment',
  unpaid: 'This order is not paid yet',
  agreed: 'This order is not paid yet',
  quoted: 'This quote is not accepted yet',
  'part-paid': 'Thank you for your deposit',
  added: 'A part of your order is not paid yet',
  expired: 'This order has run out of time',
  failed: 'Your bank did not make the payment',
  unknown: 'We could not check this payment',
};

/** `Sat 28 Nov and Mon 30 Nov` */
function When({ order }: { order: PublicOrder }) {
  const when = daysOf(order).map((day) => whenInWords(day, timeOf(order.items, day), 'short'));
  return <strong>{when.join(' and ')}</strong>;
}

function explanation(status: DisplayStatus, isOver: boolean, order: PublicOrder): ReactNode {
  const when = <When order={order} />;
  switch (status) {
    case 'confirmed':
      if (isOver)
        return (
          <>
            The day to collect it has passed. If you have not collected it, ring us on <PhoneLink />
            .
          </>
        );
      return <>Your order is confirmed. We look forward to seeing you on {when}.</>;
    case 'pending':
      return (
        <>
          We have it and are confirming your order for {when}. You need not do anything: this page
          changes by itself. If it takes long, ring us on <PhoneLink />.
        </>
      );
    case 'cancelled':
      return (
        <>
          There is nothing to collect. If that is not what you expected, ring us on <PhoneLink />.
        </>
      );
    case 'processing':
      return 'Your bank is still sending it, which can take a few days. We start on your order when it arrives, and this page changes by itself. You need not do anything, and need not pay again.';
    case 'checking':
      return (
        <>
          We are asking our payment partner. It takes a moment. If it takes long, ring us on{' '}
          <PhoneLink />.
        </>
      );
    case 'unpaid':
      return 'We have no payment yet. Your basket is kept. If you have just paid, please wait a moment: this page changes by itself.';
    case 'agreed':
      return 'We have no payment yet, but we are making your order: pay with the link that we gave you, or when you collect. If you have just paid, please wait a moment: this page changes by itself.';
    case 'quoted':
      return 'We have no payment, so nothing is ordered. Its link says until when you can accept it. If you have just paid, please wait a moment: this page changes by itself.';
    case 'added':
    case 'part-paid': {
      const { paid = 0, restBy } = order.parts ?? {};
      return (
        <>
          Your order is in our book for {when}. The rest, {formatPence(order.total - paid)}, is to
          pay {restDue(restBy)}.
          {status === 'added' &&
            ' If you have just paid the rest, please wait a moment: this page changes by itself.'}
        </>
      );
    }
    case 'expired':
      return 'It was not paid in time, so nothing was charged. Your basket is kept, and you can order again from there.';
    case 'failed':
      return 'Nothing was charged. Your basket is kept, and you can order again from there.';
    case 'unknown':
      return (
        <>
          Our payment partner could not tell us whether this order was paid. Please ring us on{' '}
          <PhoneLink /> before you order again.
        </>
      );
  }
}
