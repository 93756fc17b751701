import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { useBasket } from '#app/buy/basket/basket-store.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import type { Basket } from '#domain/basket/basket.ts';
import { basketTime } from '#domain/basket/basket-time.ts';
import type { Day } from '#domain/calendar/day.ts';
import { heldDaysText } from '#domain/capacity/capacity.ts';
import type { OrderedOption, OrderId } from '#domain/orders/order.ts';
import type { PublicOrder } from '#domain/orders/public-order.ts';
import { isEditedSince } from './kept-details.ts';
import { leftForCheckout } from './pick-up-panel.tsx';
import styles from './unpaid-order-note.module.css';

/**
 * Shown only if the payment provider says that the order is unpaid and its checkout still open, and if the
 * basket and the details are still those of the order.
 */
export function UnpaidOrderNote({ orderId }: { orderId: OrderId }) {
  const { basket } = useBasket();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<{ order: PublicOrder; checkoutUrl: string }>();
  const [isEdited, setEdited] = useState(false);

  const check = useEffectEvent(async (signal: AbortSignal) => {
    // Not with the note, whose dependencies the layout names.
    const { confirmOrder } = await import('./confirm-order.ts');
    const confirmation = await confirmOrder(orderId);
    if (signal.aborted || !confirmation?.checked) return;
    const { order, checkoutUrl } = confirmation;
    if (order.state === 'placed' && checkoutUrl !== null) setOpen({ order, checkoutUrl });
    else leftForCheckout.clear();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order is checked.
  useEffect(() => {
    const leaving = new AbortController();
    void check(leaving.signal);
    return () => leaving.abort();
  }, [orderId]);

  // The panel has closed, perhaps with other details. The event does not bubble.
  useEffect(() => {
    const compare = () => setEdited(isEditedSince(orderId));
    compare();
    document.addEventListener('close', compare, true);
    return () => document.removeEventListener('close', compare, true);
  }, [orderId]);

  function close() {
    leftForCheckout.clear();
    setOpen(undefined);
    // The button, which has the focus, is removed.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  // The open checkout sells what the basket held then.
  const heldUntil = open?.order.heldUntil;
  const isShown =
    open?.order.id === orderId &&
    !isEdited &&
    !saysItself.test(pathname) &&
    holdsSame(basket, open.order);
  return (
    <div role="status">
      {isShown && (
        <div className={`${styles.note} cluster`}>
          <p>
            Nothing was charged. Your basket is kept.
            {heldUntil && ` ${heldDaysText(daysOf(open.order), heldUntil)}`}
          </p>
          <ButtonLink to={open.checkoutUrl}>Back to paying</ButtonLink>
          <button
            type="button"
            className={`${styles.close} round`}
            aria-label="Close"
            onClick={close}
          >
            <svg width="16" height="16" viewBox="0 0 18 18" aria-hidden="true">
              <path d="M2 2l14 14M16 2L2 16" stroke="currentColor" strokeWidth="2" />
            </svg>
          </button>
        </div>
      )}
    </div>
  );
}

/** Pages that are about the payment. */
const saysItself = /^\/(payment-loading|thank-you-page)/;

/** Not `collectionDays`, which loads the schemas of orders. */
function daysOf({ items }: PublicOrder): Day[] {
  return [...new Set(items.map(({ day }) => day))].sort();
}

function holdsSame(basket: Basket, { items }: PublicOrder): boolean {
  const kept = basket.map(({ cake, size, options, messageOnCake, selectedDay }) => {
    const time = basketTime(basket, selectedDay);
    return JSON.stringify([cake.id, size.id, idsOf(options), messageOnCake, selectedDay, time]);
  });
  const ordered = items.map(({ cakeId, sizeId, options, message, day, time }) =>
    JSON.stringify([cakeId, sizeId, idsOf(options), message, day, time]),
  );
  return kept.sort().join() === ordered.sort().join();
}

function idsOf(options: readonly Pick<OrderedOption, 'groupId' | 'choiceId' | 'text'>[] = []) {
  return options.map(({ groupId, choiceId, text }) => [groupId, choiceId, text]);
}
