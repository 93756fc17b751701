import { countOf } from '#app/owner/collections/collection-view.ts';
import { addDays, dayInWords, WEEKDAYS, weekdayName } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { calendarRules, calendarVersion } from '#server/content/calendar.ts';
import { busiestDays, dayLoads } from '#server/orders/days.ts';
import { type Shop, todayAt } from '#server/shop.ts';

const YEAR = 365;

export type CapacityView = Awaited<ReturnType<typeof capacityView>>;

/** On the server: what the cafe makes in a day, as its forms show it. */
export async function capacityView(shop: Shop) {
  const today = todayAt(shop);
  // Before the rules: a change in between must be one that the form does not know.
  const version = await calendarVersion(shop);
  const [{ capacity }, busiest, loads] = await Promise.all([
    calendarRules(shop),
    busiestDays(shop, addDays(today, -YEAR)),
    dayLoads(shop, today, addDays(today, MAX_DAYS_AHEAD)),
  ]);
  return {
    version,
    today,
    isOn: capacity !== undefined,
    week: WEEKDAYS.map((weekday) => {
      const most = busiest.get(weekday);
      return {
        name: weekdayName(weekday),
        units: capacity?.[weekday - 1] ?? null,
        busiest: most
          ? `Your busiest ${weekdayName(weekday)} ${most.day < today ? 'was' : 'is'} ${countOf(most.units, 'point')}, ${dayInWords(most.day, 'short')}`
          : `No orders for a ${weekdayName(weekday)} yet`,
      };
    }),
    own: [...loads]
      .filter(([, { own }]) => own !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, { own, units }]) => ({
        day,
        words: dayInWords(day, 'short'),
        load: `${units} of ${own}`,
      })),
  };
}
