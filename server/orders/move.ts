import type { Kysely } from 'kysely';
import { type Fulfilment, isFinished } from '#domain/book/collection.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import { leadDaysForAll, rulesForAll } from '#domain/calendar/cake-rules.ts';
import { rulesAt, whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { whyOutOfReach } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CollectionTime, DayRules } from '#domain/calendar/rules.ts';
import { timeOf, timesOn } from '#domain/calendar/times.ts';
import { openTimes, unitsByDay } from '#domain/capacity/capacity.ts';
import type { Instant } from '#domain/clock.ts';
import { movedDays, reminderTime } from '#domain/emails/email-kinds.ts';
import type { OrderId, OrderItem } from '#domain/orders/order.ts';
import { itemAt } from '#domain/orders/positions.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { deleteUntried, isQueued, planEmails } from '#server/emails/queue.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { step } from '#server/step.ts';
import { dayLoads, findFull, lockDays, recordOverbooked } from './days.ts';
import { lockUncancelledOrder } from './lock-order.ts';
import { readFulfilments } from './ready.ts';
import { readOrder, readOrders } from './rows.ts';
import { actorOf, eventsOf, eventsSince, recordEvent } from './trail.ts';

export interface Move {
  orderId: OrderId;
  from: Day;
  to: Day;
  /** The items of `from` that are moved; all by default. */
  positions?: number[];
  /**
   * The collection time on `to`; by default that of `from`. If the order has another for that day already, that one
   * counts: it is collected at once.
   */
  time?: CollectionTime | undefined;
  /** What it takes back had moved what nobody had come for. */
  wasMissed?: true | undefined;
  /** Of the order as the customer's page showed it: a replayed form changes nothing. */
  version?: number;
  /** The person's id; undefined: the customer. */
  by: string | undefined;
}

/**
 * `conflict`: nothing of the order is collected on `from` any more, or it was moved since the customer's page was
 * shown. `ticked-off`: staff have ticked off one of the two days. `left`: the new day has no more room than that.
 * `time`: the collection time is not one of the new day's, is full, or is missing; `offered` has room.
 */
export type MoveOrderResult =
  | { ok: true; isChanged: boolean }
  | { ok: false; reason: 'unknown' | 'conflict' | 'past' | 'too-far' }
  | { ok: false; reason: 'ticked-off'; day: Day; fulfilment: Fulfilment }
  | { ok: false; reason: 'full'; day: Day; left: number }
  | { ok: false; reason: 'time'; isFull: boolean; offered: CollectionTime[] }
  /** `why` is what visitors read. */
  | { ok: false; reason: 'closed'; why: string };

/**
 * Moves what one customer collects on a day to another day, or to another collection time of the same. The customer gets
 * an e-mail, unless it is moved back in time. Idempotent.
 * @param evenIfClosed the person has seen why customers cannot choose the day, and what is booked for it.
 */
export async function moveOrder(
  shop: Shop,
  move: Move,
  evenIfClosed = false,
): Promise<MoveOrderResult> {
  if (evenIfClosed) return outOfReach(shop, move.to) ?? applyMove(shop, move, true);
  const [order] = await readOrders(shop.db, [move.orderId]);
  const items = order?.items.filter(({ day }) => day === move.from) ?? [];
  const obstacle = await whyNotTo(shop, items, move.to);
  if (obstacle) return obstacle;
  if (!order || items.length === 0) return applyMove(shop, move, false);
  const { rules } = await rulesForItems(shop, items);
  const windows = timesOn(move.to, rules);
  const time = move.time ?? timeOf(items, move.from);
  const joins = move.from !== move.to && timeOf(order.items, move.to) !== undefined;
  const isOffered = windows.some((window) => window.time === time);
  const loads = windows.length > 0 ? await dayLoads(shop, move.to, move.to) : new Map();
  const offered = openTimes(move.to, rules, loads);
  if (windows.length > 0 && !isOffered && !joins)
    return { ok: false, reason: 'time', isFull: false, offered };
  // A day without times has none to keep.
  const moved = await applyMove(shop, { ...move, time: isOffered ? time : undefined }, false);
  return moved.ok || moved.reason !== 'time' ? moved : { ...moved, offered };
}

type NotMoved = Exclude<MoveOrderResult, { ok: true }>;
type Items = Pick<OrderItem, 'cakeId'>[];

/** Why the items cannot be moved to the day, as far as it follows from the calendar and the cakes. */
export async function whyNotTo(shop: Shop, items: Items, to: Day): Promise<NotMoved | undefined> {
  const rejection = outOfReach(shop, to);
  if (rejection) return rejection;
  const today = todayAt(shop);
  const { rules } = await rulesForItems(shop, items);
  const closed = whyClosed(to, today, rules);
  return closed && { ok: false, reason: 'closed', why: reasonText(closed, to, today, rules) };
}

function outOfReach(shop: Shop, to: Day): NotMoved | undefined {
  const reason = whyOutOfReach(to, todayAt(shop));
  return reason && { ok: false, reason };
}

