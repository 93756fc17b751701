import type { Kysely, Transaction } from 'kysely';
import type * as z from 'zod';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { type DayRange, rangeProblem } from '#domain/calendar/reach.ts';
import {
  type CalendarRules,
  type GeneralRules,
  type Hours,
  type OwnDay,
  StoredCalendar,
  type YearlyPeriod,
} from '#domain/calendar/rules.ts';
import {
  type CalendarChange,
  changeBetween,
  type DayChange,
  readStored,
  withCapacity,
  withDay,
  withDays,
  withinHours,
} from '#domain/calendar/stored-calendar.ts';
import {
  TypedPeriod,
  TypedRules,
  TypedWeek,
  typedDayCapacity,
  typedDayHours,
  typedPause,
} from '#domain/calendar/typed-rules.ts';
import { isSameHours } from '#domain/words/hours.ts';
import { Words } from '#domain/words/words.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import {
  changeContent,
  type DocumentEdit,
  findDocument,
  type NewDocument,
  readVersions,
  restoreVersion,
  type SavedDocument,
  type Version,
  type VersionRange,
  writeDocument,
} from './documents.ts';

const CALENDAR = { kind: 'calendar', schema: StoredCalendar } as const;
const ID = 'calendar';
const MAX_PERIODS = 40;

/** The calendar of a new shop. */
export function calendarDocument(body: StoredCalendar): NewDocument {
  return { kind: 'calendar', id: ID, body };
}

export async function calendarRules({ content }: Pick<Shop, 'content'>): Promise<CalendarRules> {
  return (await content()).calendar.rules;
}

/** The version that pages show; 0 without a document. */
export async function calendarVersion({ content }: Pick<Shop, 'content'>): Promise<number> {
  return (await content()).calendar.version;
}

/** The rules that limit days, for transactions, which see what was committed last. */
export async function readLimits(trx: Kysely<Tables>): Promise<CalendarRules> {
  const stored = await findCalendar(trx);
  const edited = stored.times && (await findDocument(trx, 'text', 'hours'));
  // A time was added within the hours of that day. They exclude it only if they were edited since.
  const hours = Words.shape.hours.safeParse(edited?.body).data;
  return hours ? withinHours(stored, hours.week) : stored;
}

export interface CalendarVersion {
  version: number;
  at: string;
  /** A person's id; null for the first contents of a shop. */
  by: string | null;
  /** Since the version before. */
  change: CalendarChange;
}

/** The versions that changed something, newest first. */
export async function calendarVersions(
  { db }: Pick<Shop, 'db'>,
  { after, last, limit }: VersionRange,
): Promise<CalendarVersion[]> {
  // With the version before the first change.
  const range = { after: after && after - 1, last, limit: limit && limit + 1 };
  const versions = await storedCalendars({ db }, range);
  return versions.flatMap(({ number: version, at, by, content }, index) => {
    const before = versions[index + 1]?.content;
    const change = before && changeBetween(before, content);
    return change ? { version, at, by, change } : [];
  });
}

/** What the calendar was, newest first. */
export function storedCalendars(
  { db }: Pick<Shop, 'db'>,
  range: VersionRange,
): Promise<Version<StoredCalendar>[]> {
  return readVersions(db, CALENDAR, ID, range);
}

export type Editing = Pick<Shop, 'db' | 'clock' | 'log'>;

/** Changes the calendar by a pure function. @returns undefined if nothing changes. */
export function changeCalendar(
  shop: Editing,
  by: string,
  next: (now: StoredCalendar) => StoredCalendar,
): Promise<CalendarVersion | undefined> {
  return changeContent(shop.db, (trx) => writeChange(trx, shop, by, next));
}

async function writeChange(
  trx: Transaction<Tables>,
  { clock, log }: Editing,
  by: string,
  next: (now: StoredCalendar) => StoredCalendar,
): Promise<CalendarVersion | undefined> {
  const before = await findCalendar(trx);
  const body = next(before);
  const change = changeBetween(before, body);
  if (!change) return undefined;
  const document = { kind: 'calendar', id: ID, body } as const;
  const { version, updatedAt: at } = await writeDocument(trx, document, { at: clock.now(), by });
  log.info({ version, fields: change.rules.fields }, 'calendar changed by the owner');
  return { version, at, by, change };
}

async function findCalendar(trx: Kysely<Tables>): Promise<StoredCalendar> {
  return readStored((await findDocument(trx, 'calendar', ID))?.body);
}

