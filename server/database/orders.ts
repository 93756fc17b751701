import { type Kysely, type QueryCreator, type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { firstEvent, type NewEvent } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { type FullDay, type Hold, pointsByDay } from '#domain/capacity/capacity.ts';
import type { Instant } from '#domain/clock.ts';
import type { RefundKind } from '#domain/emails/email-kinds.ts';
import type { PlannedEmail } from '#domain/emails/email-ports.ts';
import { parseJson } from '#domain/guard.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import {
  fundedStates,
  isReturned,
  type Order,
  type OrderId,
  OrderState,
  publicState,
  Reversal,
} from '#domain/orders/order.ts';
import type { Orders } from '#domain/orders/order-ports.ts';
import { createAgreedOrders } from './agreed-orders.ts';
import { applyTransition } from './apply-transition.ts';
import { cancelOrder, uncancelOrder } from './cancel-order.ts';
import {
  book,
  changeAndFree,
  fullDays,
  type LockedDays,
  lockDays,
  lockDaysOf,
  recordOverbooked,
  secureDays,
  waitForHolds,
} from './capacity.ts';
import { askToCancel, changeText, declineCancel } from './change-text.ts';
import { correctContact } from './correct-contact.ts';
import { emailRows, keepPlanned, planEmails, requeueCustomerEmails } from './customer-emails.ts';
import type { DatabaseClock } from './database-clock.ts';
import { enter, LEDGER_COLUMNS, type LedgerRow, ledgerInsert, ledgerRows } from './ledger.ts';
import { moveOrder } from './move-order.ts';
import { changeOrders, insertEvents, recordEvent } from './order-events.ts';
import { insertOrder, itemRows, orderRow, readOrders, stateOf } from './order-rows.ts';
import { requeueNotification } from './outbox.ts';
import { insertProblem } from './problems.ts';
import { createRetention } from './retention.ts';
import type { Tables } from './tables.ts';

interface OrdersSettings {
  clock: DatabaseClock;
  /** PostgreSQL locks rows and writes in common table expressions, which saves round trips. */
  isPostgres: boolean;
}

