import type { ReactNode } from 'react';
import type { Confirmation } from '#app/basket/ask-payment.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Mark } from '#app/ui/mark.tsx';
import { OpenDialogButton } from '#app/ui/open-dialog-button.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import styles from './verdict.module.css';

type Face = 'confirmed' | 'pending' | 'checking' | 'unpaid' | 'expired';

/** That an order is not paid is said only after the payment provider has been asked. */
export function faceOf({ order, checked }: Confirmation): Face {
  switch (order.state) {
    case 'paid':
      return 'confirmed';
    case 'funded':
      return 'pending';
    case 'expired':
      return 'expired';
    case 'placed':
      return checked ? 'unpaid' : 'checking';
  }
}

interface VerdictProps {
  face: Face;
  checkoutUrl: string | null;
}

/** The page changes by itself, so what it says now is also said to those who listen. */
export function Verdict({ face, checkoutUrl }: VerdictProps) {
  return (
    <header className={styles.verdict}>
      <Mark className={styles.mark} assembling={face === 'checking' || face === 'pending'} />
      <div role="status">
        <h1 className={face === 'confirmed' ? styles.thanks : undefined}>{TITLES[face]}</h1>
        <p>{words(face)}</p>
      </div>
      {face === 'unpaid' && checkoutUrl && (
        <ButtonLink to={checkoutUrl}>Go back to paying</ButtonLink>
      )}
      {(face === 'expired' || (face === 'unpaid' && !checkoutUrl)) && (
        <OpenDialogButton opens="basket">Open your basket</OpenDialogButton>
      )}
    </header>
  );
}

const TITLES: Record<Face, string> = {
  confirmed: 'Thank you',
  pending: 'Your payment is safe',
  checking: 'Checking your payment',
  unpaid: 'This order is not paid yet',
  expired: 'This order has run out of time',
};

function words(face: Face): ReactNode {
  switch (face) {
    case 'confirmed':
      return 'Your order is confirmed and in our book. We look forward to seeing you.';
    case 'pending':
      return (
        <>
          It has reached us, and your order is on its way into our book. You need do nothing: this
          page changes by itself as soon as it is confirmed. If it takes long, ring us on{' '}
          <PhoneLink />.
        </>
      );
    case 'checking':
      return 'We are asking our payment partner. It takes a moment.';
    case 'unpaid':
      return 'No payment has reached us. Your basket is kept. If you have just paid, stay a moment: this page changes by itself.';
    case 'expired':
      return 'It was not paid while its checkout was open, so nothing was charged. Your basket is kept, and you can order again from there.';
  }
}
