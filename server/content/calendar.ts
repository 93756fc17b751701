import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import {
  type Calendar,
  type CalendarChange,
  CalendarRules,
  type ChangeFacts,
  type DaysWanted,
  GeneralRules,
  LOST_RULES,
  OwnDay,
  RulesWanted,
  type WeekCapacity,
} from '#domain/calendar/rules.ts';
import { parseJson } from '#domain/guard.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Ports } from '#server/ports.ts';
import {
  changeContent,
  findDocument,
  type NewDocument,
  type StoredDocument,
  writeDocument,
} from './documents.ts';

// The calendar is one document. A change of it is the difference between a version and the one before.

const ID = 'calendar';

const Days = z.object({
  days: z.record(Day, OwnDay),
  /** Of single days, in points, instead of their weekday's. */
  capacities: z.record(Day, z.int()),
});

interface StoredCalendar extends z.infer<typeof Days> {
  general: GeneralRules;
}

/** What pages read of the calendar. */
export interface CafeCalendar extends Pick<StoredCalendar, 'general'> {
  /** Undefined if the single days cannot be read. */
  rules: CalendarRules | undefined;
  capacities: ReadonlyMap<Day, number>;
}

export function readCalendar(document: StoredDocument | undefined): CafeCalendar {
  const general = readGeneral(document?.body);
  // Without a document nothing can be ordered, whatever the days are.
  const days = document ? Days.safeParse(document.body).data : { days: {}, capacities: {} };
  return {
    general,
    rules: days && rulesOf({ general, ...days }),
    capacities: new Map(daysIn(days?.capacities ?? {})),
  };
}

/** The calendar of a new shop. */
export function calendarDocument({
  forbiddenDays,
  closedReasons = {},
  extraDays = [],
  ...general
}: CalendarRules): NewDocument {
  const closed = forbiddenDays.map((day) => [day, { closed: closedReasons[day] ?? '' }]);
  const open = extraDays.map((day) => [day, 'open']);
  const body = { general, days: Object.fromEntries([...closed, ...open]), capacities: {} };
  return { kind: 'calendar', id: ID, body };
}

/** How much the cafe makes, in points. */
export interface DayCapacities {
  /** Undefined: there are no limits. */
  week: WeekCapacity | undefined;
  /** Of single days. */
  own: ReadonlyMap<Day, number>;
}

/** For transactions, which see what was committed last. */
export async function readCapacities(trx: Kysely<Tables>): Promise<DayCapacities> {
  const body = (await findDocument(trx, 'calendar', ID))?.body;
  const capacities = Days.shape.capacities.safeParse(Reflect.get(Object(body), 'capacities')).data;
  return { week: readGeneral(body).capacity, own: new Map(daysIn(capacities ?? {})) };
}

export function createCalendar(db: Kysely<Tables>, content: Ports['content']): Calendar {
  const change = (
    next: (now: StoredCalendar) => StoredCalendar | undefined,
    by: string | undefined,
  ) => changeContent(db, (trx) => changeCalendar(trx, next, by));

  return {
    async rules() {
      const { rules } = (await content()).calendar;
      if (!rules) throw new Error('The single days of the calendar cannot be read.');
      return rules;
    },

    generalRules: async () => (await content()).calendar.general,

    changeDays: (wanted, by) =>
      change((now) => {
        const days = { ...now.days };
        for (const day of wanted.days) {
          const own = nextOwnDay(days[day] ?? null, wanted);
          if (own === null) delete days[day];
          else days[day] = own;
        }
        return { ...now, days };
      }, by),

    changeRules: (next, since, by) =>
      changeContent(db, async (trx) => {
        const { general } = await findCalendar(trx);
        const wanted = next(general);
        const rules = wanted && differences(general, wanted);
        if (!rules) return { ok: true, change: undefined };
        const fields = Object.keys(wanted);
        const newer = since === undefined ? [] : await readChanges(trx, since);
        const others = newer.filter(({ rules }) =>
          Object.keys(rules?.is ?? {}).some((field) => fields.includes(field)),
        );
        if (others.length > 0) return { ok: false, others };
        const withRules = (now: StoredCalendar) => ({ ...now, general: merge(general, rules.is) });
        return { ok: true, change: await changeCalendar(trx, withRules, by) };
      }),

    changeCapacity: (day, capacity, by) =>
      change((now) => ({ ...now, capacities: withCapacity(now.capacities, day, capacity) }), by),

    undo: (id, by) =>
      changeContent(db, async (trx) => {
        const [undone, ...since] = await readChanges(trx, id - 1);
        if (undone?.id !== id) return undefined;
        const done = await changeCalendar(trx, (now) => without(now, undone), by, id);
        return done ?? since.find(({ undoes }) => undoes === id);
      }),

    async change(id) {
      return (await readChanges(db, id - 1, id))[0];
    },

    async lastChange() {
      return (await findDocument(db, 'calendar', ID))?.version ?? 0;
    },
  };
}

