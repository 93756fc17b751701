import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { removeFromBasket } from '#app/buy/basket/basket-actions.ts';
import { forgetAttempt, itemsOfAttempt } from '#app/buy/basket/order-attempt.ts';
import { type Confirmation, confirmOrder } from '#app/buy/checkout/confirm-order.ts';
import { typedDetails } from '#app/buy/checkout/kept-details.ts';
import { useLive } from '#app/live/use-live.ts';
import { backoff, pause, untilVisible } from '#app/ui/wait.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { PublicOrder } from '#domain/orders/public-order.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * The order is always the loader's. The live event of its next state and a differing confirmation only
 * trigger a revalidation. Once the payment has come, its items are removed from the basket, so that
 * something else can be bought while the cafe's e-mail fails.
 */
export function useConfirmation(
  order: PublicOrder,
): Omit<Confirmation, 'order'> & { order: PublicOrder } {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const { revalidate } = useRevalidator();
  const { pathname } = useLocation();
  const { id, state, paid } = order;

  useLive({ topics: paid ? undefined : `orders/${id}`, state });

  const show = useEffectEvent(async (confirmed: Confirmation): Promise<boolean> => {
    setConfirmation(confirmed);
    if (isSame(confirmed.order, order)) return confirmed.checked;
    const { revalidatePage } = await import('#app/live/follow-changes.ts');
    return (await revalidatePage({ pathname, revalidate, setGone() {} })) && confirmed.checked;
  });
  useEffect(() => {
    if (paid) return;
    const leaving = new AbortController();
    void checkPayment(id, (confirmed) => show(confirmed), leaving.signal);
    return () => leaving.abort();
  }, [id, paid]);

  const isFunded = state === 'funded' || paid;
  useEffect(() => {
    if (!isFunded) return;
    const bought = itemsOfAttempt(id);
    if (bought.length === 0) return;
    typedDetails.clear();
    // The attempt is forgotten last: if the removal fails, the next visit repeats it.
    removeFromBasket(bought).then(
      () => forgetAttempt(id),
      () => {},
    );
  }, [id, isFunded]);

  // What the payment provider said counts only for the order that it was said about.
  return confirmation && isSame(confirmation.order, order)
    ? { ...confirmation, order }
    : { order, checkoutUrl: null, checked: false };
}

function isSame(one: Confirmation['order'], other: PublicOrder): boolean {
  return (
    one.id === other.id &&
    one.state === other.state &&
    one.payment === other.payment &&
    one.refunded === other.refunded &&
    one.parts?.paid === other.parts?.paid
  );
}

/**
 * Has the server ask the payment provider about the order, with growing pauses and only while the page
 * is visible, until a status is confirmed. Later changes arrive as live events.
 * @param show returns whether the page shows a confirmed status.
 */
export async function checkPayment(
  id: OrderId,
  show: (confirmation: Confirmation) => Promise<boolean>,
  leaving: AbortSignal,
): Promise<void> {
  for (let checks = 0; !leaving.aborted; checks += 1) {
    const confirmation = await confirmOrder(id);
    if (leaving.aborted) return;
    if (confirmation && (await show(confirmation))) return;
    await pause(backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, checks), leaving);
    await untilVisible(leaving);
  }
}