export type ChangeCalendarResult =
  /** To undo it; undefined if nothing has changed. */
  | { ok: true; change: CalendarVersion | undefined }
  /** By the field's name; without one, of the days. */
  | { ok: false; reason: 'invalid'; problems: Record<string, string> }
  /** Others have changed the same since the form was made. */
  | { ok: false; reason: 'conflict'; others: CalendarVersion[] };

/**
 * Changes single days. Orders already placed keep theirs, also if they are paid later.
 * @param reason for visitors, of days that are closed.
 */
export async function changeDays(
  shop: Editing,
  range: DayRange,
  change: DayChange,
  by: string,
  reason?: string,
): Promise<ChangeCalendarResult> {
  const problem = rangeProblem(range, londonDay(shop.clock.now()));
  if (problem) return { ok: false, reason: 'invalid', problems: { '': problem } };
  const next = (now: StoredCalendar) => withDays(now, daysOf(range), change, reason);
  return { ok: true, change: await changeCalendar(shop, by, next) };
}

function daysOf({ first, last }: DayRange): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Opens a day whatever closes it, except the lead time, the pause and how far ahead can be ordered. */
export async function openDay(
  shop: Editing & Pick<Shop, 'content'>,
  day: Day,
  by: string,
): Promise<ChangeCalendarResult> {
  const isClosed = isClosedByRules(day, await calendarRules(shop));
  return changeDays(shop, { first: day, last: day }, isClosed ? 'open' : 'reopen', by);
}

/** Whether a day is closed without a decision of the owner about it. No notice closes a day for good. */
function isClosedByRules(day: Day, rules: CalendarRules): boolean {
  return whyClosed(day, day, { ...rules, days: {}, pause: undefined, leadDays: 0 }) !== undefined;
}

/**
 * Gives a day hours, which may be its weekday's, and says whether customers can collect. Orders of the day stay.
 * @param usual the hours of its weekday, if there are any.
 */
export async function setDayHours(
  shop: Editing & Pick<Shop, 'content'>,
  typed: { day: string; opens: string; closes: string; collections: boolean },
  usual: Hours | undefined,
  form: Form,
): Promise<ChangeCalendarResult> {
  const read = typedDayHours(londonDay(shop.clock.now())).safeParse(typed);
  if (!read.success) return reject(read.error);
  const { day, collections } = read.data;
  const hours = isSameHours(read.data.hours, usual) ? undefined : read.data.hours;
  const isClosed = isClosedByRules(day, await calendarRules(shop));
  const ownDay = (was: OwnDay | undefined): OwnDay | undefined => {
    if (!collections) return { is: 'no-collections', reason: was?.reason, hours };
    if (hours || isClosed) return { is: 'open', hours };
    return was?.is === 'as-usual' ? was : undefined;
  };
  return changeByForm(
    shop,
    form,
    (now) => withDay(now, day, ownDay(now.days[day])),
    ({ days }) => days.some((other) => other.day === day),
  );
}

interface Form {
  by: string;
  /** The version from which the form was made; undefined for a step that suits any rules. */
  version: number | undefined;
}

/** Weekdays without opening hours are closed whatever is typed, and stay as they are stored: the form does not ask about them. */
export async function changeWeeklyRules(
  shop: Editing & Pick<Shop, 'content'>,
  typed: z.input<typeof TypedRules>,
  form: Form,
): Promise<ChangeCalendarResult> {
  const { closedWeekdays: closed, openWithoutCollection: open = [] } = await calendarRules(shop);
  const shut = closed.filter((day) => !open.includes(day));
  const closedWeekdays = [...typed.closedWeekdays, ...shut];
  const read = TypedRules.safeParse({ ...typed, closedWeekdays });
  if (!read.success) return reject(read.error);
  return changeRules(shop, form, (now) => ({
    ...read.data,
    closedWeekdays: read.data.closedWeekdays.filter(
      (day) => !shut.includes(day) || now.closedWeekdays.includes(day),
    ),
  }));
}

/** Adds a yearly period. */
export async function addPeriod(
  shop: Editing,
  typed: z.input<typeof TypedPeriod>,
  by: string,
): Promise<ChangeCalendarResult> {
  const read = TypedPeriod.safeParse(typed);
  if (!read.success) return reject(read.error);
  const { closedPeriods } = await findCalendar(shop.db);
  if (closedPeriods.length >= MAX_PERIODS) {
    const from = `There are ${MAX_PERIODS} already. Please remove one first.`;
    return { ok: false, reason: 'invalid', problems: { from } };
  }
  return changeRules(shop, { by, version: undefined }, (now) => ({
    closedPeriods: [...withoutPeriod(now, read.data), read.data].sort((one, other) =>
      one.from < other.from ? -1 : 1,
    ),
  }));
}

