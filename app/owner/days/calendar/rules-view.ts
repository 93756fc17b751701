import { isPaused, nextOpenDays, rulesAt } from '#domain/calendar/collection-days.ts';
import { dayInWords, WEEKDAYS } from '#domain/calendar/days.ts';
import { periodText } from '#domain/calendar/reason-text.ts';
import { calendarRules, calendarVersion } from '#server/content/calendar.ts';
import { currentWords } from '#server/content/texts.ts';
import { type Shop, todayAt } from '#server/shop.ts';

export type RulesView = Awaited<ReturnType<typeof rulesView>>;

/** On the server: the rules of the calendar, as its forms show them. */
export async function rulesView(shop: Shop) {
  const today = todayAt(shop);
  // Before the rules: a change in between must be one that the form does not know.
  const version = await calendarVersion(shop);
  const rules = await calendarRules(shop);
  const { leadDays, cutOff, noticeInBakingDays, daysAhead, closedWeekdays, closedPeriods, pause } =
    rules;
  const [soonest] = nextOpenDays(1, today, rulesAt(shop.clock.now(), rules));
  const { week } = (await currentWords(shop)).hours;
  return {
    version,
    today,
    leadDays,
    closedDays: noticeInBakingDays ? 'skip' : 'count',
    cutOff,
    /** Of an order that is placed now. */
    soonest: soonest && dayInWords(soonest),
    daysAhead,
    closedWeekdays,
    /** By the opening hours. */
    shutWeekdays: WEEKDAYS.filter((day) => !week.some(({ weekday }) => weekday === day)),
    periods: closedPeriods.map((period) => ({ ...period, words: periodText(period) })),
    pause: pause && isPaused(today, rules) ? { ...pause, day: dayInWords(pause.until) } : undefined,
  };
}
