import { href } from 'react-router';
import {
  countOf,
  dayWords,
  loadOf,
  readCards,
  unitsInWords,
} from '#app/owner/collections/collection-view.ts';
import { newsView } from '#app/owner/collections/news/news-view.ts';
import { customerName } from '#app/owner/collections/words.ts';
import { outsideHoursInWords } from '#app/owner/days/booked-while-closed.ts';
import { undecidedHolidays } from '#app/owner/days/calendar/bank-holidays/undecided-holidays.ts';
import { closedWords, ownHoursInWords } from '#app/owner/days/words.ts';
import { nextThings } from '#app/owner/opening/next-things-view.ts';
import { type Collection, isToHandOver } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import {
  addDays,
  dateInOnePiece,
  dayInWords,
  weekday,
  weekdayName,
} from '#domain/calendar/days.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { type DayLoads, roomOn } from '#domain/capacity/capacity.ts';
import { itemsInWords } from '#domain/orders/items-in-words.ts';
import { collectionDays } from '#domain/orders/order.ts';
import type { Person } from '#domain/staff/person.ts';
import { may } from '#domain/staff/rights.ts';
import type { OpeningHours } from '#domain/words/hours.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import {
  changedByCustomers,
  collectionsToStart,
  handedOverUnpaid,
  listCollections,
  newInBook,
  notTickedOff,
  restsOverdue,
} from '#server/orders/book.ts';
import { dayLoads } from '#server/orders/days.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import { countOpenRequests } from '#server/requests/rows.ts';
import { type Shop, todayAt } from '#server/shop.ts';

const MOST_NEW = 6;
const MOST_INCIDENTS = 3;

/** How soon a bank holiday is, in days, if Today asks about it: customers order for it now. */
const HOLIDAYS_AHEAD = 42;

export type TodayView = Awaited<ReturnType<typeof todayView>>;

/** On the server: what Today shows. */
export async function todayView(shop: Shop, { id, role }: Person) {
  const today = todayAt(shop);
  const tomorrow = addDays(today, 1);
  const { rules } = await shownRules(shop);
  const [soon, toMake, changed, late, unpaid, overdue, requests, newest, incidents] =
    await Promise.all([
      listCollections(shop, { from: today, to: tomorrow }),
      collectionsToStart(shop),
      changedByCustomers(shop),
      notTickedOff(shop),
      may(role, 'take-payment') ? handedOverUnpaid(shop) : [],
      may(role, 'take-payment') ? restsOverdue(shop) : [],
      may(role, 'take-orders') ? countOpenRequests(shop) : 0,
      newInBook(shop),
      may(role, 'run-cafe') ? openIncidents(shop) : [],
    ]);
  const [week, loads, merchant] = await Promise.all([
    calendarRules(shop),
    dayLoads(shop, today, tomorrow),
    shop.merchant(),
  ]);
  const due = soon.filter(({ day }) => day === today);
  const { orders: fresh, isCut } = newest;
  const { cakes, customers } = loadOf(due);
  return {
    day: today,
    next: may(role, 'run-cafe') ? await nextThings(shop, id) : undefined,
    holidays: may(role, 'run-cafe') ? await undecidedHolidays(shop, HOLIDAYS_AHEAD) : [],
    title: dateInOnePiece(dayWords(today, today)),
    load: [
      customers > 0 && countOf(cakes, 'cake'),
      // Otherwise it is said above all else.
      roomOn(today, week, loads) >= 0 && unitsInWords(today, week, loads),
    ]
      .filter(Boolean)
      .join(' · '),
    standing: [
      ...standingOf(today, rules, week, loads),
      ...outsideHours([...soon, ...toMake], merchant.openingHours),
    ],
    toPrint: nextSheet([...soon, ...toMake], today),
    needsYou: {
      count: incidents.length + late.length + unpaid.length + overdue.length + requests,
      first: [
        ...counted(requests, {
          id: 'requests',
          one: 'One request waits for your answer.',
          many: 'requests wait for your answer.',
          detail: '',
        }),
        ...incidents
          .slice(0, MOST_INCIDENTS)
          .map(({ key, title, orderNumber, customerName, emails }) => ({
            id: key,
            text: title,
            detail: emails
              ? `${countOf(emails.count, 'e-mail')} not accepted yet`
              : [orderNumber && `Order ${orderNumber}`, customerName].filter(Boolean).join(', '),
          })),
        ...counted(late.length, {
          id: 'late',
          one: 'One order of the last few days is not ticked off.',
          many: 'orders of the last few days are not ticked off.',
          detail: late.length === 1 ? 'Was it collected?' : 'Were they collected?',
        }),
        ...counted(unpaid.length, {
          id: 'unpaid',
          one: 'One order was handed over and is not paid.',
          many: 'orders were handed over and are not paid.',
          detail: '',
        }),
        ...counted(overdue.length, {
          id: 'overdue',
          one: 'One order has not paid its rest in time.',
          many: 'orders have not paid their rest in time.',
          detail: '',
        }),
      ],
    },
    // What is done comes last.
    due: [...due.filter(isToHandOver), ...due.filter((each) => !isToHandOver(each))].map(
      await readCards(shop, role),
    ),
    role,
    // Those of today have cards.
    changed: changed
      .filter(({ days }) => !days.includes(today))
      .map((each) => ({
        id: each.number,
        name: customerName(each),
        days: each.days.map((day) => dayInWords(day, 'short', today)).join(', '),
        news: newsView(each),
      })),
    toMake: collectionDays(toMake).map((day) => ({
      day,
      words: `${day === addDays(today, 1) ? 'Tomorrow, ' : ''}${dayWords(day, today)}`,
      ...loadOf(toMake.filter((collection) => collection.day === day)),
    })),
    more:
      fresh.length > MOST_NEW
        ? `And ${isCut ? 'more than ' : ''}${fresh.length - MOST_NEW} more`
        : '',
    recent: fresh.map(({ number }) => number),
    newest: fresh.slice(0, MOST_NEW).map(({ number, name, items, days }) => ({
      number,
      name: customerName({ name }),
      days: days.map(({ day }) => dayInWords(day, 'short', today)).join(', '),
      items: itemsInWords(items),
    })),
  };
}

