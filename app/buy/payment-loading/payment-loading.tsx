import { useEffect } from 'react';
import { href, useLocation, useRevalidator } from 'react-router';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { Mark } from '#app/ui/brand.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { OpenDialogButton } from '#app/ui/dialog.tsx';
import { PhoneLink, WithScripts } from '#app/ui/text.tsx';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import type { Route } from './+types/payment-loading';
import { ChangesScreen } from './changes-screen.tsx';
import styles from './payment-loading.module.css';
import { EarlierOrderScreen, FailureScreen, Screen } from './screens.tsx';
import { type Stage, type Stopped, useCheckout } from './use-checkout.ts';

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'To the card payment',
    description: 'Your order is being taken to the card payment.',
  });
}

/** Places the order and redirects to the card checkout. The pick-up panel leads here, with the details. */
export default function PaymentLoading({ matches }: Route.ComponentProps) {
  const { stage, startAgain } = useCheckout(useLocation().state);
  useFreshRules();
  const { calendarRules } = matches[0].loaderData;
  switch (stage.at) {
    case 'starting':
      return <Starting />;
    case 'missing':
      return <Missing what={stage.what} />;
    case 'stopped':
      return <StoppedScreen why={stage.why} calendarRules={calendarRules} onGoOn={startAgain} />;
  }
}

/** The open days are those of the page before, which may have been open for long. */
function useFreshRules(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => void revalidate(), [revalidate]);
}

interface StoppedScreenProps {
  why: Stopped;
  calendarRules: CalendarRules;
  onGoOn: () => void;
}

function StoppedScreen({ why, calendarRules, onGoOn }: StoppedScreenProps) {
  switch (why.reason) {
    case 'changed':
      return (
        <ChangesScreen changes={why.changes} calendarRules={calendarRules} onAccepted={onGoOn} />
      );
    case 'partly-paid':
    case 'partly-processing':
      return <EarlierOrderScreen why={why} onTakenOut={onGoOn} />;
    default:
      return <FailureScreen why={why} onTryAgain={onGoOn} />;
  }
}

function Starting() {
  return (
    <>
      <WithScripts role="status">
        <div className={styles.starting}>
          <Mark assembling className={styles.mark} />
          <h1>Taking you to the card payment</h1>
          <p>
            You pay on our payment partner’s secure page and come back here for the confirmation.
            Your card details never reach us.
          </p>
        </div>
      </WithScripts>
      <noscript>
        <div className={styles.screen}>
          <h1>Nothing has been ordered</h1>
          <p>
            This page takes an order to the card payment, and it needs JavaScript. Please turn it on
            and open your basket again, or ring us on <PhoneLink />.
          </p>
        </div>
      </noscript>
    </>
  );
}

function Missing({ what }: { what: Extract<Stage, { at: 'missing' }>['what'] }) {
  if (what === 'basket') {
    return (
      <Screen title="Your basket is empty">
        <p>There is nothing to pay for yet. If you have just paid, all is well: it was emptied.</p>
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
      <div className={styles.ways}>
        <OpenDialogButton opens="pick-up">Fill in your details</OpenDialogButton>
        <OpenDialogButton opens="basket" variant="outline">
          Open the basket
        </OpenDialogButton>
      </div>
    </Screen>
  );
}
