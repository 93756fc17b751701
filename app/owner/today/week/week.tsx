import { href } from 'react-router';
import {
  arrivalsInWords,
  countOf,
  loadOf,
  unitsInWords,
} from '#app/owner/collections/collection-view.ts';
import { closedWords } from '#app/owner/days/words.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import type { Fulfilment } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, isDay, weekday } from '#domain/calendar/days.ts';
import { roomOn } from '#domain/capacity/capacity.ts';
import { may } from '#domain/staff/rights.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import { listCollections } from '#server/orders/book.ts';
import { dayLoads } from '#server/orders/days.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/week';
import styles from './week.module.css';

const DAYS = 14;
const MONDAY = 1;

export const handle = LIVE;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const asked = new URL(request.url).searchParams.get('from');
  const from = isDay(asked) ? asked : today;
  const to = addDays(from, DAYS - 1);
  const { rules } = await shownRules(shop);
  const [booked, all, loads] = await Promise.all([
    listCollections(shop, { from, to }),
    calendarRules(shop),
    dayLoads(shop, from, to),
  ]);
  return {
    mayPlan: may(context.get(personContext).role, 'run-cafe'),
    title: `${dayInWords(from, 'short')} to ${dayInWords(to, 'short')}`,
    isNow: from === today,
    previous: addDays(from, -7),
    next: addDays(from, 7),
    days: Array.from({ length: DAYS }, (_, n) => {
      const day = addDays(from, n);
      const collections = booked.filter((collection) => collection.day === day);
      const { cakes, inALine } = loadOf(collections);
      const cakesIn = (state: Fulfilment, words: string) => {
        const inState = collections.filter(({ fulfilment }) => fulfilment === state);
        const { cakes: count } = loadOf(inState);
        return count > 0 && `${count} ${words}`;
      };
      return {
        day,
        words: dayInWords(day, 'short'),
        isToday: day === today,
        isPast: day < today,
        isMonday: weekday(day) === MONDAY,
        cakes: collections.length === 0 ? '' : countOf(cakes, 'cake'),
        toMake: inALine,
        progress: [
          cakesIn('to-make', 'to make'),
          cakesIn('ready', 'ready'),
          cakesIn('collected', 'collected'),
          cakesIn('missed', 'not collected'),
        ]
          .filter(Boolean)
          .join(' · '),
        closed: closedWords(day, rules),
        times: arrivalsInWords(collections),
        units: unitsInWords(day, all, loads),
        isTooFull: roomOn(day, all, loads) < 0,
      };
    }),
  };
}

export default function Week({ loaderData }: Route.ComponentProps) {
  const { mayPlan, title, isNow, previous, next, days } = loaderData;
  const week = (from: Day) => ({ pathname: href('/owner/week'), search: `?from=${from}` });
  return (
    <Screen title="Week" heading={isNow ? 'The next two weeks' : 'Two weeks'} summary={title}>
      <nav className={kit.links} aria-label="Weeks">
        <QuietLink to={week(previous)}>‹ Week before</QuietLink>
        {!isNow && <QuietLink to={href('/owner/week')}>From today</QuietLink>}
        <QuietLink to={week(next)}>Week after ›</QuietLink>
        {mayPlan && <QuietLink to={href('/owner/calendar')}>Calendar</QuietLink>}
      </nav>
      <Rows>
        {days.map((day) => (
          <DayRow key={day.day} {...day} />
        ))}
      </Rows>
    </Screen>
  );
}

type DayRowProps = Route.ComponentProps['loaderData']['days'][number];

function DayRow(props: DayRowProps) {
  const { day, words, isToday, isPast, isMonday, cakes, toMake, progress, closed } = props;
  const { units, isTooFull, times } = props;
  return (
    <Row
      to={href('/owner/day/:day', { day })}
      className={isMonday ? `${styles.day} ${styles.monday}` : styles.day}
      aria-current={isToday ? 'date' : undefined}
    >
      <span className={styles.words}>
        {words}
        {isToday && <span className={styles.isToday}>Today</span>}
      </span>
      <span className={styles.load}>
        {cakes || closed || (isPast ? 'Nothing' : 'Nothing yet')}
        {isTooFull ? (
          <strong className={styles.tooFull}>Too full: {units}</strong>
        ) : (
          units && !closed && <span className={styles.points}>{units}</span>
        )}
      </span>
      {toMake && (
        <span className={styles.detail}>
          {toMake}
          <br />
          <span className={kit.quiet}>
            {progress}
            {closed && ` · ${closed}`}
            {times && (
              <>
                <br />
                {times}
              </>
            )}
          </span>
        </span>
      )}
    </Row>
  );
}
