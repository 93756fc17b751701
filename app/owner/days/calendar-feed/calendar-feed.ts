import { data, href } from 'react-router';
import { countOf, loadOf, unitsInWords } from '#app/owner/collections/collection-view.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { addDays } from '#domain/calendar/days.ts';
import { icsFile } from '#domain/calendar/ics.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listCollections } from '#server/orders/book.ts';
import { dayLoads } from '#server/orders/days.ts';
import { todayAt } from '#server/shop.ts';
import { isCalendarFeed } from '#server/staff/calendar-feed.ts';
import type { Route } from './+types/calendar-feed';

const DAYS_BACK = 14;

/**
 * The days of the cafe for the calendar program of a person: an event a day, `7 cakes, 14 of 20 points`. No
 * names, because the programs' companies can read it.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const origin = context.get(siteContext).origin;
  if (!(await isCalendarFeed(shop, params.token))) throw data(null, { status: 404 });
  const today = todayAt(shop);
  const [from, to] = [addDays(today, -DAYS_BACK), addDays(today, MAX_DAYS_AHEAD)];
  const [booked, rules, loads, { name }] = await Promise.all([
    listCollections(shop, { from, to }),
    calendarRules(shop),
    dayLoads(shop, from, to),
    shop.merchant(),
  ]);
  const events = [...Map.groupBy(booked, ({ day }) => day)].map(([day, collections]) => {
    const { cakes, customers } = loadOf(collections);
    const count = cakes === 0 ? countOf(customers, 'order') : countOf(cakes, 'cake');
    const units = unitsInWords(day, rules, loads);
    return {
      uid: `${day}@${new URL(origin).host}`,
      sequence: 0,
      day,
      time: undefined,
      summary: units ? `${count}, ${units}` : count,
      location: '',
      description: origin + href('/owner/day/:day', { day }),
    };
  });
  return new Response(icsFile(events, shop.clock.now(), { calendarName: name }), {
    headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
  });
}
