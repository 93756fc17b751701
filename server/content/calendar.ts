import type { Kysely, Transaction } from 'kysely';
import type * as z from 'zod';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { type DayRange, rangeProblem } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import {
  type CalendarRules,
  type GeneralRules,
  type Hours,
  MAX_DAYS_AHEAD,
  type WeekCapacity,
  type YearlyPeriod,
} from '#domain/calendar/rules.ts';
import {
  type CalendarChange,
  changeBetween,
  type DayChange,
  isWithoutCollections,
  newCalendar,
  readCalendar,
  readToChange,
  StoredCalendar,
  withCapacity,
  withDays,
  withinHours,
} from '#domain/calendar/stored-calendar.ts';
import type { TimeRules } from '#domain/calendar/times.ts';
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
export function calendarDocument(rules: CalendarRules): NewDocument {
  return { kind: 'calendar', id: ID, body: newCalendar(rules) };
}

export async function calendarRules({ content }: Pick<Shop, 'content'>): Promise<CalendarRules> {
  return (await content()).calendar.rules;
}

/** The version that pages show; 0 without a document. */
export async function calendarVersion({ content }: Pick<Shop, 'content'>): Promise<number> {
  return (await content()).calendar.version;
}

/** How much the cafe makes, in units. */
export interface DayCapacities extends TimeRules {
  /** Undefined: there are no limits. */
  capacity: WeekCapacity | undefined;
  /** Of single days. */
  own: ReadonlyMap<Day, number>;
}

/** For transactions, which see what was committed last. */
export async function readCapacities(trx: Kysely<Tables>): Promise<DayCapacities> {
  const stored = readCalendar(await findDocument(trx, 'calendar', ID));
  const edited = stored.general.times && (await findDocument(trx, 'text', 'hours'));
  // A time was added within the hours of that day. They exclude it only if they were edited since.
  const hours = Words.shape.hours.safeParse(edited?.body).data;
  const { rules, capacities } = hours ? withinHours(stored, hours.week) : stored;
  return { ...rules, capacity: rules.capacity, own: capacities };
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

/** @throws if the single days cannot be read. A version that can be read can be restored then. */
async function findCalendar(trx: Kysely<Tables>): Promise<StoredCalendar> {
  return readToChange((await findDocument(trx, 'calendar', ID))?.body);
}

export interface DaysChanged {
  ok: true;
  changed: Day[];
  /** To undo it; undefined if nothing has changed. */
  change: CalendarVersion | undefined;
}
export interface DaysRejected {
  ok: false;
  reason: 'past' | 'backwards' | 'too-far';
  today: Day;
}
type ChangeDaysResult = DaysChanged | DaysRejected;

/**
 * Closes days for new orders; orders already placed keep theirs, also if they are paid later.
 * @param reason for visitors.
 * @param isCafeOpen whether the cafe is open all the same.
 */
export function closeDays(
  shop: Editing,
  range: DayRange,
  by: string,
  { reason, isCafeOpen = false }: { reason?: string | undefined; isCafeOpen?: boolean } = {},
): Promise<ChangeDaysResult> {
  return changeDays(shop, range, isCafeOpen ? 'stop-collections' : 'close', by, reason);
}

/** Undoes `closeDays`. @returns the days that other rules keep closed too, with the reason that visitors read. */
export async function openDays(
  shop: Editing & Pick<Shop, 'content'>,
  range: DayRange,
  by: string,
): Promise<(DaysChanged & { stillClosed: { day: Day; why: string }[] }) | DaysRejected> {
  const result = await changeDays(shop, range, 'reopen', by);
  if (!result.ok) return result;
  // A day beyond `daysAhead` opens when its time comes, so that limit is not reported.
  const rules = { ...(await calendarRules(shop)), daysAhead: MAX_DAYS_AHEAD };
  const today = londonDay(shop.clock.now());
  const stillClosed = daysOf(range).flatMap((day) => {
    const closed = whyClosed(day, today, rules);
    return closed ? [{ day, why: reasonText(closed, day, today, rules) }] : [];
  });
  return { ...result, stillClosed };
}

/** Opens a day whatever closes it, except the lead time, the pause and how far ahead can be ordered. */
export async function openDay(
  shop: Editing & Pick<Shop, 'content'>,
  day: Day,
  by: string,
): Promise<ChangeDaysResult> {
  const isClosed = isClosedByOthers(day, await calendarRules(shop));
  return changeDays(shop, { first: day, last: day }, isClosed ? 'open' : 'reopen', by);
}

/** Whether other rules than the owner's decision about the day close it. No notice closes a day for good. */
function isClosedByOthers(day: Day, { closedReasons: _, ...rules }: CalendarRules): boolean {
  const others = { ...rules, forbiddenDays: [], pause: undefined, leadDays: 0 };
  return whyClosed(day, day, others) !== undefined;
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
): Promise<ChangeRulesResult> {
  const read = typedDayHours(londonDay(shop.clock.now())).safeParse(typed);
  if (!read.success) return reject(read.error);
  const { day, collections } = read.data;
  const hours = isSameHours(read.data.hours, usual) ? undefined : read.data.hours;
  const rules = await calendarRules(shop);
  const isOpen = !isClosedByOthers(day, { ...rules, extraDays: [] });
  const next = (now: StoredCalendar) => {
    const own = now.days[day];
    const asUsual = withDays(withDays(now, [day], 'reopen'), [day], 'end-opening');
    if (collections)
      return hours || !isOpen ? withDays(asUsual, [day], 'open', { hours }) : asUsual;
    const reason = isWithoutCollections(own) ? own.reason : '';
    return withDays(asUsual, [day], 'stop-collections', { reason, hours });
  };
  return changeByForm(shop, form, next, ({ days }) => days.some((other) => other.day === day));
}

/** Leaves a bank holiday as the rules say: it is not offered again. */
export function keepDay(shop: Editing, day: Day, by: string): Promise<ChangeDaysResult> {
  return changeDays(shop, { first: day, last: day }, 'keep', by);
}

/** Ends an extra opening. The other rules count again. */
export function endOpening(shop: Editing, day: Day, by: string): Promise<ChangeDaysResult> {
  return changeDays(shop, { first: day, last: day }, 'end-opening', by);
}

async function changeDays(
  shop: Editing,
  range: DayRange,
  change: DayChange,
  by: string,
  reason?: string,
): Promise<ChangeDaysResult> {
  const today = londonDay(shop.clock.now());
  const rejection = rangeProblem(range, today);
  if (rejection) return { ok: false, reason: rejection, today };
  const changed = await changeCalendar(shop, by, (now) =>
    withDays(now, daysOf(range), change, { reason }),
  );
  return { ok: true, changed: changed?.change.days.map(({ day }) => day) ?? [], change: changed };
}

function daysOf({ first, last }: DayRange): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

export type ChangeRulesResult =
  /** Undefined if nothing has changed. */
  | { ok: true; change: CalendarVersion | undefined }
  /** By the field's name. */
  | { ok: false; reason: 'invalid'; problems: Record<string, string> }
  /** Others have changed the same rules since the form was made. */
  | { ok: false; reason: 'conflict'; others: CalendarVersion[] };

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
): Promise<ChangeRulesResult> {
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
): Promise<ChangeRulesResult> {
  const read = TypedPeriod.safeParse(typed);
  if (!read.success) return reject(read.error);
  const { closedPeriods } = (await findCalendar(shop.db)).general;
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
): Promise<ChangeRulesResult> {
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
): Promise<ChangeRulesResult> {
  const read = typedPause(londonDay(shop.clock.now())).safeParse(typed);
  return read.success ? changeRules(shop, form, () => ({ pause: read.data })) : reject(read.error);
}

