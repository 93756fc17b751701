import { plusSeconds } from '#domain/clock.ts';
import { PaymentsUnavailable, type Ports } from '#domain/ports.ts';
import type { Order } from './order.ts';
import { settle } from './settle.ts';

const PAGE = 100;

/**
 * The third witness: asks the payment provider about every order that still waits, so that one whose
 * webhook was lost and whose visitor never came back is found all the same.
 * @param olderThan seconds to leave a fresh order alone: its visitor is still paying.
 */
export async function reconcile(ports: Ports, olderThan: number): Promise<void> {
  const before = plusSeconds(ports.clock.now(), -olderThan);
  let last: Order | undefined;
  do {
    const waiting: Order[] = await ports.orders.waiting(before, PAGE, last);
    for (const order of waiting) {
      try {
        await settle(ports, order);
      } catch (error) {
        if (!(error instanceof PaymentsUnavailable)) throw error;
        ports.log.warn({ reason: error.message }, 'reconciling stopped until the next round');
        return;
      }
    }
    last = waiting.length === PAGE ? waiting.at(-1) : undefined;
  } while (last);
}
