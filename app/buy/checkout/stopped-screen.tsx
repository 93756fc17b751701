import type { ReactNode } from 'react';
import { href } from 'react-router';
import { removeFromBasket } from '#app/buy/basket/basket-actions.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { OpenDialogButton } from '#app/ui/dialog.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import type { BasketItem } from '#domain/basket/basket.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { titleInFull } from '#domain/catalogue/sizes.ts';
import styles from './payment-loading.module.css';
import type { Started } from './start-checkout.ts';

/** A message that the visitor must act on. It replaces the loading screen, so its heading takes focus. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={`${styles.screen} letter`}>
      <h1 ref={takeFocus} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}

/** @param what the payment page did not get, or was left. */
export function MissingScreen({ what }: { what: 'no-details' | 'no-basket' | 'nothing-left' }) {
  if (what !== 'no-details') {
    return (
      <Screen title="Your basket is empty">
        <p>
          {what === 'nothing-left'
            ? 'There is nothing left to pay for, and nothing was charged.'
            : 'There is nothing to pay for yet. If you have just paid, all is well: paying empties the basket.'}
        </p>
        <ButtonLink to={`${href('/')}#cakes`}>See the cakes</ButtonLink>
      </Screen>
    );
  }
  return (
    <Screen title="Your details are missing">
      <p>
        To place the order we need your name, email address and phone number. Your basket is as you
        left it, and nothing has been charged.
      </p>
      <div className={`${styles.ways} cluster`}>
        <OpenDialogButton opens="pick-up">Fill in your details</OpenDialogButton>
        <OpenDialogButton opens="basket" variant="outline">
          Open the basket
        </OpenDialogButton>
      </div>
    </Screen>
  );
}

type EarlierOrder = Extract<Started, { reason: 'partly-paid' | 'partly-processing' }>;
type Failure = Exclude<
  Started,
  { ok: true } | { reason: 'changed' | 'already-paid' } | EarlierOrder
>;
type WithWords = 'invalid-request' | 'too-many-requests';

const REASONS: Record<Exclude<Failure['reason'], WithWords>, string> = {
  'payments-unavailable': 'The card payment is not working just now.',
  'bot-check':
    'Our check that you are not a robot did not work. It is not your fault: a blocker or an old browser can stop it. Please try another browser, or order by phone.',
  unreachable: 'We could not reach the cafe’s server. Are you connected to the internet?',
  'too-large': 'This order is too large to send. Please make two orders of it.',
  unexpected: 'Something went wrong on our side.',
};

interface FailureScreenProps {
  why: Failure;
  onTryAgain: () => void;
}

export function FailureScreen({ why, onTryAgain }: FailureScreenProps) {
  return (
    <Screen title="The payment did not start">
      <Reason why={why} />
      <p>
        Nothing has been charged, and your basket and details are kept. You can also ring us on{' '}
        <PhoneLink />.
      </p>
      <div className={`${styles.ways} cluster`}>
        <Button onClick={onTryAgain}>Try again</Button>
        <OpenDialogButton opens="pick-up" variant="outline">
          Change your details
        </OpenDialogButton>
        <OpenDialogButton opens="basket" variant="outline">
          Open the basket
        </OpenDialogButton>
      </div>
    </Screen>
  );
}

function Reason({ why }: { why: Failure }) {
  switch (why.reason) {
    case 'invalid-request':
      return (
        <ul className={`${styles.problems} lines`}>
          {why.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      );
    case 'too-many-requests':
      return (
        <p>
          There are a lot of orders from your internet connection just now, perhaps by others who
          share it. Please wait {why.wait}, then try again. To order for many days at once, please
          ring us.
        </p>
      );
    default:
      return <p>{REASONS[why.reason]}</p>;
  }
}

interface EarlierOrderScreenProps {
  why: EarlierOrder;
  onTakenOut: () => void;
}

/** Lists the items that are in an earlier order, and offers to order the rest. */
export function EarlierOrderScreen({ why, onTakenOut }: EarlierOrderScreenProps) {
  const { reason, orderId, items } = why;

  async function takeOut() {
    await removeFromBasket(items.map(({ id }) => id));
    onTakenOut();
  }

  const isPaid = reason === 'partly-paid';
  return (
    <Screen title={isPaid ? 'Part of your basket is paid for' : 'A payment is still under way'}>
      <p>
        {isPaid
          ? 'You have paid for this in an earlier order, so we have not charged you again:'
          : 'Your bank is still sending the payment for an earlier order, which can take a few days. You are not charged twice. To order something else now, first take these out of your basket:'}
      </p>
      <Items items={items} />
      <div className={`${styles.ways} cluster`}>
        {isPaid ? (
          <Button onClick={takeOut}>Take out what is paid and order the rest</Button>
        ) : (
          <OpenDialogButton opens="basket">Open the basket</OpenDialogButton>
        )}
        <ButtonLink variant="outline" to={href('/thank-you-page/:order', { order: orderId })}>
          {isPaid ? 'See the paid order' : 'See the earlier order'}
        </ButtonLink>
      </div>
    </Screen>
  );
}

function Items({ items }: { items: BasketItem[] }) {
  return (
    <ul className={`${styles.problems} lines`}>
      {items.map(({ id, cake, size, options, selectedDay }) => (
        <li key={id}>
          {titleInFull({ title: cake.title, ...size })}
          {options && ` · ${optionsInWords(options)}`}, {dayInWords(selectedDay, 'short')}
        </li>
      ))}
    </ul>
  );
}