export function createOrders(db: Kysely<Tables>, settings: OrdersSettings): Orders {
  const { clock, isPostgres } = settings;
  return {
    find: (id) => readOne(db, 'id', id),

    findByCheckout: (checkoutId) => readOne(db, 'checkout_id', checkoutId),

    async knownCheckouts(checkoutIds) {
      if (checkoutIds.length === 0) return [];
      const rows = await db
        .selectFrom('orders')
        .select('checkout_id')
        .where('checkout_id', 'in', checkoutIds)
        .execute();
      return rows.flatMap(({ checkout_id }) => checkout_id ?? []);
    },

    async states(ids) {
      // PostgreSQL rejects an empty list.
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'state', 'agreed_at'])
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map((row) => [row.id, publicState(OrderState.parse(stateOf(row)))]));
    },

    async add(order, replaces, hold) {
      if (replaces === undefined && hold === undefined && isPostgres) {
        return (await insertOrder(db, order, firstEvent(order, replaces), clock))
          ? 'added'
          : ((await conflictOf(db, order)) ?? 'number-taken');
      }
      return db.transaction().execute(async (trx) => {
        const room = hold && (await lockRoom(trx, order, hold, settings));
        if (room && 'rejected' in room) {
          // A repeated request has its room already.
          return (await conflictOf(trx, order)) ?? room.rejected;
        }
        // First of the orders, so that attempts that replace the same order wait for one another here.
        if (replaces !== undefined && !(await replace(trx, replaces, order.id, settings))) {
          return 'replaced';
        }
        return insertBooked(trx, order, firstEvent(order, replaces), { hold, room }, settings);
      });
    },

    agree: (order, { by, emails, hold }) =>
      db.transaction().execute(async (trx) => {
        const room = hold && (await lockRoom(trx, order, hold, settings));
        if (room && 'rejected' in room) return (await conflictOf(trx, order)) ?? room.rejected;
        const facts = { total: order.total };
        const event: NewEvent = { kind: 'agreed', actor: 'staff', personId: by, facts };
        const result = await insertBooked(trx, order, event, { hold, room }, settings);
        if (result === 'added' && emails.length > 0) await planEmails(trx, order.id, emails);
        return result;
      }),

    async attachCheckout(id, checkoutId, from = ['placed']) {
      const { numUpdatedRows } = await db
        .updateTable('orders')
        .set({ checkout_id: checkoutId })
        .where('id', '=', id)
        .where('state', 'in', from)
        .where((row) =>
          row.or([row('checkout_id', 'is', null), row('checkout_id', '=', checkoutId)]),
        )
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    findAll: async (ids) => (await readOrders(db, 'id', ids)).orders,

    async latest(limit) {
      const rows = await db
        .selectFrom('orders')
        .select('id')
        .orderBy('placed_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async matching(text) {
      const rows = await db
        .selectFrom('orders')
        .select('id')
        .where(({ eb, or, and }) =>
          or([
            // `g` sorts after every hexadecimal digit in every collation; some sort punctuation before digits.
            and([eb('id', '>=', text), eb('id', '<', `${text}g`)]),
            eb('number', '=', text.toUpperCase()),
          ]),
        )
        .limit(2)
        .execute();
      return rows.map(({ id }) => id);
    },

    fund: (id, emails = [], charge, now, problem) => {
      const facts = charge ? { checkout: charge.id, amount: charge.amount } : {};
      const event: NewEvent = { kind: 'funded', actor: 'stripe', facts };
      const fund = isPostgres ? fundInCtes : fundInSteps;
      const funding = { emails, charge, event };
      if (now === undefined && !problem) return fund(db, id, funding, clock);
      return db.transaction().execute(async (trx) => {
        const days = now === undefined ? undefined : await lockDaysOf(trx, id, now, settings);
        if (!(await fund(trx, id, funding, clock))) return false;
        if (days) await secureDays(trx, id, days, settings);
        if (problem) await insertProblem(trx, problem, problem.at);
        return true;
      });
    },

    correctEmail: (id, { current, corrected }, at) =>
      db.transaction().execute(async (trx) => {
        const [changed] = await changeOrders(
          trx,
          (query) =>
            query
              .updateTable('orders')
              .set({ email: corrected, email_corrected_at: at })
              .where('id', '=', id)
              .where('email', '=', current)
              .where('state', 'in', fundedStates)
              .where('email_corrected_at', 'is', null)
              .where('anonymised_at', 'is', null)
              .returning('id'),
          { kind: 'email-corrected', actor: 'customer', facts: {} },
          settings,
        );
        if (changed === undefined) return false;
        await requeueCustomerEmails(trx, id, 'confirmation');
        await requeueNotification(trx, id, clock);
        return true;
      }),

    correctContact: (correction, emails, at) =>
      db.transaction().execute((trx) => correctContact(trx, correction, emails, at, settings)),

    async expire(id, payment = 'none', checkoutId) {
      const [expired] = await changeAndFree(
        db,
        (query) =>
          applyTransition(query, [id], 'expire', { payment }).$if(
            checkoutId !== undefined,
            (order) => order.where('checkout_id', '=', checkoutId ?? ''),
          ),
        { kind: 'expired', actor: 'stripe', facts: { payment } },
        settings,
      );
      return expired !== undefined;
    },

    async expireUnopened(id, payBy) {
      const [expired] = await changeAndFree(
        db,
        (query) =>
          applyTransition(query, [id], 'expire')
            .where('checkout_id', 'is', null)
            .$if(payBy !== undefined, (order) => order.where('pay_by', '=', payBy ?? '')),
        { kind: 'expired-unopened', actor: 'shop', facts: {} },
        settings,
      );
      return expired !== undefined;
    },

    markProcessing: (id, now) =>
      inTransaction(db, now !== undefined, async (trx) => {
        const days = now === undefined ? undefined : await lockDaysOf(trx, id, now, settings);
        const [changed] = await changeOrders(
          trx,
          (query) =>
            query
              .updateTable('orders')
              .set({ payment: 'processing' })
              .where('id', '=', id)
              .where('state', '=', 'placed')
              .where('payment', '!=', 'processing')
              .returning('id'),
          { kind: 'processing', actor: 'stripe', facts: {} },
          settings,
        );
        if (changed !== undefined && days) await secureDays(trx, id, days, settings);
      }),

    setReversals: (id, reversals, entries, seen) =>
      db.transaction().execute(async (trx) => {
        const json = JSON.stringify(reversals);
        const known = await readReversals(trx, id, settings);
        if (seen && known && JSON.stringify(known) !== JSON.stringify(seen)) return 'stale';
        const [changed] = await changeOrders(
          trx,
          (query) =>
            query
              .updateTable('orders')
              .set({ reversals: json })
              .where('id', '=', id)
              .where('reversals', '!=', json)
              .returning('id'),
          { kind: 'reversed', actor: 'stripe', facts: { reversals } },
          settings,
        );
        if (entries) await enterReversals(trx, id, json, entries);
        if (changed === undefined) return 'unchanged';
        await requeueNotification(trx, id, clock);
        await tellOfRefunds(trx, id, newRefunds(known, reversals));
        return 'changed';
      }),

    async dueForCheck({ now, before, furthest, limit }) {
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'checks'])
        // A literal, because SQLite does not use the partial index for a bound value.
        .where('state', '=', sql.lit('placed'))
        .where((row) => row.or([row('placed_at', '<', before), row('placed_at', '>', now)]))
        .where((row) => row.or([row('check_at', '<', now), row('check_at', '>', furthest)]))
        .orderBy('check_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows;
    },

    async scheduleCheck(id, at, checks) {
      await db
        .updateTable('orders')
        .set({ check_at: at, checks })
        .where('id', '=', id)
        .where('state', '=', 'placed')
        .execute();
    },

    move: (move, emails, room) =>
      db.transaction().execute((trx) => moveOrder(trx, move, emails, room, settings)),

    cancel: (cancellation, tellAfterSeconds) =>
      db.transaction().execute((trx) => cancelOrder(trx, cancellation, tellAfterSeconds, settings)),

    uncancel: (cancellation, now) =>
      db.transaction().execute((trx) => uncancelOrder(trx, cancellation, now, settings)),

    ...createAgreedOrders(db, settings),
    changeText: (change, tellAfterSeconds) =>
      db.transaction().execute((trx) => changeText(trx, change, tellAfterSeconds, settings)),

    askToCancel: (id, requests) =>
      db.transaction().execute((trx) => askToCancel(trx, id, requests, settings)),

    declineCancel: (id, by) =>
      db.transaction().execute((trx) => declineCancel(trx, id, by, settings)),

    ...createRetention(db, settings),
  };
}