export function endPause(shop: Editing, by: string): Promise<ChangeRulesResult> {
  return changeRules(shop, { by, version: undefined }, () => ({ pause: undefined }));
}

/**
 * Sets how much the cafe makes on each weekday. What is ordered already counts.
 * @param typed from Monday to Sunday; undefined for a shop without limits.
 */
export async function setWeekCapacity(
  shop: Editing,
  typed: string[] | undefined,
  form: Form,
): Promise<ChangeRulesResult> {
  const read = TypedWeek.safeParse(typed ?? Array(7).fill(''));
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
): Promise<ChangeRulesResult> {
  const read = typedDayCapacity(londonDay(shop.clock.now())).safeParse(typed);
  if (!read.success) return reject(read.error);
  const { day, units } = read.data;
  const change = await changeCalendar(shop, by, (now) => withCapacity(now, day, units));
  return { ok: true, change };
}

export function changeRules(
  shop: Editing,
  form: Form,
  wanted: (now: GeneralRules) => Partial<GeneralRules>,
): Promise<ChangeRulesResult> {
  const next = (now: StoredCalendar) => ({
    ...now,
    general: { ...now.general, ...wanted(now.general) },
  });
  return changeByForm(shop, form, next, ({ rules: { fields, is } }) =>
    fields.some((field) => field in wanted(is)),
  );
}

/** @param isSame whether a change that others have made since the form was made is of the same. */
function changeByForm(
  shop: Editing,
  { by, version }: Form,
  next: (now: StoredCalendar) => StoredCalendar,
  isSame: (change: CalendarChange) => boolean,
): Promise<ChangeRulesResult> {
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

export function reject(error: z.ZodError): ChangeRulesResult {
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
