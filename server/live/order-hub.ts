import type { OrderId } from '#domain/orders/order.ts';
import type { Log, Ports } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';
import { startJob } from '#server/jobs/job.ts';
import { message, orderEvent } from './events.ts';
import { forEachInTurn, idOf, type Subscriber, tell } from './subscriber.ts';

interface OrderHubSettings {
  orders: Pick<Ports['orders'], 'states'>;
  shop: Pick<Shop, 'order'>;
  log: Log;
  /** How often it is looked what may have been missed. */
  lookEverySeconds: number;
}

export interface OrderHub {
  /** From now on, and for as long as it listens, it is told when its order moves on. */
  add(subscriber: Subscriber, id: OrderId): void;
  /** An order has moved on, or may have: any of them, if none is named. */
  wake(id?: OrderId): void;
  stop(): Promise<void>;
}

/** Tells whoever waits for an order that it has moved on. */
export function startOrderHub({ orders, shop, log, lookEverySeconds }: OrderHubSettings): OrderHub {
  const followers = new Map<OrderId, Set<Subscriber>>();
  const moved = new Set<OrderId>();

  /** One query for all that may have moved on. What a failed round has left out, the next look at all finds. */
  async function look(): Promise<void> {
    const ids = [...moved];
    moved.clear();
    for (const [id, state] of await orders.states(ids)) {
      const behind = [...(followers.get(id) ?? [])].filter(({ order }) => order?.state !== state);
      if (behind.length > 0) await tellOf(id, behind);
    }
  }

  async function tellOf(id: OrderId, behind: Subscriber[]): Promise<void> {
    const order = await shop.order(id);
    if (!order) return;
    const event = orderEvent(order);
    await forEachInTurn(behind, (subscriber) => {
      subscriber.order = { id, state: order.state };
      tell(subscriber, message([event], '', idOf(subscriber)));
    });
  }

  function remove(subscriber: Subscriber, id: OrderId): void {
    const all = followers.get(id);
    all?.delete(subscriber);
    if (all?.size === 0) followers.delete(id);
  }

  function wake(id?: OrderId): void {
    for (const each of id === undefined ? followers.keys() : [id]) {
      if (followers.has(each)) moved.add(each);
    }
    if (moved.size > 0) job.wake();
  }

  const job = startJob({ name: 'live-orders', everySeconds: lookEverySeconds, log, run: look });
  const timer = setInterval(wake, lookEverySeconds * 1_000);
  return {
    add(subscriber, id) {
      followers.set(id, (followers.get(id) ?? new Set()).add(subscriber));
      subscriber.answer.once('close', () => remove(subscriber, id));
      // It may have moved on since it was read.
      wake(id);
    },
    wake,
    async stop() {
      clearInterval(timer);
      await job.stop();
    },
  };
}
