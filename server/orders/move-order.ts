import type { Made } from '#domain/book/collection.ts';
import { leadDaysForAll, rulesForAll } from '#domain/calendar/cake-rules.ts';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { whyOutOfReach } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { DayRules } from '#domain/calendar/rules.ts';
import type { FullDay } from '#domain/capacity/capacity.ts';
import { reminderTime } from '#domain/emails/email-kinds.ts';
import type { OrderId, OrderItem } from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import type { Ports } from '#server/ports.ts';

export interface Move {
  orderId: OrderId;
  from: Day;
  to: Day;
  /** The items of `from` that are moved; all by default. */
  positions?: number[] | undefined;
  /** The person's id, or the customer with what their page showed. */
  by: string | CustomerMove;
}

interface CustomerMove {
  /** How often the order had been moved when the page was shown: a replayed form changes nothing. */
  moves: number;
  /** How often the customer may move the order. */
  most: number;
}

/**
 * What the database makes of a move. `unchanged`: the same move has been made before. `conflict`: nothing
 * of the order is collected on `from` any more, or it was moved since the customer's page was shown. `made`:
 * staff have ticked off one of the two days. `left`: the new day has no more room than that.
 */
export type MoveResult =
  | 'moved'
  | 'unchanged'
  | 'conflict'
  | 'too-often'
  | 'unknown'
  | { day: Day; made: Made }
  | FullDay;

export type MoveOrderResult =
  | { ok: true; isChanged: boolean }
  | { ok: false; reason: 'unknown' | 'conflict' | 'too-often' | 'past' | 'too-far' }
  | { ok: false; reason: 'made'; day: Day; made: Made }
  | { ok: false; reason: 'full'; day: Day; left: number }
  /** `why` is what visitors read. */
  | { ok: false; reason: 'closed'; why: string };

type NeededPorts = Pick<Ports, 'orders' | 'catalogue' | 'calendar' | 'clock' | 'log'>;

/**
 * Moves what one customer collects on a day to another day. The customer gets an e-mail, unless it is
 * moved back in time. Idempotent.
 * @param evenIfClosed the person has seen why customers cannot choose the day, and what is booked for it.
 */
export async function moveOrder(
  ports: NeededPorts,
  move: Move,
  evenIfClosed = false,
): Promise<MoveOrderResult> {
  const today = londonDay(ports.clock.now());
  const outOfReach = whyOutOfReach(move.to, today);
  if (outOfReach) return { ok: false, reason: outOfReach };
  const [order] = evenIfClosed ? [] : await ports.orders.findAll([move.orderId]);
  const items = order?.items.filter(({ day }) => day === move.from) ?? [];
  const { rules } = await rulesForItems(ports, items);
  const closed = evenIfClosed ? undefined : whyClosed(move.to, today, rules);
  if (closed)
    return { ok: false, reason: 'closed', why: reasonText(closed, move.to, today, rules) };
  return applyMove(ports, move, evenIfClosed);
}

/** The calendar's rules, with those of the items' cakes as they are now, hidden ones included. */
export async function rulesForItems(
  { catalogue, calendar, clock }: Pick<Ports, 'catalogue' | 'calendar' | 'clock'>,
  items: Pick<OrderItem, 'cakeId'>[],
): Promise<{ rules: DayRules; leadDays: number }> {
  const ids = [...new Set(items.map(({ cakeId }) => cakeId))];
  const [general, ...entries] = await Promise.all([
    calendar.rules(),
    ...ids.map((id) => catalogue.entry(id)),
  ]);
  const cakes = entries.flatMap((entry) => entry?.cake ?? []);
  return {
    rules: rulesForAll(cakes, general, londonDay(clock.now())),
    leadDays: leadDaysForAll(cakes, general),
  };
}

/** Takes moves back. @param moves oldest first. @returns those that cannot be taken back. */
export async function undoMoves<Undone extends Omit<Move, 'by'>>(
  ports: Parameters<typeof undoMove>[0],
  moves: Undone[],
  by: string,
): Promise<Undone[]> {
  const stayed: Undone[] = [];
  // The last first: a later move may have taken the items of an earlier one.
  for (const move of moves.toReversed()) {
    if (!(await undoMove(ports, { ...move, by })).ok) stayed.unshift(move);
  }
  return stayed;
}

/**
 * Moves the items that a move took back, also to a day that has passed or is closed, unless they have been moved
 * elsewhere since. Idempotent.
 */
export async function undoMove(
  ports: NeededPorts & Pick<Ports, 'book'>,
  { orderId, from, to, by }: Move & { by: string },
): Promise<MoveOrderResult> {
  const booked = await ports.book.order({ id: orderId });
  if (!booked?.order) return { ok: false, reason: 'unknown' };
  const moves = booked.trail.flatMap((event) => (event.kind === 'moved' ? [event.facts] : []));
  const taken = movedPositions(booked.order.items, moves);
  const last = moves.findLastIndex((move) => move.from === from && move.to === to);
  const positions = taken[last];
  if (!positions) return { ok: false, reason: 'conflict' };
  const { items } = booked.order;
  if (positions.every((position) => items[position]?.day === from))
    return { ok: true, isChanged: false };
  const later = taken.slice(last + 1).flat();
  if (positions.some((position) => later.includes(position)))
    return { ok: false, reason: 'conflict' };
  return applyMove(ports, { orderId, from: to, to: from, positions, by }, true);
}

/** The positions of the items that each of an order's moves took. */
function movedPositions(
  items: OrderItem[],
  moves: Pick<Move, 'from' | 'to' | 'positions'>[],
): number[][] {
  const days = items.map(({ day, moved }) => moved?.firstDay ?? day);
  return moves.map(({ from, to, positions }) => {
    const taken = positions ?? [...days.keys()].filter((position) => days[position] === from);
    for (const position of taken) days[position] = to;
    return taken;
  });
}

async function applyMove(
  { orders, calendar, clock, log }: NeededPorts,
  move: Move,
  evenIfFull: boolean,
): Promise<MoveOrderResult> {
  const now = clock.now();
  const reminder = reminderTime(move.to);
  const { capacity } = await calendar.rules();
  const result = await orders.move(
    move,
    { tellAfterSeconds: UNDO_SECONDS, remindAt: reminder > now ? reminder : undefined },
    capacity && { now, evenIfFull },
  );
  const { orderId, from, to } = move;
  if (result === 'moved') log.info({ orderId, from, to }, 'order moved');
  if (result === 'moved' || result === 'unchanged')
    return { ok: true, isChanged: result === 'moved' };
  if (typeof result === 'object' && 'left' in result)
    return { ok: false, reason: 'full', ...result };
  if (typeof result === 'object') return { ok: false, reason: 'made', ...result };
  return { ok: false, reason: result };
}
