import type { PublicOrder } from '#domain/orders/order.ts';
import { type Edition, newsOf } from './edition.ts';
import { type EventId, writeEventId } from './event-id.ts';
import { type EventPieces, eventPieces, message, orderEvent } from './events.ts';
import { type Subscriber, tell } from './subscriber.ts';
import type { Topic } from './topics.ts';

interface Catching {
  newest(): Edition;
  since: EventId | undefined;
  order: PublicOrder | undefined;
  join(): void;
}

/**
 * Tells somebody new what they have not heard, and has them join the others so that nothing is missed.
 * What is told is right up to the edition with which it was begun. If that is still the newest at the
 * end, all that comes later will be told to everybody who has joined by then: so they join in the very
 * step that has looked, before anything else can run. If it is not, the little that has come meanwhile
 * is told in the same way.
 * @param since what they have heard; without it they are told everything.
 */
export async function catchUp(
  subscriber: Subscriber,
  { newest, since, order, join }: Catching,
): Promise<void> {
  let heard = since;
  let edition: Edition;
  do {
    edition = newest();
    const now = { version: edition.version, state: order?.state };
    const events = heard
      ? await missed(edition, subscriber.topics, heard, order)
      : [await everything(edition, subscriber.topics, order)];
    if (events.length > 0) {
      tell(subscriber, message(events, heard ? writeEventId(heard) : '', writeEventId(now)));
    }
    heard = now;
  } while (edition !== newest());
  subscriber.version = edition.version;
  join();
}

/** One event for each topic, and one for the order. */
async function missed(
  edition: Edition,
  topics: readonly Topic[],
  heard: EventId,
  order: PublicOrder | undefined,
): Promise<EventPieces[]> {
  const events: EventPieces[] = [];
  // Another server may have told them more than this one knows. They join it as it is, and hear of
  // what came in between a second time.
  if (heard.version < edition.version) {
    const news = await edition.since(heard.version);
    events.push(...newsOf(topics, news));
  }
  if (order && order.state !== heard.state) events.push(orderEvent(order));
  return events;
}

/** A single event at `/`: the topics as they are kept for all, put together. */
async function everything(
  edition: Edition,
  topics: readonly Topic[],
  order: PublicOrder | undefined,
): Promise<EventPieces> {
  const members: [string, Buffer][] = [];
  for (const topic of topics) members.push([topic, await edition.whole(topic)]);
  if (order) members.push(['orders', Buffer.from(JSON.stringify({ [order.id]: order }))]);
  const pieces = members.flatMap(([name, json], at) => [
    Buffer.from(`${at === 0 ? '{' : ','}"${name}":`),
    json,
  ]);
  return eventPieces('put', '/', [...pieces, Buffer.from('}')]);
}
