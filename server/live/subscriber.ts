import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Topic } from './catalogue-snapshot.ts';

/** All that is stored for a listener besides Node's response: there may be thousands. */
export interface Subscriber {
  response: ServerResponse;
  topics: readonly Topic[];
  maxBufferedBytes: number;
}

/** Some hundred events, beyond the largest message that is still buffered. */
const BUFFERED_EVENTS_BYTES = 64 * 1024;
/** A write takes the kernel some 20 µs: page requests get a turn after half a millisecond. */
const SUBSCRIBERS_PER_TURN = 20;

/** Disconnects a client that does not read: it comes back with the id of the last event it received. */
export function send(subscriber: Subscriber, chunks: Buffer[]): void {
  const { response } = subscriber;
  if (response.destroyed || response.writableEnded) return;
  const buffered = response.writableLength;
  if (buffered > subscriber.maxBufferedBytes) {
    response.destroy();
    return;
  }
  const max = BUFFERED_EVENTS_BYTES + chunks.reduce((sum, { length }) => sum + length, 0);
  subscriber.maxBufferedBytes = buffered === 0 ? max : Math.max(subscriber.maxBufferedBytes, max);
  for (const chunk of chunks) response.write(chunk);
}

export async function forEachInTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  const all = [...items];
  for (let from = 0; from < all.length; from += SUBSCRIBERS_PER_TURN) {
    for (const item of all.slice(from, from + SUBSCRIBERS_PER_TURN)) work(item);
    await nextTurn();
  }
}