/**
 * Marks an order as replaced by another one.
 * @returns false, and writes nothing, when a third one has replaced it.
 */
async function replace(
  trx: Kysely<Tables>,
  replaced: OrderId,
  by: OrderId,
  settings: OrdersSettings,
): Promise<boolean> {
  const [changed] = await changeOrders(
    trx,
    (query) =>
      query
        .updateTable('orders')
        .set({ replaced_by: by })
        .where('id', '=', replaced)
        .where('replaced_by', 'is', null)
        .returning('id'),
    { kind: 'replaced', actor: 'customer', facts: { by } },
    settings,
  );
  if (changed !== undefined) return true;
  const known = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', replaced)
    .where('replaced_by', '=', by)
    .executeTakeFirst();
  return known !== undefined;
}

type Room =
  | { points: Map<Day, number>; locked: LockedDays }
  | { rejected: { full: FullDay[] } | { held: Instant } };

/** Locks the days of an order, and looks whether they have room for it. */
async function lockRoom(
  trx: Kysely<Tables>,
  { items }: Order,
  hold: Hold,
  settings: OrdersSettings,
): Promise<Room> {
  const points = pointsByDay(items);
  const held = await waitForHolds(trx, hold, points, settings);
  if (held) return { rejected: { held } };
  const locked = await lockDays(trx, points.keys(), hold.now, settings);
  const full = hold.evenIfFull ? [] : fullDays(locked, points);
  return full.length > 0 ? { rejected: { full } } : { points, locked };
}

