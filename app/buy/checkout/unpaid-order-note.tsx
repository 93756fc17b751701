import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useBasket } from '#app/buy/basket/basket-store.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { CROSS, Icon } from '#app/ui/icon.tsx';
import { heldDaysText } from '#domain/capacity/capacity.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isUnchanged } from './kept-details.ts';
import { leftForCheckout } from './pick-up-panel.tsx';
import styles from './unpaid-order-note.module.css';

interface Open {
  orderId: OrderId;
  heldUntil: string | undefined;
  checkoutUrl: string;
}

/**
 * Shown only if the payment provider says that the order is unpaid and its checkout still open, and if the
 * basket and the details are still those of the order.
 */
export function UnpaidOrderNote({ orderId }: { orderId: OrderId }) {
  const { basket } = useBasket();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<Open>();
  const isAsSent = useSyncExternalStore(
    subscribeToDialogs,
    () => isUnchanged(orderId, basket),
    () => false,
  );

  const check = useEffectEvent(async (signal: AbortSignal) => {
    // Not with the note, whose dependencies the layout names.
    const { confirmOrder } = await import('./confirm-order.ts');
    const confirmation = await confirmOrder(orderId);
    if (signal.aborted || !confirmation?.checked) return;
    const { order, checkoutUrl } = confirmation;
    if (order.state === 'placed' && checkoutUrl !== null) {
      setOpen({ orderId, heldUntil: order.heldUntil, checkoutUrl });
    } else leftForCheckout.clear();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order is checked.
  useEffect(() => {
    const leaving = new AbortController();
    void check(leaving.signal);
    return () => leaving.abort();
  }, [orderId]);

  function close() {
    leftForCheckout.clear();
    setOpen(undefined);
    // The button, which has the focus, is removed.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  // The open checkout sells what the basket held then.
  const isShown = open?.orderId === orderId && isAsSent && !saysItself.test(pathname);
  const days = [...new Set(basket.map(({ selectedDay }) => selectedDay))].sort();
  return (
    <div role="status">
      {isShown && (
        <div className={`${styles.note} cluster`}>
          <p>
            Nothing was charged. Your basket is kept.
            {open.heldUntil && ` ${heldDaysText(days, open.heldUntil)}`}
          </p>
          <ButtonLink to={open.checkoutUrl}>Back to paying</ButtonLink>
          <button
            type="button"
            className={`${styles.close} round`}
            aria-label="Close"
            onClick={close}
          >
            <Icon path={CROSS} />
          </button>
        </div>
      )}
    </div>
  );
}

/** Pages that are about the payment. */
const saysItself = /^\/(payment-loading|thank-you-page)/;

/** A panel that closes may leave other details. The event does not bubble. */
function subscribeToDialogs(update: () => void): () => void {
  document.addEventListener('close', update, true);
  return () => document.removeEventListener('close', update, true);
}
