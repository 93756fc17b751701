import type { Day } from '#domain/calendar/day.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import type { CustomerChange, CustomerNews } from './collection.ts';
import type { OrderEvent } from './trail.ts';

/** A change of a message or of who collects. */
export interface RecordedTextChange {
  /** Of the event in the trail. */
  number: number;
  /** Undefined: who collects. */
  position: number | undefined;
  before: string;
  after: string;
}

export interface ChangedOrder {
  items: Pick<OrderItem, 'day' | 'message' | 'moved'>[];
  collector: string;
  /** Oldest first. */
  trail: OrderEvent[];
  /** Oldest first. */
  textChanges: RecordedTextChange[];
}

/** @returns undefined if staff have seen all changes, or they cancel each other out. */
export function customerNews(order: ChangedOrder): CustomerNews | undefined {
  const { trail } = order;
  const seen = Math.max(0, ...trail.map((each) => (each.kind === 'seen' ? each.facts.event : 0)));
  const unseen = trail.filter(({ actor, id }) => actor === 'customer' && id > seen);
  const changes = [
    ...dayChanges(order, unseen),
    ...additions(unseen),
    ...textChanges(order, unseen),
  ];
  const event = unseen.findLast(({ kind }) => NEWS.includes(kind))?.id;
  return event === undefined || changes.length === 0 ? undefined : { changes, event };
}

const NEWS: OrderEvent['kind'][] = ['moved', 'text-changed', 'added'];

function additions(unseen: OrderEvent[]): CustomerChange[] {
  const facts = unseen.flatMap((event) => (event.kind === 'added' ? [event.facts] : []));
  const added = new Set(facts.flatMap(({ positions }) => positions));
  const withOptions = new Set(facts.flatMap((each) => each.optionsOf));
  const optionsOf = [...withOptions].filter((position) => !added.has(position));
  const positions = [...added, ...optionsOf];
  return positions.length > 0 ? [{ what: 'added', positions, optionsOf }] : [];
}

function dayChanges({ items, trail }: ChangedOrder, unseen: OrderEvent[]): CustomerChange[] {
  const days = items.map(({ day, moved }) => moved?.firstDay ?? day);
  const known = new Map<number, Day>();
  for (const event of trail) {
    if (event.kind !== 'moved') continue;
    const { from, to, positions } = event.facts;
    for (const [position, day] of days.entries()) {
      if (!(positions?.includes(position) ?? day === from)) continue;
      if (unseen.includes(event) && !known.has(position)) known.set(position, day);
      days[position] = to;
    }
  }
  const moved = [...known].filter(([position, before]) => items[position]?.day !== before);
  return [...Map.groupBy(moved, ([, before]) => before)].map(([before, ofDay]) => ({
    what: 'day',
    before,
    positions: ofDay.map(([position]) => position),
  }));
}

function textChanges(order: ChangedOrder, unseen: OrderEvent[]): CustomerChange[] {
  const numbers = unseen.flatMap((event) =>
    event.kind === 'text-changed' ? [event.facts.number] : [],
  );
  const changed = order.textChanges.filter(({ number }) => numbers.includes(number));
  return [...Map.groupBy(changed, ({ position }) => position)].flatMap(
    ([position, [first]]): CustomerChange[] => {
      if (!first) return [];
      const { before } = first;
      if (position === undefined) {
        return before === order.collector ? [] : [{ what: 'collector', before, positions: [] }];
      }
      return before === order.items[position]?.message
        ? []
        : [{ what: 'message', before, positions: [position] }];
    },
  );
}

/** Whether the customer has asked to cancel the order, and what became of it. */
export function cancelRequest(trail: OrderEvent[]): 'no' | 'requested' | 'declined' {
  const last = trail.findLast(({ kind }) => kind.startsWith('cancel-'));
  if (!last) return 'no';
  return last.kind === 'cancel-declined' ? 'declined' : 'requested';
}
