import { bankHolidays } from '#domain/calendar/bank-holidays.ts';
import { addDays, dayInWords } from '#domain/calendar/days.ts';
import { hoursOn } from '#domain/words/hours.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { currentWords } from '#server/content/texts.ts';
import { type Shop, todayAt } from '#server/shop.ts';

const A_YEAR = 366;

/** On the server: the coming bank holidays on which the cafe would be open, and nobody has said whether it is. */
export async function undecidedHolidays(shop: Shop, daysAhead = A_YEAR) {
  const today = todayAt(shop);
  const rules = await calendarRules(shop);
  const opening = { week: (await currentWords(shop)).hours.week, rules };
  return bankHolidays({ first: today, last: addDays(today, daysAhead) })
    .filter(({ day }) => rules.days[day] === undefined && hoursOn(day, opening) !== undefined)
    .map(({ day, name }) => ({ day, name, words: dayInWords(day, 'short') }));
}
