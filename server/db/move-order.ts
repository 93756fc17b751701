import type { Kysely } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import { pointsByDay } from '#domain/capacity/capacity.ts';
import { type MovedKind, movedDays } from '#domain/emails/email-kinds.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { CustomerMovedKind } from '#server/emails/customer-news-email.ts';
import type { Move, MoveResult } from '#server/orders/move-order.ts';
import type { MoveEmails, RoomToMove } from '#server/orders/order-ports.ts';
import { actorOf, readEvents, recordEvent } from '#server/orders/trail.ts';
import { book, freeDay, recordOverbooked } from './bookings.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { fullDays, lockDays } from './lock-days.ts';
import { lockBookedOrder } from './order-statements.ts';
import { deleteUntried, isWaiting, planEmails, waiting } from './plan-emails.ts';
import type { Tables } from './tables.ts';

/** Call it in a transaction. */
export async function moveOrder(
  trx: Kysely<Tables>,
  move: Move,
  emails: MoveEmails,
  room: RoomToMove | undefined,
  settings: DatabaseSettings,
): Promise<MoveResult> {
  const { clock } = settings;
  const { orderId, from, to, positions, by } = move;
  const locked = room && (await lockDays(trx, [from, to], room.now));
  const order = await lockBookedOrder(trx, orderId)
    .select('email')
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  if (!order) return 'unknown';

  const all = await trx
    .selectFrom('order_items')
    .select(['position', 'day', 'moves', 'points'])
    .where('order_id', '=', orderId)
    .execute();
  const isMoved = ({ position }: { position: number }) => positions?.includes(position) ?? true;
  const ofDay = all.filter(({ day }) => day === from);
  const items = ofDay.filter(isMoved);
  const staying = ofDay.filter((item) => !isMoved(item));
  if (items.length === 0) return (await wasLastMove(trx, move)) ? 'unchanged' : 'conflict';
  if (from === to) return 'unchanged';
  if (typeof by !== 'string') {
    const before = await movesOf(trx, orderId);
    if (before.all !== by.moves) return 'conflict';
    if (before.customers >= by.most) return 'too-often';
  }

  const ticked = await tickedDay(trx, move);
  if (ticked) return ticked;

  const points = pointsByDay(items.map((item) => ({ day: to, points: item.points ?? 0 })));
  const [full] = locked ? fullDays(locked, points) : [];
  if (full && !room?.evenIfFull) return full;

  // The number tells the e-mails of the moves apart, also if their items come together on one day.
  const moves = 1 + Math.max(...all.map((item) => item.moves));
  await trx
    .updateTable('order_items')
    .set(({ fn, ref }) => ({ day: to, first_day: fn.coalesce('first_day', ref('day')), moves }))
    .where('order_id', '=', orderId)
    .where(
      'position',
      'in',
      items.map(({ position }) => position),
    )
    .execute();
  await trx
    .deleteFrom('collections')
    .where('order_id', '=', orderId)
    .where('day', '=', from)
    .execute();
  const facts = { from, to, positions };
  await recordEvent(trx, [orderId], { kind: 'moved', ...actorOf(by), facts });

  await freeDay(trx, orderId, from, staying);
  if (locked) {
    const overbooked = await book(trx, orderId, points, locked, { until: null });
    const person = typeof by === 'string' ? by : undefined;
    await recordOverbooked(trx, orderId, overbooked, settings, person);
  } else {
    // The shop has no limits now: `Capacity.repairBookings` books the whole day when it has.
    await freeDay(trx, orderId, to, []);
  }

  if (typeof by !== 'string') {
    const kind: CustomerMovedKind = `customer-moved ${from} ${to} ${moves}`;
    await planEmails(trx, orderId, [{ kind }], settings);
  }
  const known = await takeBackEmails(trx, orderId, from, items);
  if (staying.length === 0) await takeBackReminder(trx, orderId, from);
  if (order.email === '') return 'moved';
  const told = new Set(items.flatMap((item) => known.get(item.moves) ?? [from]));
  // Moved back before the customer was told.
  told.delete(to);
  const kinds = [...told].map((day): MovedKind => `moved ${day} ${to} ${moves}`);
  const notBefore = clock(emails.tellAfterSeconds);
  const planned = kinds.map((kind) => ({ kind, notBefore }));
  await planEmails(trx, orderId, planned, settings);
  if (emails.remindAt === undefined) return 'moved';
  const reminder = { ...waiting(settings), not_before: emails.remindAt };
  await trx
    .insertInto('emails')
    .values({ order_id: orderId, kind: `reminder ${to}`, recipient: 'customer', ...reminder })
    .onConflict((there) =>
      there
        .columns(['order_id', 'kind'])
        .doUpdateSet(reminder)
        // Once is enough.
        .where('emails.sent_at', 'is', null),
    )
    .execute();
  return 'moved';
}

/** How often an order was moved, and how often by the customer. */
async function movesOf(trx: Kysely<Tables>, orderId: OrderId) {
  const moves = await trx
    .selectFrom('order_events')
    .select('actor')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'moved')
    .execute();
  return {
    all: moves.length,
    customers: moves.filter(({ actor }) => actor === 'customer').length,
  };
}

/** Whether the order's last move was the same: a form that was sent twice. */
async function wasLastMove(trx: Kysely<Tables>, { orderId, from, to }: Move): Promise<boolean> {
  const events = (await readEvents(trx, [orderId], ['moved'])).get(orderId);
  const event = events?.at(-1);
  return event?.kind === 'moved' && event.facts.from === from && event.facts.to === to;
}

/** A cake that is ready or gone stays where it is. One that was not collected may be made again. */
async function tickedDay(
  trx: Kysely<Tables>,
  { orderId, from, to }: Move,
): Promise<MoveResult | undefined> {
  const ticked = await trx
    .selectFrom('collections')
    .select(['day', 'made'])
    .where('order_id', '=', orderId)
    .where(({ eb, or, and }) =>
      or([
        and([eb('day', '=', from), eb('made', 'in', ['ready', 'collected'])]),
        and([eb('day', '=', to), eb('made', '!=', 'to-make')]),
      ]),
    )
    .executeTakeFirst();
  return ticked && { day: Day.parse(ticked.day), made: ticked.made };
}

/**
 * Deletes the e-mails that would have told the customer that the items are collected on a day.
 * @returns the days that the customer knows instead, by the number of the move.
 */
async function takeBackEmails(
  trx: Kysely<Tables>,
  orderId: OrderId,
  day: Day,
  items: { moves: number }[],
): Promise<Map<number, Day[]>> {
  const taken = await deleteUntried(trx, orderId)
    .where(isWaiting)
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

async function takeBackReminder(trx: Kysely<Tables>, orderId: OrderId, day: Day): Promise<void> {
  await trx
    .deleteFrom('emails')
    .where('order_id', '=', orderId)
    .where('kind', '=', `reminder ${day}`)
    .where(isWaiting)
    .execute();
}
