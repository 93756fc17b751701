import { useEffect, useState } from 'react';
import type { Confirmation } from '#app/basket/ask-payment.ts';
import { forgetAttempt, itemsOfAttempt } from '#app/basket/attempt.ts';
import { removeFromBasket } from '#app/basket/basket-store.ts';
import type { PublicOrder } from '#domain/orders/order.ts';
import { followOrder } from './follow-order.ts';

/** How the order stands: as it was loaded, then as it is told. A paid order empties the basket of its items. */
export function useConfirmation(loaded: PublicOrder): Confirmation {
  const [told, setTold] = useState<Confirmation>();
  const current =
    told?.order.id === loaded.id ? told : { order: loaded, checkoutUrl: null, checked: false };
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
    removeFromBasket(bought).then(forgetAttempt, () => {});
  }, [id, paid]);

  return current;
}
