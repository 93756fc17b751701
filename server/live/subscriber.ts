import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrderId, OrderState } from '#domain/orders/order.ts';
import { writeEventId } from './event-id.ts';
import { byteLength } from './events.ts';
import type { Topic } from './topics.ts';

/** All that is kept of somebody who listens: there are ten thousands of them. */
export interface Subscriber {
  answer: ServerResponse;
  topics: readonly Topic[];
  /** Up to where it has been told of its topics. */
  version: number;
  order: { id: OrderId; state: OrderState } | undefined;
  /** How much may wait to be taken before it is cut off. */
  patience: number;
}

/** So much may wait beyond the largest thing it was told: some hundred events. */
const MAY_WAIT_BYTES = 64 * 1024;
/** The kernel takes some 20 µs for each: after half a millisecond whoever wants a page has their turn. */
const SUBSCRIBERS_A_TURN = 20;

/** The id of what it has heard by now, or will have heard at another version. */
export function idOf({ version, order }: Subscriber, at = version): string {
  return writeEventId({ version: at, state: order?.state });
}

/** Cuts off whoever takes nothing: it comes back with the id of the last that it took. */
export function tell(subscriber: Subscriber, pieces: Buffer[]): void {
  const { answer } = subscriber;
  if (answer.destroyed || answer.writableEnded) return;
  const waiting = answer.writableLength;
  if (waiting > subscriber.patience) {
    answer.destroy();
    return;
  }
  const allowed = byteLength(pieces) + MAY_WAIT_BYTES;
  subscriber.patience = waiting === 0 ? allowed : Math.max(subscriber.patience, allowed);
  for (const piece of pieces) answer.write(piece);
}

/** Does something for each, in slices between which everybody else has their turn. */
export async function forEachInTurn(
  subscribers: Iterable<Subscriber>,
  work: (subscriber: Subscriber) => void,
): Promise<void> {
  const all = [...subscribers];
  for (let from = 0; from < all.length; from += SUBSCRIBERS_A_TURN) {
    for (const subscriber of all.slice(from, from + SUBSCRIBERS_A_TURN)) work(subscriber);
    await nextTurn();
  }
}
