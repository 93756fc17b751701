import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import {
  type Calendar,
  type CalendarChange,
  CalendarRules,
  ChangeFacts,
  type DaysWanted,
  GeneralRules,
  LOST_RULES,
  type OwnDay,
  RulesWanted,
} from '#domain/calendar/rules.ts';
import { parseJson } from '#domain/guard.ts';
import type { Changes } from '#server/ports.ts';
import { bumpContentVersion } from './changes.ts';
import type { DatabaseSettings } from './database-settings.ts';
import type { Tables } from './tables.ts';
import { readSnapshot } from './transactions.ts';
import { createVersionedRead } from './versioned-cache.ts';

/** @param version the version that the cached rules are compared with. */
export function createCalendar(
  db: Kysely<Tables>,
  version: Changes['version'],
  settings: DatabaseSettings,
): Calendar {
  /** Runs one change of the calendar at a time, on all servers. */
  const change = <Result>(run: (trx: Transaction<Tables>) => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      await trx.selectFrom('calendar_rules').select('id').forUpdate().execute();
      return run(trx);
    });

  return {
    rules: createVersionedRead(version, () => readRules(db)),

    generalRules: () => readSnapshot(db, readGeneralRules),

    async changeDays(wanted, by) {
      // PostgreSQL rejects an empty list.
      if (wanted.days.length === 0) return undefined;
      return change(async (trx) => {
        const own = await readOwnDays(trx, wanted.days);
        const days = [...new Set(wanted.days)].sort().flatMap((day) => {
          const was = own.get(day) ?? null;
          const is = nextOwnDay(was, wanted);
          return isDeepStrictEqual(was, is) ? [] : [{ day, was, is }];
        });
        return days.length === 0 ? undefined : write(trx, { days }, by, settings);
      });
    },

    changeRules: (next, since, by) =>
      change(async (trx) => {
        const current = await readGeneralRules(trx);
        const is = next(current);
        const rules = is && differences(current, is);
        if (!rules) return { ok: true, change: undefined };
        const fields = Object.keys(is);
        const newer = since === undefined ? [] : await readChanges(trx, since);
        const others = newer.filter(({ rules }) =>
          Object.keys(rules?.is ?? {}).some((field) => fields.includes(field)),
        );
        if (others.length > 0) return { ok: false, others };
        return { ok: true, change: await write(trx, { rules }, by, settings) };
      }),

    changeCapacity: (day, capacity, by) =>
      change(async (trx) => {
        const was = await readCapacity(trx, day);
        if (was === capacity) return undefined;
        return write(trx, { capacities: [{ day, was, is: capacity }] }, by, settings);
      }),

    undo: (id, by) =>
      change(async (trx) => {
        const [undone, ...since] = await readChanges(trx, id - 1);
        if (undone?.id !== id) return undefined;
        const own = await readOwnDays(trx, undone.days?.map(({ day }) => day) ?? []);
        const days = undone.days
          ?.filter(({ day, is }) => isDeepStrictEqual(own.get(day) ?? null, is))
          .map(({ day, was, is }) => ({ day, was: is, is: was }));
        const current = await readGeneralRules(trx);
        const { was = {}, is = {} } = undone.rules ?? {};
        const rules = differences(
          current,
          RulesWanted.parse(
            Object.fromEntries(
              Object.entries(was).filter(([field]) =>
                isDeepStrictEqual(fieldOf(current, field), Reflect.get(is, field)),
              ),
            ),
          ),
        );
        const capacities: ChangeFacts['capacities'] = [];
        for (const { day, was, is } of undone.capacities ?? []) {
          if ((await readCapacity(trx, day)) === is) capacities.push({ day, was: is, is: was });
        }
        if (!rules && !days?.length && capacities.length === 0) {
          return since.find(({ undoes }) => undoes === id);
        }
        const changed = { days, rules, ...(capacities.length > 0 && { capacities }) };
        return write(trx, { ...changed, undoes: id }, by, settings);
      }),

    async change(id) {
      return (await readChanges(db, id - 1, id))[0];
    },

    async lastChange() {
      const row = await db
        .selectFrom('calendar_changes')
        .select(({ fn }) => fn.max<number | null>('id').as('last'))
        .executeTakeFirst();
      return row?.last ?? 0;
    },
  };
}

function nextOwnDay(was: OwnDay | null, { make, reason }: DaysWanted): OwnDay | null {
  const isOpen = was === 'open';
  const isClosed = was !== null && !isOpen;
  switch (make) {
    case 'close':
      return { closed: reason ?? (isClosed ? was.closed : '') };
    case 'reopen':
      return isClosed ? null : was;
    case 'open':
      return 'open';
    case 'end-opening':
      return isOpen ? null : was;
  }
}

/** A rule that is not set counts as null. */
function fieldOf(rules: GeneralRules, field: string): unknown {
  return Reflect.get(rules, field) ?? null;
}

/** @returns undefined if the rules are like that already. */
function differences(current: GeneralRules, wanted: RulesWanted): ChangeFacts['rules'] {
  const changed = Object.entries(wanted).filter(
    ([field, value]) => !isDeepStrictEqual(fieldOf(current, field), value),
  );
  if (changed.length === 0) return undefined;
  return {
    was: RulesWanted.parse(
      Object.fromEntries(changed.map(([field]) => [field, fieldOf(current, field)])),
    ),
    is: RulesWanted.parse(Object.fromEntries(changed)),
  };
}