/** The next day whose sheet is printed tonight: the cafe may be closed tomorrow. */
function nextSheet(collections: Collection[], today: Day) {
  const day = collectionDays(collections).find((each) => each > today);
  if (!day) return undefined;
  return { day, words: day === addDays(today, 1) ? 'tomorrow' : dayInWords(day, 'short') };
}

interface Standing {
  words: string;
  /** Where it can be changed. */
  path: string;
}

/** What is out of the ordinary: a pause, a closed or full day. */
function standingOf(
  today: Day,
  { pause, ...rules }: CalendarRules,
  week: CalendarRules,
  loads: DayLoads,
): Standing[] {
  const standing: Standing[] = [];
  if (pause && pause.until > today) {
    const isNear = pause.until <= addDays(today, 6);
    const until = isNear ? weekdayName(weekday(pause.until)) : dayInWords(pause.until, 'short');
    standing.push({ words: `Paused until ${until}`, path: href('/owner/calendar/pause') });
  }
  const closed = closedWords(today, rules);
  const day = href('/owner/day/:day', { day: today });
  if (closed) {
    const [what = ''] = /^(Closed|No collections)/.exec(closed) ?? [];
    const isSingle = closed.startsWith(`${what}: `);
    standing.push({
      words: isSingle ? closed.replace(':', ' today:') : `${what} today`,
      path: day,
    });
  }
  const hours = ownHoursInWords(today, rules);
  if (hours) standing.push({ words: `Today ${hours}`, path: day });
  for (const [name, day] of [
    ['tomorrow', addDays(today, 1)],
    ['today', today],
  ] as const) {
    const units = loads.get(day)?.units ?? 0;
    const room = roomOn(day, week, loads);
    const path = href('/owner/day/:day', { day });
    if (room < 0)
      standing.push({ words: `Too full ${name}: ${unitsInWords(day, week, loads)}`, path });
    // Nobody can order for today any more.
    else if (room === 0 && units > 0 && day > today) standing.push({ words: `Full ${name}`, path });
  }
  return standing;
}

/** The next days' orders with a collection time when the cafe is closed. */
function outsideHours(collections: Collection[], opening: OpeningHours): Standing[] {
  const days = Map.groupBy(collections, ({ day }) => day);
  return [...days].flatMap(([day, ofDay]) => {
    const once = new Map(ofDay.map((each) => [each.orderId, each]));
    const words = outsideHoursInWords([...once.values()], opening);
    const path = href('/owner/day/:day', { day });
    return words ? { words: `${dayInWords(day, 'short')}: ${words}`, path } : [];
  });
}

interface Counted {
  id: string;
  one: string;
  many: string;
  detail: string;
}

/** A line of Needs you for several orders or requests; none for none. */
function counted(count: number, { id, one, many, detail }: Counted) {
  return count === 0 ? [] : [{ id, text: count === 1 ? one : `${count} ${many}`, detail }];
}