/** The calendar's rules, with those of the items' cakes as they are now, hidden ones included. */
export async function rulesForItems(
  { content, clock }: Shop,
  items: Items,
): Promise<{ rules: DayRules; leadDays: number }> {
  const ids = [...new Set(items.flatMap(({ cakeId }) => cakeId ?? []))];
  const [general, { catalogue }] = await Promise.all([calendarRules({ content }), content()]);
  const cakes = ids.flatMap((id) => catalogue.entry(id)?.cake ?? []);
  const now = clock.now();
  return {
    rules: rulesForAll(cakes, rulesAt(now, general), londonDay(now)),
    leadDays: leadDaysForAll(cakes, general),
  };
}

/**
 * Moves the items that a move took back, also to a day that has passed or is closed, unless they have been moved
 * elsewhere since. Idempotent.
 * @param event of the move.
 */
export async function undoMove(
  shop: Shop,
  { orderId, event, by }: { orderId: OrderId; event: MoveEvent; by: string },
): Promise<MoveOrderResult> {
  const order = await readOrder(shop.db, orderId);
  if (!order) return rejected('unknown');
  const { items } = order;
  const { from, to, time: times, wasMissed } = event.facts;
  // What was taken off since stays away.
  const positions = event.facts.positions.filter((each) => itemAt(items, each));
  if (positions.length === 0) return rejected('conflict');
  // Without one it was the same on both days.
  const time = times ? times.was : timeOf(items, to);
  const isBack = (position: number) =>
    itemAt(items, position)?.day === from &&
    (from !== to || itemAt(items, position)?.time === time);
  if (positions.every(isBack)) return UNCHANGED;
  const later = await eventsSince(shop.db, orderId, event.id, ['moved']);
  if (later.some(({ facts }) => facts.positions.some((each) => positions.includes(each))))
    return rejected('conflict');
  return applyMove(shop, { orderId, from: to, to: from, positions, time, wasMissed, by }, true);
}

type MoveEvent = Pick<Extract<OrderEvent, { kind: 'moved' }>, 'id' | 'facts'>;

const MOVED = { ok: true, isChanged: true } as const;
const UNCHANGED = { ok: true, isChanged: false } as const;

function rejected(reason: 'unknown' | 'conflict'): NotMoved {
  return { ok: false, reason };
}

async function applyMove(shop: Shop, move: Move, evenIfFull: boolean): Promise<MoveOrderResult> {
  const { orderId, from, to } = move;
  const result = await shop.db
    .transaction()
    .execute((trx) => writeMove(trx, shop, move, evenIfFull));
  step('orders.move end', orderId);
  if (result.ok && result.isChanged) shop.log.info({ orderId, from, to }, 'order moved');
  return result;
}

/** Moves the items, which are to be made again, and plans the e-mails about it. */
async function writeMove(
  trx: Kysely<Tables>,
  { clock }: Shop,
  { orderId, from, to, positions: wanted, time: chosen, wasMissed, version, by }: Move,
  evenIfFull: boolean,
): Promise<MoveOrderResult> {
  const now = clock.now();
  const locked = await lockDays(trx, now);
  if (!(await lockUncancelledOrder(trx, orderId))) return rejected('unknown');

  const all = await readItems(trx, orderId);
  const ofDay = all.filter(({ day }) => day === from);
  const items = ofDay.filter(({ position }) => wanted?.includes(position) ?? true);
  const positions = items.map(({ position }) => position);
  const earlier = await eventsOf(trx, orderId, ['moved']);
  const last = earlier.at(-1)?.facts;
  // A form that was sent twice.
  if (items.length === 0)
    return last?.from === from && last.to === to ? UNCHANGED : rejected('conflict');
  const timeOn = (day: Day) => all.find((item) => item.day === day)?.time ?? undefined;
  const was = timeOn(from);
  const time = from === to ? chosen : (timeOn(to) ?? chosen);
  if (from === to && time === was) return UNCHANGED;
  if (version !== undefined && earlier.some(({ id }) => id > version)) return rejected('conflict');
  const fulfilments = await readFulfilments(trx, orderId);
  const [ofFrom = 'to-make', ofTo = 'to-make'] = [from, to].map((day) => fulfilments.get(day));
  // A cake that is ready or gone stays where it is. One that was not collected may be made again.
  if (isFinished(ofFrom)) return { ok: false, reason: 'ticked-off', day: from, fulfilment: ofFrom };
  if (ofTo !== 'to-make' && !(wasMissed && ofTo === 'missed'))
    return { ok: false, reason: 'ticked-off', day: to, fulfilment: ofTo };
  const moved = items.map((item) => ({ day: to, units: item.units, time }));
  // Another time of the same day takes no more of it, nor does what has no units.
  const more = unitsByDay(from === to ? [] : moved);
  const there = unitsByDay(all).get(to) ?? 0;
  const units = new Map([...more].map(([day, added]) => [day, there + added]));
  const others = { ...locked, except: orderId };
  const full = evenIfFull ? undefined : await findFull(trx, others, units, moved);
  if (full) {
    const [day] = full.days;
    return day
      ? { ok: false, reason: 'full', day: day.day, left: day.left - there }
      : { ok: false, reason: 'time', isFull: true, offered: [] };
  }

  // The number tells the e-mails of the moves apart, also if their items come together on one day.
  const numbers = all.map((item) => item.moves);
  const moves = 1 + Math.max(earlier.length, ...numbers);
  await updateItems(trx, orderId, { positions, to, time, moves });
  const isAll = items.length === ofDay.length;
  // What stays is as far as it was.
  if (from !== to && isAll) {
    await trx
      .deleteFrom('collections')
      .where('order_id', '=', orderId)
      .where('day', '=', from)
      .execute();
  }
  if (wasMissed) {
    await trx
      .insertInto('collections')
      .values({
        ...{ order_id: orderId, day: to, fulfilment: 'missed', at: dbTime(trx) },
        person_id: by ?? null,
      })
      .onConflict((known) => known.doNothing())
      .execute();
  }
  const facts = {
    ...{ from, to, positions },
    ...(time !== was && { time: { was, is: time } }),
    ...(ofFrom === 'missed' && { wasMissed: true as const }),
  };
  await recordEvent(trx, [orderId], { kind: 'moved', ...actorOf(by), facts });
  await recordOverbooked(trx, locked, orderId, moved, by);

  if (by === undefined) {
    await planEmails(trx, orderId, [{ kind: `customer-moved ${from} ${to} ${moves}` }]);
  }
  if (isAll) {
    await removeReminder(trx, orderId, from).where(isQueued).execute();
  }
  const known = await takeBackEmails(trx, orderId, from, items);
  // `from`, unless the customer was not yet notified of the move that brought the item there.
  const days = new Set(items.flatMap((item) => known.get(item.moves) ?? [from]));
  // Another time of the same day, unless it is changed back before the customer was notified.
  const isRetimed = from === to && !(known.size > 0 && last?.time?.was === time);
  await planMoveEmails(trx, orderId, { days, to, isRetimed, moves, now });
  return MOVED;
}