function readRules(db: Kysely<Tables>): Promise<CalendarRules> {
  return readSnapshot(db, async (snapshot) => {
    const rules = await readGeneralRules(snapshot);
    const own = [...(await readOwnDays(snapshot))];
    const closed = own.flatMap(([day, is]) => (is === 'open' ? [] : { day, reason: is.closed }));
    const reasons = closed.filter(({ reason }) => reason !== '');
    const open = own.filter(([, is]) => is === 'open').map(([day]) => day);
    return CalendarRules.parse({
      ...rules,
      forbiddenDays: closed.map(({ day }) => day).sort(),
      ...(reasons.length > 0 && {
        closedReasons: Object.fromEntries(reasons.map(({ day, reason }) => [day, reason])),
      }),
      ...(open.length > 0 && { extraDays: open.sort() }),
    });
  });
}

async function readGeneralRules(snapshot: Transaction<Tables>): Promise<GeneralRules> {
  const row = await snapshot.selectFrom('calendar_rules').selectAll().executeTakeFirst();
  const stored = GeneralRules.safeParse({
    leadDays: row?.lead_days,
    daysAhead: row?.days_ahead,
    closedWeekdays: parseJson(row?.closed_weekdays ?? ''),
    closedPeriods: parseJson(row?.closed_periods ?? ''),
    ...(row?.pause != null && { pause: parseJson(row.pause) }),
    ...(row?.capacity != null && { capacity: parseJson(row.capacity) }),
  });
  return stored.data ?? LOST_RULES;
}

/** @param days default: all. */
async function readOwnDays(snapshot: Transaction<Tables>, days?: Day[]): Promise<Map<Day, OwnDay>> {
  const own = new Map<Day, OwnDay>();
  if (days?.length === 0) return own;
  const open = await snapshot
    .selectFrom('extra_days')
    .select('day')
    .$if(days !== undefined, (query) => query.where('day', 'in', days ?? []))
    .execute();
  for (const { day } of open) own.set(Day.parse(day), 'open');
  const closed = await snapshot
    .selectFrom('forbidden_days')
    .select(['day', 'reason'])
    .$if(days !== undefined, (query) => query.where('day', 'in', days ?? []))
    .execute();
  for (const { day, reason } of closed) own.set(Day.parse(day), { closed: reason ?? '' });
  return own;
}

async function readCapacity(trx: Transaction<Tables>, day: Day): Promise<number | null> {
  const row = await trx
    .selectFrom('days')
    .select('capacity')
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.capacity ?? null;
}

/** Makes the change and records it. */
async function write(
  trx: Transaction<Tables>,
  facts: ChangeFacts,
  by: string | undefined,
  { clock }: DatabaseSettings,
): Promise<CalendarChange> {
  if (facts.days?.length) await writeOwnDays(trx, facts.days);
  for (const { day, is } of facts.capacities ?? []) {
    await trx
      .insertInto('days')
      .values({ day, capacity: is })
      .onConflict((known) => known.column('day').doUpdateSet({ capacity: is }))
      .execute();
  }
  if (facts.rules) {
    const { pause, capacity, ...is } = facts.rules.is;
    const current = await readGeneralRules(trx);
    await writeGeneralRules(trx, {
      ...current,
      ...is,
      ...(pause !== undefined && { pause: pause ?? undefined }),
      ...(capacity !== undefined && { capacity: capacity ?? undefined }),
    });
  }
  const { id, at } = await trx
    .insertInto('calendar_changes')
    .values({ at: clock(0), person_id: by ?? null, facts: JSON.stringify(facts) })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
  await bumpContentVersion(trx, ['/calendar']);
  return { id, at, by: by ?? null, ...facts };
}

type DayChanges = NonNullable<ChangeFacts['days']>;

async function writeOwnDays(trx: Transaction<Tables>, changes: DayChanges): Promise<void> {
  const days = changes.map(({ day }) => day);
  await trx.deleteFrom('forbidden_days').where('day', 'in', days).execute();
  await trx.deleteFrom('extra_days').where('day', 'in', days).execute();
  const open = changes.filter(({ is }) => is === 'open').map(({ day }) => ({ day }));
  if (open.length > 0) await trx.insertInto('extra_days').values(open).execute();
  const closed = changes.flatMap(({ day, is }) =>
    is === null || is === 'open' ? [] : { day, reason: is.closed || null },
  );
  if (closed.length > 0) await trx.insertInto('forbidden_days').values(closed).execute();
}

/** Writes all of them: the row may be lost. */
export async function writeGeneralRules(
  trx: Transaction<Tables>,
  { pause, capacity, ...rules }: GeneralRules,
): Promise<void> {
  const row = {
    lead_days: rules.leadDays,
    days_ahead: rules.daysAhead,
    closed_weekdays: JSON.stringify(rules.closedWeekdays),
    closed_periods: JSON.stringify(rules.closedPeriods),
    pause: pause ? JSON.stringify(pause) : null,
    capacity: capacity ? JSON.stringify(capacity) : null,
  };
  await trx
    .insertInto('calendar_rules')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** Oldest first. */
async function readChanges(
  db: Kysely<Tables>,
  after: number,
  last?: number,
): Promise<CalendarChange[]> {
  const rows = await db
    .selectFrom('calendar_changes')
    .selectAll()
    .where('id', '>', after)
    .$if(last !== undefined, (query) => query.where('id', '<=', last ?? 0))
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, at, person_id, facts }) => {
    const known = ChangeFacts.safeParse(parseJson(facts)).data;
    return known ? { id, at, by: person_id, ...known } : [];
  });
}