/** Adds an order, and books its days if the shop has limits. */
async function insertBooked(
  trx: Kysely<Tables>,
  order: Order,
  event: NewEvent,
  {
    hold,
    room,
  }: { hold: Hold | undefined; room: Exclude<Room, { rejected: unknown }> | undefined },
  settings: OrdersSettings,
): Promise<'added' | 'taken' | 'number-taken'> {
  const insert = settings.isPostgres ? insertOrder : insertInSteps;
  if (!(await insert(trx, order, event, settings.clock))) {
    return (await conflictOf(trx, order)) ?? 'number-taken';
  }
  if (hold && room) {
    const overbooked = await book(trx, order.id, room.points, room.locked, hold, settings);
    await recordOverbooked(trx, order.id, overbooked, settings, hold.evenIfFull?.by);
  }
  return 'added';
}

/** @returns false, and adds nothing, when the id or the number exists. */
async function insertInSteps(
  trx: Kysely<Tables>,
  order: Order,
  event: NewEvent,
  clock: DatabaseClock,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('orders')
    .values(orderRow(order))
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow();
  if (added !== 1n) return false;
  await trx.insertInto('order_items').values(itemRows(order)).execute();
  await recordEvent(trx, [order.id], event, clock);
  return true;
}

/** Whether an order with this id exists. */
async function conflictOf(db: Kysely<Tables>, { id }: Order): Promise<'taken' | undefined> {
  const taken = await db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst();
  return taken && 'taken';
}

interface Funding {
  emails: PlannedEmail[];
  charge: LedgerEntry | undefined;
  event: NewEvent;
}

/** An order that is funded without its charge is left for `estimateMissing`. */
function funded(query: QueryCreator<Tables>, id: OrderId, { charge }: Funding) {
  return applyTransition(query, [id], 'fund', {
    payment: 'none',
    ...(charge && { in_ledger: NO_REVERSALS }),
  });
}
const NO_REVERSALS = '[]';

function fundInSteps(
  db: Kysely<Tables>,
  id: OrderId,
  funding: Funding,
  clock: DatabaseClock,
): Promise<boolean> {
  const { emails, charge, event } = funding;
  return inTransaction(db, true, async (trx) => {
    const changed = await funded(trx, id, funding).execute();
    if (changed.length === 0) return false;
    if (charge) await enter(trx, ledgerRows(id, [charge]));
    const notification = { attempts: 0, next_attempt_at: clock(0), revision: 0 };
    await trx
      .insertInto('outbox')
      .values({ order_id: id, ...notification })
      .execute();
    if (emails.length > 0) await planEmails(trx, id, emails);
    await recordEvent(trx, [id], event, clock);
    return true;
  });
}