async function readItems(trx: Kysely<Tables>, orderId: OrderId) {
  const rows = await trx
    .selectFrom('order_items')
    .select(['position', 'day', 'moves', 'units', 'time'])
    .where('order_id', '=', orderId)
    .execute();
  return rows.map(({ day, ...row }) => ({ ...row, day: Day.parse(day) }));
}

interface NewDay {
  positions: number[];
  to: Day;
  time: CollectionTime | undefined;
  /** The number of the move. */
  moves: number;
}

async function updateItems(
  trx: Kysely<Tables>,
  orderId: OrderId,
  { positions, to, time, moves }: NewDay,
): Promise<void> {
  await trx
    .updateTable('order_items')
    .set(({ fn, ref }) => ({
      day: to,
      time: time ?? null,
      first_day: fn.coalesce('first_day', ref('day')),
      moves,
    }))
    .where('order_id', '=', orderId)
    .where('position', 'in', positions)
    .execute();
}

interface MovedFor {
  /** The days that the customer knows. */
  days: Set<Day>;
  to: Day;
  isRetimed: boolean;
  /** The number of the move. */
  moves: number;
  now: Instant;
}

/** Plans an e-mail for each day that the customer knows, unless it is the new one, and the reminder of the new day. */
async function planMoveEmails(
  trx: Kysely<Tables>,
  orderId: OrderId,
  { days, to, isRetimed, moves, now }: MovedFor,
): Promise<void> {
  const emails = [...days]
    // Moved back before the customer was notified.
    .filter((day) => day !== to || isRetimed)
    .map((day) => ({ kind: `moved ${day} ${to} ${moves}` as const, isUndoable: true }));
  await planEmails(trx, orderId, emails);
  const remindAt = reminderTime(to);
  if (remindAt <= now) return;
  // One that was dropped is planned again; one that was sent is enough.
  await removeReminder(trx, orderId, to).execute();
  await planEmails(trx, orderId, [{ kind: `reminder ${to}`, notBefore: remindAt }]);
}

/** The statement that removes the reminder of a day, unless it was sent. */
function removeReminder(trx: Kysely<Tables>, orderId: OrderId, day: Day) {
  return trx
    .deleteFrom('emails')
    .where('about', '=', orderId)
    .where('kind', '=', `reminder ${day}`)
    .where('sent_at', 'is', null);
}

/**
 * Deletes the e-mails that would have notified the customer that the items are collected on a day.
 * @returns the days that the customer knows instead, by the number of the move.
 */
async function takeBackEmails(
  trx: Kysely<Tables>,
  orderId: OrderId,
  day: Day,
  items: { moves: number }[],
): Promise<Map<number, Day[]>> {
  const taken = await deleteUntried(trx, orderId)
    .where(isQueued)
    .where(({ eb, or }) =>
      or(items.map(({ moves }) => eb('kind', 'like', `moved % ${day} ${moves}`))),
    )
    .returning('kind')
    .execute();
  const known = Map.groupBy(
    taken.flatMap(({ kind }) => movedDays(kind) ?? []),
    ({ move }) => move,
  );
  return new Map([...known].map(([move, days]) => [move, days.map(({ from }) => from)]));
}