export function removePeriod(
  shop: Editing,
  period: YearlyPeriod,
  by: string,
): Promise<ChangeCalendarResult> {
  return changeRules(shop, { by, version: undefined }, (now) => ({
    closedPeriods: withoutPeriod(now, period),
  }));
}

function withoutPeriod({ closedPeriods }: GeneralRules, { from, to }: YearlyPeriod) {
  return closedPeriods.filter((period) => period.from !== from || period.to !== to);
}

/**
 * Lets customers order only for days from `until` on. They may order during the pause, and what they are
 * paying already counts.
 */
export async function pauseOrders(
  shop: Editing,
  typed: { until: string; words: string },
  form: Form,
): Promise<ChangeCalendarResult> {
  const read = typedPause(londonDay(shop.clock.now())).safeParse(typed);
  return read.success ? changeRules(shop, form, () => ({ pause: read.data })) : reject(read.error);
}

export function endPause(shop: Editing, by: string): Promise<ChangeCalendarResult> {
  return changeRules(shop, { by, version: undefined }, () => ({ pause: undefined }));
}

/**
 * Sets how much the cafe makes on each weekday. What is ordered already counts.
 * @param typed from Monday to Sunday; all empty for a shop without limits.
 */
export async function setWeekCapacity(
  shop: Editing,
  typed: string[],
  form: Form,
): Promise<ChangeCalendarResult> {
  const read = TypedWeek.safeParse(typed);
  if (read.success) return changeRules(shop, form, () => ({ capacity: read.data }));
  const problems = read.error.issues.map(({ path: [index], message }) => [
    `units ${Number(index) + 1}`,
    message,
  ]);
  return { ok: false, reason: 'invalid', problems: Object.fromEntries(problems) };
}

/** Sets the capacity of a single day. @param typed without units for its weekday's. */
export async function setDayCapacity(
  shop: Editing,
  typed: { day: string; units: string },
  by: string,
): Promise<ChangeCalendarResult> {
  const read = typedDayCapacity(londonDay(shop.clock.now())).safeParse(typed);
  if (!read.success) return reject(read.error);
  const { day, units } = read.data;
  const change = await changeCalendar(shop, by, (now) =>
    withCapacity(now, day, units ?? undefined),
  );
  return { ok: true, change };
}

export function changeRules(
  shop: Editing,
  form: Form,
  wanted: (now: GeneralRules) => Partial<GeneralRules>,
): Promise<ChangeCalendarResult> {
  return changeByForm(
    shop,
    form,
    (now) => ({ ...now, ...wanted(now) }),
    ({ rules: { fields, is } }) => fields.some((field) => field in wanted(is)),
  );
}

/** @param isSame whether a change that others have made since the form was made is of the same. */
function changeByForm(
  shop: Editing,
  { by, version }: Form,
  next: (now: StoredCalendar) => StoredCalendar,
  isSame: (change: CalendarChange) => boolean,
): Promise<ChangeCalendarResult> {
  return changeContent(shop.db, async (trx) => {
    const before = await findCalendar(trx);
    // A form that was sent twice changes nothing.
    if (version !== undefined && changeBetween(before, next(before))) {
      const newer = await calendarVersions({ db: trx }, { after: version });
      const others = newer.filter(({ change }) => isSame(change));
      if (others.length > 0) return { ok: false, reason: 'conflict', others };
    }
    return { ok: true, change: await writeChange(trx, shop, by, next) };
  });
}

export function reject(error: z.ZodError): ChangeCalendarResult {
  // The first problem of a field counts.
  const problems = error.issues.map(({ path, message }) => [path[0], message]).reverse();
  return { ok: false, reason: 'invalid', problems: Object.fromEntries(problems) };
}

/** Restores a version, unless the calendar has changed since the edit's. @returns undefined if there is none. */
export function restoreCalendar(
  shop: Editing,
  number: number,
  edit: DocumentEdit,
): Promise<SavedDocument | undefined> {
  return restoreVersion(shop, CALENDAR, ID, number, edit);
}

/** Restores the version before a change, unless the calendar has changed since. Idempotent. */
export async function undoCalendarChange(
  shop: Editing,
  version: number,
  by: string,
): Promise<boolean> {
  return (await restoreCalendar(shop, version - 1, { version, by }))?.ok === true;
}
