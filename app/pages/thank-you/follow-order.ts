import { askPayment, type Confirmation } from '#app/checkout/confirm-order.ts';
import type { OrderId } from '#domain/orders/order.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
const GROWTH = 1.5;
/** While a bank makes the payment, which takes days. */
const PROCESSING_PAUSE_MS = 60_000;

/**
 * Asks how an order stands until it is paid, with growing pauses and only while the page is looked
 * at. What goes wrong on the way is asked again.
 */
export async function followOrder(
  id: OrderId,
  tell: (confirmation: Confirmation) => void,
  signal: AbortSignal,
): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const confirmation = await askPayment(id, { signal });
    if (signal.aborted) return;
    if (confirmation) tell(confirmation);
    if (confirmation?.order.paid) return;
    const isProcessing = confirmation?.order.payment === 'processing';
    await paused(isProcessing ? PROCESSING_PAUSE_MS : pause, signal);
    await lookedAt(signal);
    pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS);
  }
}

function paused(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function lookedAt(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || document.visibilityState === 'visible') return resolve();
    const look = () => {
      if (document.visibilityState === 'visible') resolve();
    };
    document.addEventListener('visibilitychange', look, { signal });
    signal.addEventListener('abort', () => resolve());
  });
}
