import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, isDay, londonDay, monthAndDay } from '#domain/calendar/days.ts';
import {
  type CalendarChange,
  type GeneralRules,
  MAX_DAYS_AHEAD,
  type RulesWanted,
  type YearlyPeriod,
} from '#domain/calendar/rules.ts';
import { PlainLine } from '#domain/orders/text-schemas.ts';
import type { Ports } from '#server/ports.ts';

const MAX_LEAD_DAYS = 60;
const MAX_REASON = 80;
const MAX_WORDS = 160;
const MAX_PERIODS = 40;
const SHORTEST_YEAR = 365;

/** Visitors read it inside a sentence, which has its own full stop. */
const Words = PlainLine.transform((text) => text.trim().replace(/[.\s]+$/, ''));
const isShort = (most: number) => (text: string) => text.length <= most;

/** Why a day or period is closed, as the owner types it. */
export const Reason = Words.refine(
  isShort(MAX_REASON),
  `Please say it in ${MAX_REASON} characters at most.`,
);

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .transform((text) => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : -1))
    .refine(
      (count) => count >= least && count <= most,
      `Please type a number from ${least} to ${most}.`,
    );

const WeeklyRules = z
  .object({
    leadDays: wholeNumber(0, MAX_LEAD_DAYS),
    daysAhead: wholeNumber(1, MAX_DAYS_AHEAD),
    closedWeekdays: z
      .array(z.coerce.number().int().min(1).max(7))
      .transform((days) => [...new Set(days)].sort())
      .refine(
        (days) => days.length < 7,
        'Leave one day of the week open. To close all, pause the shop.',
      ),
  })
  .refine(({ leadDays, daysAhead }) => leadDays <= daysAhead, {
    path: ['daysAhead'],
    message: 'This has to be more than the notice that you need, or nobody can order.',
  });

const chosenDay = z.string().refine((text) => Day.safeParse(text).success, 'Please choose a day.');

const Period = z
  .object({ from: chosenDay, to: chosenDay, reason: Reason })
  // Without their years the two days would mean nearly the whole year.
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'This comes before the first day. For days over New Year, choose the next year here.',
  })
  .refine(({ from, to }) => !isDay(from) || to < addDays(from, SHORTEST_YEAR), {
    path: ['to'],
    message: 'This has to be within a year of the first day.',
  });

const Pause = z.object({
  until: chosenDay,
  words: Words.refine(isShort(MAX_WORDS), `Please say it in ${MAX_WORDS} characters at most.`),
});

/** What the owner has typed, before it is checked. */
interface TypedRules {
  leadDays: string;
  daysAhead: string;
  closedWeekdays: string[];
}

type RuleField =
  | 'leadDays'
  | 'daysAhead'
  | 'closedWeekdays'
  | 'from'
  | 'to'
  | 'reason'
  | 'until'
  | 'words';
type RuleProblems = Partial<Record<RuleField, string>>;

export type ChangeRulesResult =
  /** Undefined if nothing has changed. */
  | { ok: true; change: CalendarChange | undefined }
  | { ok: false; reason: 'invalid'; problems: RuleProblems }
  /** Others have changed the same rules since the form was made. */
  | { ok: false; reason: 'conflict'; others: CalendarChange[] };

type NeededPorts = Pick<Ports, 'calendar' | 'clock' | 'log'>;

interface By {
  /** The person's id. */
  by: string;
  /** The last change when the form was made; undefined for a step that suits any rules. */
  since: number | undefined;
}

/** Changes those of the rules that differ. */
export function changeWeeklyRules(
  ports: NeededPorts,
  typed: TypedRules,
  person: By,
): Promise<ChangeRulesResult> {
  const read = WeeklyRules.safeParse(typed);
  if (!read.success) return invalid(read.error);
  return save(ports, person, () => read.data);
}

/** Adds a yearly period. @param typed two days of any year, or of a year and the next. */
export async function addPeriod(
  ports: NeededPorts,
  typed: { from: string; to: string; reason: string },
  by: string,
): Promise<ChangeRulesResult> {
  const read = Period.safeParse(typed);
  if (!read.success) return invalid(read.error);
  const { reason } = read.data;
  const from = monthAndDay(Day.parse(read.data.from));
  const to = monthAndDay(Day.parse(read.data.to));
  const { closedPeriods } = await ports.calendar.generalRules();
  if (closedPeriods.length >= MAX_PERIODS) {
    return reject({ from: `There are ${MAX_PERIODS} already. Please remove one first.` });
  }
  return saveAnyway(ports, by, (current) => ({
    closedPeriods: [
      ...withoutPeriod(current, { from, to }),
      { from, to, ...(reason !== '' && { reason }) },
    ].sort((one, other) => (one.from < other.from ? -1 : 1)),
  }));
}

export function removePeriod(
  ports: NeededPorts,
  period: YearlyPeriod,
  by: string,
): Promise<ChangeRulesResult> {
  return saveAnyway(ports, by, (current) => ({ closedPeriods: withoutPeriod(current, period) }));
}

function withoutPeriod({ closedPeriods }: GeneralRules, { from, to }: YearlyPeriod) {
  return closedPeriods.filter((period) => period.from !== from || period.to !== to);
}

/**
 * Lets customers order only for days from `until` on. They may order during the pause, and what they are
 * paying already counts.
 */
export async function pauseOrders(
  ports: NeededPorts,
  typed: { until: string; words: string },
  person: By,
): Promise<ChangeRulesResult> {
  const read = Pause.safeParse(typed);
  if (!read.success) return invalid(read.error);
  const until = Day.parse(read.data.until);
  const today = londonDay(ports.clock.now());
  if (until <= today) return reject({ until: 'Please choose a day after today.' });
  if (until > addDays(today, MAX_DAYS_AHEAD)) {
    return reject({ until: 'That is more than two years ahead. Is there a slip in the year?' });
  }
  const words = read.data.words || `We are away: you can order for ${dayInWords(until)} and later`;
  return save(ports, person, () => ({ pause: { until, words } }));
}

export function endPause(ports: NeededPorts, by: string): Promise<ChangeRulesResult> {
  return saveAnyway(ports, by, () => ({ pause: null }));
}

async function save(
  { calendar, log }: NeededPorts,
  { by, since }: By,
  next: (current: GeneralRules) => RulesWanted,
): Promise<ChangeRulesResult> {
  const result = await calendar.changeRules(next, since, by);
  if (!result.ok) return { ok: false, reason: 'conflict', others: result.others };
  if (result.change) log.info({ change: result.change.id }, 'rules changed by the owner');
  return result;
}

function saveAnyway(
  ports: NeededPorts,
  by: string,
  next: (current: GeneralRules) => RulesWanted,
): Promise<ChangeRulesResult> {
  return save(ports, { by, since: undefined }, next);
}

async function invalid(error: z.ZodError): Promise<ChangeRulesResult> {
  return reject(
    Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]).reverse()),
  );
}

function reject(problems: RuleProblems): ChangeRulesResult {
  return { ok: false, reason: 'invalid', problems };
}