/** @param undoes the change that this one takes back. @returns undefined if nothing changes. */
async function changeCalendar(
  trx: Transaction<Tables>,
  next: (now: StoredCalendar) => StoredCalendar | undefined,
  by: string | undefined,
  undoes?: number,
): Promise<CalendarChange | undefined> {
  const before = await findCalendar(trx);
  const after = next(before);
  const facts = after && factsOf(before, after);
  if (!facts) return undefined;
  const { version, updatedAt } = await writeDocument(
    trx,
    { kind: 'calendar', id: ID, body: after },
    { at: dbTime(trx), by: by ?? null, undoes },
  );
  return { id: version, at: updatedAt, by: by ?? null, ...facts, ...(undoes && { undoes }) };
}

/** @throws if the single days cannot be read: a change would delete them. */
async function findCalendar(trx: Kysely<Tables>): Promise<StoredCalendar> {
  const document = await findDocument(trx, 'calendar', ID);
  if (!document) return { general: LOST_RULES, days: {}, capacities: {} };
  return { general: readGeneral(document.body), ...Days.parse(document.body) };
}

function readGeneral(body: unknown): GeneralRules {
  return z.object({ general: GeneralRules }).safeParse(body).data?.general ?? LOST_RULES;
}

function rulesOf({ general, days }: StoredCalendar): CalendarRules {
  const own = daysIn(days).sort(([one], [other]) => (one < other ? -1 : 1));
  const closed = own.flatMap(([day, is]) => (is === 'open' ? [] : { day, reason: is.closed }));
  const reasons = closed.filter(({ reason }) => reason !== '');
  const open = own.filter(([, is]) => is === 'open').map(([day]) => day);
  return CalendarRules.parse({
    ...general,
    forbiddenDays: closed.map(({ day }) => day),
    ...(reasons.length > 0 && {
      closedReasons: Object.fromEntries(reasons.map(({ day, reason }) => [day, reason])),
    }),
    ...(open.length > 0 && { extraDays: open }),
  });
}

function daysIn<Value>(values: Record<string, Value>): [Day, Value][] {
  return Object.entries(values).map(([day, value]) => [Day.parse(day), value]);
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

function withCapacity(all: StoredCalendar['capacities'], day: Day, capacity: number | null) {
  const { [day]: _, ...others } = all;
  return capacity === null ? others : { ...others, [day]: capacity };
}

/** The calendar without what a change did, except what has been changed since. */
function without(now: StoredCalendar, { days = [], rules, capacities = [] }: CalendarChange) {
  const after = { ...now, days: { ...now.days } };
  for (const { day, was, is } of days) {
    if (!isDeepStrictEqual(now.days[day] ?? null, is)) continue;
    if (was === null) delete after.days[day];
    else after.days[day] = was;
  }
  for (const { day, was, is } of capacities) {
    if ((now.capacities[day] ?? null) !== is) continue;
    after.capacities = withCapacity(after.capacities, day, was);
  }
  const { was = {}, is = {} } = rules ?? {};
  const unchanged = Object.entries(was).filter(([field]) =>
    isDeepStrictEqual(fieldOf(now.general, field), Reflect.get(is, field)),
  );
  after.general = merge(now.general, RulesWanted.parse(Object.fromEntries(unchanged)));
  return after;
}

/** @returns undefined if they are equal. */
function factsOf(before: StoredCalendar, after: StoredCalendar): ChangeFacts | undefined {
  const days = changedDays(before.days, after.days);
  const capacities = changedDays(before.capacities, after.capacities);
  const fields = Object.keys({ ...before.general, ...after.general });
  const rules = differences(
    before.general,
    RulesWanted.parse(
      Object.fromEntries(fields.map((field) => [field, fieldOf(after.general, field)])),
    ),
  );
  if (days.length === 0 && capacities.length === 0 && !rules) return undefined;
  return {
    ...(days.length > 0 && { days }),
    ...(rules && { rules }),
    ...(capacities.length > 0 && { capacities }),
  };
}

function changedDays<Value>(before: Record<string, Value>, after: Record<string, Value>) {
  const days = Object.keys({ ...before, ...after }).sort();
  return days.flatMap((day) => {
    const [was = null, is = null] = [before[day], after[day]];
    return isDeepStrictEqual(was, is) ? [] : [{ day: Day.parse(day), was, is }];
  });
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

function merge(current: GeneralRules, { pause, capacity, ...is }: RulesWanted): GeneralRules {
  return {
    ...current,
    ...is,
    ...(pause !== undefined && { pause: pause ?? undefined }),
    ...(capacity !== undefined && { capacity: capacity ?? undefined }),
  };
}

/** Oldest first. */
async function readChanges(
  db: Kysely<Tables>,
  after: number,
  last?: number,
): Promise<CalendarChange[]> {
  const rows = await db
    .selectFrom('document_versions')
    .selectAll()
    .where('kind', '=', 'calendar')
    // With the version before the first change.
    .where('version', '>=', after)
    .$if(last !== undefined, (query) => query.where('version', '<=', last ?? 0))
    .orderBy('version')
    .execute();
  return rows.flatMap((row, index) => {
    const [before, now] = [rows[index - 1], row].map((each) => each && readVersion(each.body));
    const facts = before && now && factsOf(before, now);
    if (!facts) return [];
    const { version: id, at, person_id: by, undoes } = row;
    return { id, at, by, ...facts, ...(undoes !== null && { undoes }) };
  });
}

function readVersion(json: string): StoredCalendar | undefined {
  const body = parseJson(json);
  const days = Days.safeParse(body).data;
  return days && { general: readGeneral(body), ...days };
}
