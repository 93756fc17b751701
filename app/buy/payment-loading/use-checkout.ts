import { useCallback, useEffect, useState } from 'react';
import { href, useNavigate } from 'react-router';
import { readBasket, replaceBasket } from '#app/buy/basket/basket-store.ts';
import { currentAttempt } from '#app/buy/checkout/order-attempt.ts';
import { LEFT_FOR_CHECKOUT } from '#app/buy/checkout/pick-up-panel.tsx';
import type { Basket } from '#domain/basket/basket.ts';
import { readCustomerDetails } from '#domain/orders/customer-details.ts';
import type { Customer } from '#domain/orders/order.ts';
import { applyChanges, isInvisible } from './basket-changes.ts';
import { type Started, startCheckout } from './start-checkout.ts';

/** Why the checkout did not open. The visitor decides what to do. */
export type Stopped = Exclude<Started, { ok: true } | { reason: 'already-paid' }>;

export type Stage =
  | { at: 'starting' }
  | { at: 'missing'; what: 'details' | 'basket' }
  | { at: 'stopped'; why: Stopped };

/** Starts the checkout with the details in the history state; `startAgain` repeats it. */
export function useCheckout(handedOver: unknown): { stage: Stage; startAgain: () => void } {
  const [stage, setStage] = useState<Stage>({ at: 'starting' });
  const [round, setRound] = useState(0);
  const navigate = useNavigate();
  const startAgain = useCallback(() => setRound((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new start.
  useEffect(() => {
    const leaving = new AbortController();
    const go = async () => {
      // In strict mode React mounts twice; the first mount is aborted by now.
      await Promise.resolve();
      if (leaving.signal.aborted) return;
      setStage({ at: 'starting' });
      const next = await begin(handedOver, leaving.signal);
      if (leaving.signal.aborted) return;
      if (next.at === 'checkout') {
        rememberCheckout();
        location.replace(next.url);
      } else if (next.at === 'paid') navigate(next.page, { replace: true });
      else setStage(next);
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

  return { stage, startAgain };
}

/** For the home page, to which cancelling at the checkout leads. */
function rememberCheckout(): void {
  try {
    sessionStorage.setItem(LEFT_FOR_CHECKOUT, currentAttempt().orderId);
  } catch {
    // Without storage the home page says nothing about it.
  }
}

type Next = Stage | { at: 'checkout'; url: string } | { at: 'paid'; page: string };

async function begin(handedOver: unknown, signal: AbortSignal): Promise<Next> {
  const details = readCustomerDetails(handedOver);
  if (!details) return { at: 'missing', what: 'details' };
  const basket = await readBasket();
  if (basket.length === 0) return { at: 'missing', what: 'basket' };

  const started = await startWith(details, basket, signal);
  if (started.ok) return { at: 'checkout', url: started.checkoutUrl };
  if (started.reason === 'already-paid') {
    return { at: 'paid', page: href('/thank-you-page/:order', { order: started.orderId }) };
  }
  const isExpected = ['changed', 'partly-paid', 'partly-processing'].includes(started.reason);
  if (!isExpected && !signal.aborted) console.error('The checkout did not start.', started);
  return { at: 'stopped', why: started };
}

async function startWith(details: Customer, basket: Basket, signal: AbortSignal) {
  const started = await startCheckout(details, basket, { signal });
  if (started.ok || started.reason !== 'changed' || !started.changes.every(isInvisible)) {
    return started;
  }
  // The visitor need not accept invisible changes.
  replaceBasket(applyChanges(await readBasket(), started.changes, new Map()));
  return startCheckout(details, await readBasket(), { signal });
}