async function fundInCtes(
  db: Kysely<Tables>,
  id: OrderId,
  funding: Funding,
  clock: DatabaseClock,
): Promise<boolean> {
  const { emails, charge, event } = funding;
  const entries = sql<LedgerRow>`json_populate_recordset(null::ledger, ${JSON.stringify(ledgerRows(id, charge ? [charge] : []))})`;
  const planned = sql<
    Selectable<Tables['customer_emails']>
  >`json_populate_recordset(null::customer_emails, ${JSON.stringify(emailRows(id, emails))})`;
  const changed = await db
    .with('changed', (query) => funded(query, id, funding))
    .with('recorded', (query) => insertEvents(query, event, clock))
    .with('entered', (query) =>
      ledgerInsert(query)
        .columns(LEDGER_COLUMNS)
        .expression((eb) =>
          eb
            .selectFrom(['changed', entries.as('entry')])
            .select(LEDGER_COLUMNS.map((name) => `entry.${name}` as const)),
        ),
    )
    .with('planned', (query) =>
      query
        .insertInto('customer_emails')
        .columns(PLANNED)
        .expression((eb) =>
          eb
            .selectFrom(['changed', planned.as('email')])
            .select(PLANNED.map((name) => `email.${name}` as const)),
        )
        .onConflict(keepPlanned),
    )
    .insertInto('outbox')
    .columns(['order_id', 'attempts', 'next_attempt_at', 'revision'])
    .expression((eb) =>
      eb
        .selectFrom('changed')
        .select(['id', sql.lit(0).as('attempts'), clock(0).as('due'), sql.lit(0).as('revision')]),
    )
    .returning('order_id')
    .execute();
  return changed.length === 1;
}

const PLANNED = [
  'order_id',
  'kind',
  'not_before',
  'attempts',
  'next_attempt_at',
  'revision',
] as const satisfies (keyof Tables['customer_emails'])[];

/** Call it after the change of the order, whose row it locks before those of the ledger. */
async function enterReversals(
  trx: Kysely<Tables>,
  id: OrderId,
  reversals: string,
  entries: LedgerEntry[],
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ in_ledger: reversals })
    .where('id', '=', id)
    // Otherwise the charge is missing: it is estimated, and these entries are not.
    .where('in_ledger', 'is not', null)
    .where('in_ledger', '!=', reversals)
    .execute();
  await enter(trx, ledgerRows(id, entries));
}

/** Locks the order. @returns undefined if they cannot be read. */
async function readReversals(
  trx: Kysely<Tables>,
  id: OrderId,
  { isPostgres }: OrdersSettings,
): Promise<Reversal[] | undefined> {
  const row = await trx
    .selectFrom('orders')
    .select('reversals')
    .where('id', '=', id)
    .$if(isPostgres, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return z.array(Reversal).safeParse(parseJson(row?.reversals ?? '')).data;
}

function newRefunds(known: Reversal[] | undefined, reversals: Reversal[]): RefundKind[] {
  if (known === undefined) return [];
  return reversals
    .filter(({ kind, state }) => kind === 'refund' && !isReturned(state))
    .filter(({ id }) => !known.some((each) => each.id === id))
    .map(({ id }): RefundKind => `refund ${id}`);
}

/** Plans the e-mails that tell the customer, who may have no address any more. */
async function tellOfRefunds(trx: Kysely<Tables>, id: OrderId, kinds: RefundKind[]): Promise<void> {
  if (kinds.length === 0) return;
  const { email } = await trx
    .selectFrom('orders')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (email === '') return;
  await trx
    .insertInto('customer_emails')
    .values(
      emailRows(
        id,
        kinds.map((kind) => ({ kind })),
      ),
    )
    .onConflict((there) => there.columns(['order_id', 'kind']).doNothing())
    .execute();
}

/** Runs it in the transaction that there is, or in one of its own if it needs one. */
function inTransaction<Result>(
  db: Kysely<Tables>,
  isNeeded: boolean,
  run: (trx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction || !isNeeded ? run(db) : db.transaction().execute(run);
}

/** @throws {UnreadableOrder} */
async function readOne(
  db: Kysely<Tables>,
  column: 'id' | 'checkout_id',
  value: string,
): Promise<Order | undefined> {
  const { orders, unreadable } = await readOrders(db, column, [value]);
  for (const error of unreadable) throw error;
  return orders[0];
}
