import { href, Link } from 'react-router';
import { useStableList } from '#app/live/use-stable-list.ts';
import { CollectionCards, Groups } from '#app/owner/collections/collection-card.tsx';
import {
  type CollectionView,
  collectionView,
  countOf,
  dayWords,
  loadOf,
  unitsInWords,
} from '#app/owner/collections/collection-view.ts';
import { AsksToCancel, CustomerNews } from '#app/owner/collections/news/customer-news.tsx';
import { newsView } from '#app/owner/collections/news/news-view.ts';
import { readyView } from '#app/owner/collections/ready/ready-view.ts';
import { useTicks } from '#app/owner/collections/ticks/fulfilment-form.tsx';
import { shownFulfilment } from '#app/owner/collections/ticks/ticks.ts';
import { useArrivals } from '#app/owner/collections/use-arrivals.ts';
import { customerName } from '#app/owner/collections/words.ts';
import { outsideHoursInWords } from '#app/owner/days/booked-while-closed.ts';
import { BankHolidays } from '#app/owner/days/calendar/bank-holidays/bank-holidays.tsx';
import { undecidedHolidays } from '#app/owner/days/calendar/bank-holidays/undecided-holidays.ts';
import { closedWords, ownHoursInWords } from '#app/owner/days/words.ts';
import { ThisScreen } from '#app/owner/frame/this-screen.tsx';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { NextThings } from '#app/owner/opening/next-things.tsx';
import { nextThings } from '#app/owner/opening/next-things-view.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
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
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/today';
import styles from './today.module.css';

const MOST_NEW = 6;
const MOST_INCIDENTS = 3;

export const handle = LIVE;

/** How soon a bank holiday is, in days, if Today asks about it: customers order for it now. */
const HOLIDAYS_AHEAD = 42;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { id, role } = context.get(personContext);
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
      (each) => ({
        ...collectionView(each, role),
        ready: readyView(each, merchant, shop.clock.now()),
      }),
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

export default function Today({ loaderData }: Route.ComponentProps) {
  const { day: today, next, title, load, standing, toPrint, needsYou, due } = loaderData;
  const { holidays, changed, toMake, recent, newest, more, role } = loaderData;
  const isNewOrder = useArrivals(newest.map(({ number }) => number));
  return (
    <Screen
      title="Today"
      heading={title}
      summary={
        <>
          <HandedOver due={due} />
          {load && ` · ${load}`}
        </>
      }
    >
      {standing.length > 0 && (
        <ul className={styles.standing}>
          {standing.map(({ words, path }) => (
            <li key={words}>{may(role, 'run-cafe') ? <Link to={path}>{words}</Link> : words}</li>
          ))}
        </ul>
      )}
      {(may(role, 'take-orders') || toPrint) && (
        <p className={kit.actions}>
          {may(role, 'take-orders') && (
            <ActionLink to={href('/owner/orders/new')}>New order</ActionLink>
          )}
          {toPrint && (
            <a
              className={kit.action}
              href={href('/owner/print/bake-sheet/:day', { day: toPrint.day })}
              data-shortcut="p"
              aria-keyshortcuts="p"
            >
              Print {toPrint.words}
            </a>
          )}
        </p>
      )}
      {/* Today's cakes come first. */}
      {next && due.length === 0 && <NextThings {...next} />}
      <div className={styles.today}>
        <div>
          <NeedsYou {...needsYou} />
          <Changed changed={changed} role={role} />

          <Section title="Hand over">
            {/* Another day is another list. */}
            <CollectionCards
              key={today}
              collections={due}
              isByTime
              canBePaid={may(role, 'take-payment')}
              canCancel={may(role, 'cancel-and-refund')}
              empty={
                <Notice kind="empty">
                  Nobody collects today. New orders appear here by themselves.
                </Notice>
              }
            />
          </Section>
        </div>
        <div>
          <Section title="Start today">
            {toMake.length === 0 && <Notice kind="empty">Nothing to start today.</Notice>}
            {toMake.map(({ day, words, groups }) => (
              <div key={day} className={styles.dayToMake}>
                <h3>
                  <Link to={href('/owner/day/:day', { day })}>{words}</Link>
                </h3>
                <Groups groups={groups} />
              </div>
            ))}
          </Section>

          <Section title="New since yesterday">
            {newest.length === 0 ? (
              <Notice kind="empty">No order since yesterday.</Notice>
            ) : (
              <Rows>
                {newest.map(({ number, name, days, items }) => (
                  <Row key={number} to={href('/owner/orders/:order', { order: number })}>
                    {isNewOrder(number) && <span className={styles.isNew}>New </span>}
                    <strong>{name}</strong> · {days}
                    <br />
                    <span className={kit.quiet}>{items}</span>
                  </Row>
                ))}
              </Rows>
            )}
            {more && <QuietLink to={href('/owner/orders')}>{more}</QuietLink>}
          </Section>

          {holidays.length > 0 && (
            <Section title="Will you be open?">
              <BankHolidays holidays={holidays} />
            </Section>
          )}

          <ThisScreen orders={recent} />
        </div>
      </div>
      {next && due.length > 0 && <NextThings {...next} />}
    </Screen>
  );
}

/** `2 of 4 handed over`, with the ticks that are on their way. */
function HandedOver({ due }: { due: CollectionView[] }) {
  const ticks = useTicks();
  if (due.length === 0) return 'Nothing to hand over today';
  const done = due.filter((each) => shownFulfilment(ticks, each) === 'collected');
  return `${done.length} of ${due.length} handed over`;
}

function NeedsYou({ count, first }: Route.ComponentProps['loaderData']['needsYou']) {
  if (count === 0) {
    return <p className={`${kit.quiet} ${kit.below}`}>All quiet: nothing needs you.</p>;
  }
  return (
    <Section
      title={<Link to={href('/owner/needs-you')}>Needs you: {count}</Link>}
      className={styles.needsYou}
    >
      <ul>
        {first.map(({ id, text, detail }) => (
          <li key={id}>
            {text} <span className={kit.quiet}>{detail}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type ChangedProps = Pick<Route.ComponentProps['loaderData'], 'changed' | 'role'>;

/** Orders for other days that customers have changed, or want to cancel. They keep their places. */
function Changed({ changed, role }: ChangedProps) {
  const shown = useStableList(changed);
  if (shown.length === 0) return null;
  return (
    <Section title="Changed by customers" className={styles.changed}>
      <ul>
        {shown.map(({ item: { id, name, days, news }, isGone }) => (
          <li key={id} data-row>
            <p>
              <Link to={href('/owner/orders/:order', { order: id })}>
                <strong>{name}</strong>
              </Link>{' '}
              · {days}
            </p>
            {!isGone && news?.requestsCancel && (
              <AsksToCancel number={id} canAnswer={may(role, 'cancel-and-refund')} />
            )}
            <CustomerNews news={isGone ? undefined : news} name={name} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
