import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { type InLine, WaitingItem, type WaitingState } from '#domain/capacity/waiting.ts';
import type { Instant } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import { isSameEmail } from '#domain/orders/same-customer.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';

// The rows of the waiting list (waiting.ts): reading and ending them needs no lock, because it only frees places.

/** The entries that are in line; the index `waiting_line` repeats the condition. */
const IN_LINE = sql<boolean>`waiting.state in ('waiting', 'offered')`;

export interface Entry {
  id: string;
  day: Day;
  items: WaitingItem[];
  units: number;
  email: string;
  state: WaitingState;
  offeredUntil: Instant | null;
}

export type EntryInLine = Entry & Pick<InLine, 'state'>;

function selectEntries(db: Kysely<Tables>) {
  return db
    .selectFrom('waiting')
    .select(['id', 'day', 'items', 'units', 'email', 'state', 'offered_until as offeredUntil']);
}

const Items = z.array(WaitingItem);

export function entryOf<Row extends { day: string; items: string }>(row: Row) {
  return { ...row, day: Day.parse(row.day), items: Items.parse(parseJson(row.items)) };
}

export async function findEntry(db: Kysely<Tables>, id: string): Promise<Entry | undefined> {
  const row = await selectEntries(db).where('id', '=', id).executeTakeFirst();
  return row && entryOf(row);
}

/** All entries in line, or those of a day: each day's in the order of joining. */
export async function readLine(db: Kysely<Tables>, day?: Day): Promise<EntryInLine[]> {
  const line = selectEntries(db).where(IN_LINE);
  const rows = await (day === undefined ? line : line.where('day', '=', day))
    .orderBy('day')
    .orderBy('joined_at')
    .orderBy('id')
    .$narrowType<Pick<InLine, 'state'>>()
    .execute();
  return rows.map(entryOf);
}

/** PostgreSQL rejects an empty list. */
function idsOf(entries: { id: string }[]): string[] {
  return ['', ...entries.map(({ id }) => id)];
}

/** The statement that ends entries that are in line. */
export function endEntries(
  db: Kysely<Tables>,
  state: Exclude<WaitingState, InLine['state']>,
  entries: { id: string }[],
) {
  return db
    .updateTable('waiting')
    .set({ state, email: '' })
    .where('id', 'in', idsOf(entries))
    .where(IN_LINE);
}

/** E-mails do not reach the customer. */
export async function endUnreachable(db: Kysely<Tables>, id: string): Promise<void> {
  await endEntries(db, 'over', [{ id }]).execute();
}

/** Ends the offer with which an order is placed, in its transaction. */
export async function takeOffer(trx: Kysely<Tables>, id: string): Promise<void> {
  await endEntries(trx, 'ordered', [{ id }]).execute();
}

/** How many are in line for each day from the first to the last. */
export async function waitingByDay(
  { db }: Pick<Shop, 'db'>,
  from: Day,
  to: Day,
): Promise<Map<Day, number>> {
  const rows = await db
    .selectFrom('waiting')
    .select(['day', ({ fn }) => fn.countAll().as('count')])
    .where(IN_LINE)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ day, count }) => [Day.parse(day), Number(count)]));
}

/** What is waited for on a day. Staff need not know the addresses. */
export async function waitingFor(
  { db }: Pick<Shop, 'db'>,
  day: Day,
): Promise<Omit<EntryInLine, 'email'>[]> {
  const line = await readLine(db, day);
  return line.map(({ email: _, ...entry }) => entry);
}

/** What somebody with one of these addresses waits for. */
export async function entriesOf({ db }: Pick<Shop, 'db'>, emails: string[]): Promise<Entry[]> {
  const line = await readLine(db);
  return line.filter((entry) => emails.some((email) => isSameEmail(email, entry.email)));
}

/** Takes those with these addresses off the list. */
export async function forgetEntries({ db }: Pick<Shop, 'db'>, emails: string[]): Promise<void> {
  await endEntries(db, 'left', await entriesOf({ db }, emails)).execute();
}

/** Deletes the entries of days that have passed, with their links and e-mails. */
export async function deletePastEntries({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> {
  const today: string = londonDay(clock.now());
  await db.transaction().execute(async (trx) => {
    const past = trx.selectFrom('waiting').select('id').where('day', '<', today);
    await trx.deleteFrom('emails').where('about', 'in', past).execute();
    await trx.deleteFrom('waiting_links').where('entry_id', 'in', past).execute();
    await trx.deleteFrom('waiting').where('day', '<', today).execute();
  });
}
