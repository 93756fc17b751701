import type { Day } from '#domain/calendar/day.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import { itemAt } from '#domain/orders/positions.ts';
import type { CustomerChange, CustomerNews } from './collection.ts';
import type { OrderEvent } from './trail.ts';

export interface ChangedOrder {
  items: Pick<OrderItem, 'position' | 'day' | 'message'>[];
  collector: string;
  /** Oldest first. */
  trail: OrderEvent[];
}

/** @returns undefined if staff have seen all changes, or they cancel each other out. */
export function customerNews(order: ChangedOrder): CustomerNews | undefined {
  const { trail } = order;
  const seen = Math.max(0, ...trail.map((each) => (each.kind === 'seen' ? each.facts.event : 0)));
  const unseen = trail.filter(({ actor, id }) => actor === 'customer' && id > seen);
  const changes = [
    ...dayChanges(order, unseen),
    ...additions(order, unseen),
    ...textChanges(order, unseen),
  ];
  const event = unseen.findLast(({ kind }) => NEWS.includes(kind))?.id;
  return event === undefined || changes.length === 0 ? undefined : { changes, event };
}

const NEWS: OrderEvent['kind'][] = ['moved', 'text-changed', 'added'];

/** Of what the order still has. */
function additions({ items }: ChangedOrder, unseen: OrderEvent[]): CustomerChange[] {
  const facts = unseen.flatMap((event) => (event.kind === 'added' ? [event.facts] : []));
  const left = (positions: number[]) =>
    new Set(positions.filter((position) => itemAt(items, position)));
  const added = left(facts.flatMap(({ positions }) => positions));
  const withOptions = left(facts.flatMap((each) => each.optionsOf));
  const optionsOf = [...withOptions].filter((position) => !added.has(position));
  const positions = [...added, ...optionsOf];
  return positions.length > 0 ? [{ what: 'added', positions, optionsOf }] : [];
}

/** Of what the order still has. */
function dayChanges({ items }: ChangedOrder, unseen: OrderEvent[]): CustomerChange[] {
  const known = new Map<number, Day>();
  for (const { facts } of unseen.filter((event) => event.kind === 'moved')) {
    for (const position of facts.positions) {
      if (!known.has(position)) known.set(position, facts.from);
    }
  }
  const moved = [...known].filter(
    ([position, before]) => (itemAt(items, position)?.day ?? before) !== before,
  );
  return [...Map.groupBy(moved, ([, before]) => before)].map(([before, ofDay]) => ({
    what: 'day',
    before,
    positions: ofDay.map(([position]) => position),
  }));
}

function textChanges(order: ChangedOrder, unseen: OrderEvent[]): CustomerChange[] {
  const changed = unseen.filter((event) => event.kind === 'text-changed');
  return [...Map.groupBy(changed, ({ facts }) => facts.position)].flatMap(
    ([position, [first]]): CustomerChange[] => {
      if (!first?.texts) return [];
      const { before } = first.texts;
      if (position === undefined) {
        return before === order.collector ? [] : [{ what: 'collector', before, positions: [] }];
      }
      return before === (itemAt(order.items, position)?.message ?? before)
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
