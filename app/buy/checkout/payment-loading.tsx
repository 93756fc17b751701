import { useCallback, useEffect, useState } from 'react';
import { href, useLocation, useNavigate, useRevalidator } from 'react-router';
import { readBasket, replaceBasket } from '#app/buy/basket/basket-store.ts';
import { currentAttempt } from '#app/buy/basket/order-attempt.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { Mark } from '#app/ui/brand.tsx';
import { PhoneLink, WithScripts } from '#app/ui/text.tsx';
import type { Basket } from '#domain/basket/basket.ts';
import { type CustomerDetails, readCustomerDetails } from '#domain/orders/customer-details.ts';
import type { Route } from './+types/payment-loading';
import { applyChanges, isInvisible } from './basket-changes.ts';
import { ChangesScreen } from './changes-screen.tsx';
import { typedDetails } from './kept-details.ts';
import styles from './payment-loading.module.css';
import { leftForCheckout } from './pick-up-panel.tsx';
import { type Started, startCheckout } from './start-checkout.ts';
import { EarlierOrderScreen, FailureScreen, MissingScreen } from './stopped-screen.tsx';
import '#app/ui/letter.css';

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'To the card payment',
    description: 'Your order is being taken to the card payment.',
  });
}

/** Places the order and redirects to the card checkout. The pick-up panel leads here, with the details. */
export default function PaymentLoading({ matches }: Route.ComponentProps) {
  const { stopped, startAgain } = useCheckout(useLocation().state);
  useFreshRules();
  const { calendarRules } = matches[0].loaderData;
  if (!stopped) return <Starting />;
  switch (stopped.reason) {
    case 'no-details':
    case 'no-basket':
    case 'nothing-left':
      return <MissingScreen what={stopped.reason} />;
    case 'changed':
      return (
        <ChangesScreen
          changes={stopped.changes}
          calendarRules={calendarRules}
          onAccepted={startAgain}
        />
      );
    case 'partly-paid':
    case 'partly-processing':
      return <EarlierOrderScreen why={stopped} onTakenOut={startAgain} />;
    default:
      return <FailureScreen why={stopped} onTryAgain={startAgain} />;
  }
}

/** The open days are those of the page before, which may have been open for long. */
function useFreshRules(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => void revalidate(), [revalidate]);
}

function Starting() {
  return (
    <>
      <WithScripts role="status">
        <div className={`${styles.starting} letter`}>
          <Mark assembling className={styles.mark} />
          <h1>Taking you to the card payment</h1>
          <p>
            You pay on our payment partner’s secure page and come back here for the confirmation.
            Your card details never reach us.
          </p>
        </div>
      </WithScripts>
      <noscript>
        <div className={`${styles.screen} letter`}>
          <h1>Nothing has been ordered</h1>
          <p>
            Paying by card needs JavaScript. Please turn it on and open your basket again, or ring
            us on <PhoneLink />.
          </p>
        </div>
      </noscript>
    </>
  );
}

type Next = Started | { ok: false; reason: 'no-details' | 'no-basket' | 'nothing-left' };
/** Why the checkout did not open. The visitor decides what to do. */
type Stopped = Exclude<Next, { ok: true } | { reason: 'already-paid' }>;

/**
 * Starts the checkout with the details in the history state; `startAgain` repeats it.
 * @returns nothing in `stopped` while it starts.
 */
function useCheckout(handedOver: unknown): { stopped: Stopped | undefined; startAgain(): void } {
  const [stopped, setStopped] = useState<Stopped>();
  const [round, setRound] = useState(0);
  const navigate = useNavigate();
  const startAgain = useCallback(() => {
    // The button, which has the focus, is removed.
    document.getElementById('main')?.focus({ preventScroll: true });
    setRound((before) => before + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new start.
  useEffect(() => {
    const leaving = new AbortController();
    const go = async () => {
      // In strict mode React mounts twice; the first mount is aborted by now.
      await Promise.resolve();
      if (leaving.signal.aborted) return;
      setStopped(undefined);
      const next = await begin(handedOver, leaving.signal).catch((error): Next => {
        // Without HTTPS, browsers make no ids; without a connection, code may not load.
        console.error('The checkout did not start.', error);
        return { ok: false, reason: 'unexpected' };
      });
      if (leaving.signal.aborted) return;
      if (next.ok) {
        // For the home page, to which cancelling at the checkout leads.
        leftForCheckout.write(currentAttempt().orderId);
        location.replace(next.checkoutUrl);
      } else if (next.reason === 'already-paid') {
        navigate(href('/thank-you-page/:order', { order: next.orderId }), { replace: true });
      } else setStopped(next);
    };
    void go();
    return () => leaving.abort();
  }, [handedOver, round, navigate]);

  useEffect(() => {
    // Restored from the back/forward cache, the page still shows that it is leaving.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) startAgain();
    };
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, [startAgain]);

  return { stopped, startAgain };
}

async function begin(handedOver: unknown, signal: AbortSignal): Promise<Next> {
  const details = readCustomerDetails(handedOver);
  if (!details) return { ok: false, reason: 'no-details' };
  const basket = await readBasket();
  if (basket.length === 0) {
    // What is typed is kept until it is paid.
    return { ok: false, reason: typedDetails.read() ? 'nothing-left' : 'no-basket' };
  }
  const started = await startWith(details, basket, signal);
  const isExpected =
    started.ok ||
    ['already-paid', 'changed', 'partly-paid', 'partly-processing'].includes(started.reason);
  if (!isExpected && !signal.aborted) console.error('The checkout did not start.', started);
  return started;
}

async function startWith(
  details: CustomerDetails,
  basket: Basket,
  signal: AbortSignal,
): Promise<Started> {
  const started = await startCheckout(details, basket, { signal });
  if (started.ok || started.reason !== 'changed' || !started.changes.every(isInvisible)) {
    return started;
  }
  // The visitor need not accept invisible changes.
  const none = { days: new Map(), times: new Map() };
  replaceBasket(applyChanges(await readBasket(), started.changes, none));
  return startCheckout(details, await readBasket(), { signal });
}
