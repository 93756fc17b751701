import { useEffect, useState } from 'react';
import { removeFromBasket } from '#app/basket/basket-store.ts';
import type { Confirmation } from '#app/checkout/confirm-order.ts';
import { forgetAttempt, itemsOfAttempt } from '#app/checkout/order-attempt.ts';
import type { PublicOrder } from '#domain/orders/order.ts';
import { followOrder } from './follow-order.ts';

/** An order's life goes one way (`steps`), so of two answers the one further on is the newer. */
const LIFE: PublicOrder['state'][] = ['placed', 'expired', 'funded', 'paid'];

/** How the order stands: as it was loaded last, or as it is told. A paid order empties the basket of its items. */
export function useConfirmation(loaded: PublicOrder): Confirmation {
  const [told, setTold] = useState<Confirmation>();
  const isTold = told?.order.id === loaded.id && !isFurther(loaded, told.order);
  const current = isTold ? told : { order: loaded, checkoutUrl: null, checked: false };
  const { id, paid } = current.order;

  useEffect(() => {
    if (paid) return;
    const leaving = new AbortController();
    void followOrder(id, setTold, leaving.signal);
    return () => leaving.abort();
  }, [id, paid]);

  useEffect(() => {
    if (!paid) return;
    const bought = itemsOfAttempt(id);
    if (bought.length === 0) return;
    // Not forgotten before they are out: what cannot be done now is done on the next visit.
    removeFromBasket(bought).then(
      () => forgetAttempt(id),
      () => {},
    );
  }, [id, paid]);

  return current;
}

function isFurther(one: PublicOrder, other: PublicOrder): boolean {
  return LIFE.indexOf(one.state) > LIFE.indexOf(other.state);
}
