import { href } from 'react-router';
import {
  arrivalsInWords,
  countOf,
  loadOf,
  unitsInWords,
} from '#app/owner/collections/collection-view.ts';
import { closedWords, ownHoursInWords, waitingInWords } from '#app/owner/days/words.ts';
import { rulesAt, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { roomOn } from '#domain/capacity/capacity.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listCollections } from '#server/orders/book.ts';
import { dayLoads } from '#server/orders/days.ts';
import { waitingByDay } from '#server/orders/waiting-rows.ts';
import { type Shop, todayAt } from '#server/shop.ts';

/** What the cafe has to know of the day for which something is asked. */
export async function requestDay(shop: Shop, day: Day) {
  const [booked, rules, loads, waiting] = await Promise.all([
    listCollections(shop, { from: day, to: day }),
    calendarRules(shop),
    dayLoads(shop, day, day),
    waitingByDay(shop, day, day),
  ]);
  const today = todayAt(shop);
  const closed = whyClosed(day, today, rulesAt(shop.clock.now(), rules));
  const { cakes, customers, groups } = loadOf(booked);
  const room = roomOn(day, rules, loads);
  return {
    words: dayInWords(day),
    path: href('/owner/day/:day', { day }),
    /** What speaks against it. */
    against: [
      day < today && 'The day is over',
      day >= today && closed === 'too-soon' && 'Sooner than customers can order',
      closed === 'too-far' && 'Later than customers can order',
      day >= today && closedWords(day, rules),
      room === 0 && 'Full',
      room < 0 && 'Too full',
    ].filter((words) => typeof words === 'string'),
    facts: [
      ownHoursInWords(day, rules),
      customers === 0
        ? 'Nothing is booked'
        : `${countOf(cakes, 'cake')} for ${countOf(customers, 'customer')}`,
      unitsInWords(day, rules, loads),
      room > 0 && Number.isFinite(room) && `room for ${countOf(room, 'point')}`,
      waitingInWords(waiting.get(day)),
      arrivalsInWords(booked),
    ].filter((words) => typeof words === 'string' && words !== ''),
    groups,
  };
}
