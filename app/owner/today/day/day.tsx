import { data, href } from 'react-router';
import { CollectionCards, Groups } from '#app/owner/collections/collection-card.tsx';
import {
  arrivalsInWords,
  countOf,
  dayWords,
  loadOf,
  readCards,
  unitsInWords,
} from '#app/owner/collections/collection-view.ts';
import { outsideHoursInWords } from '#app/owner/days/booked-while-closed.ts';
import { closedWords, ownHoursInWords, waitingInWords } from '#app/owner/days/words.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { isPaused } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dateInOnePiece, dayInWords, isDay } from '#domain/calendar/days.ts';
import { roomOn } from '#domain/capacity/capacity.ts';
import { offerEndInWords } from '#domain/capacity/waiting.ts';
import { makingInWords } from '#domain/orders/items-in-words.ts';
import { may } from '#domain/staff/rights.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import { listCollections } from '#server/orders/book.ts';
import { dayLoads } from '#server/orders/days.ts';
import { quotesFor } from '#server/orders/quotes.ts';
import { waitingFor } from '#server/orders/waiting-rows.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/day';
import styles from './day.module.css';

export const handle = LIVE;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { day } = params;
  if (!isDay(day)) throw data(null, { status: 404 });
  const shop = context.get(shopContext);
  const [booked, { rules }, all, loads, waiting, quotes, merchant] = await Promise.all([
    listCollections(shop, { from: day, to: day }),
    shownRules(shop),
    calendarRules(shop),
    dayLoads(shop, day, day),
    waitingFor(shop, day),
    quotesFor(shop, day),
    shop.merchant(),
  ]);
  const isPast = day < todayAt(shop);
  const { role } = context.get(personContext);
  const { cakes, customers, groups } = loadOf(booked);
  return {
    day,
    title: dateInOnePiece(dayWords(day, todayAt(shop))),
    isPast,
    role,
    closed: isPast ? undefined : closedWords(day, rules),
    hours: ownHoursInWords(day, rules),
    outside: isPast ? undefined : outsideHoursInWords(booked, merchant.openingHours),
    isPaused: isPaused(day, rules),
    previous: neighbour(addDays(day, -1)),
    next: neighbour(addDays(day, 1)),
    load: `${countOf(cakes, 'cake')} for ${countOf(customers, 'customer')}`,
    units: unitsInWords(day, all, loads),
    isTooFull: roomOn(day, all, loads) < 0,
    waiting: waitingInWords(waiting.length),
    line: waiting.map(({ id, items, units, offeredUntil }) => ({
      id,
      words: [
        makingInWords(items),
        all.capacity !== undefined && countOf(units, 'point'),
        offeredUntil && `offered until ${offerEndInWords(offeredUntil, shop.clock.now())}`,
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    quotes: quotes.map(({ number, name, validUntil, holdsDay, units }) => ({
      number,
      name: name || 'Name removed',
      words: [
        `until ${dayInWords(validUntil, 'short')}`,
        holdsDay && all.capacity !== undefined && `keeps ${countOf(units, 'point')}`,
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    hasLimits: all.capacity !== undefined,
    groups,
    times: arrivalsInWords(booked),
    collections: booked.map(await readCards(shop, role)),
  };
}

function neighbour(day: Day) {
  return { day, words: dayInWords(day, 'short') };
}

export default function DayScreen({ loaderData }: Route.ComponentProps) {
  const { day, title, isPast, role, closed, hours, previous, next, load, units, isTooFull } =
    loaderData;
  const { groups, collections } = loaderData;
  const mayPlan = may(role, 'run-cafe') && !isPast;
  return (
    <Screen
      title={title}
      summary={
        <>
          {collections.length === 0 ? 'No orders' : load}
          {units && (
            <>
              {' · '}
              {isTooFull ? <strong className={kit.marked}>Too full: {units}</strong> : units}
            </>
          )}
          {loaderData.waiting && ` · ${loaderData.waiting}`}
          {closed && ` · ${closed}`}
          {hours && ` · ${hours}`}
        </>
      }
    >
      <div className="cluster">
        <nav className={kit.links} aria-label="Days">
          <QuietLink to={href('/owner/day/:day', { day: previous.day })}>
            ‹ {previous.words}
          </QuietLink>
          <QuietLink to={href('/owner/day/:day', { day: next.day })}>{next.words} ›</QuietLink>
          <QuietLink to={`${href('/owner/week')}?from=${day}`}>Week</QuietLink>
        </nav>
        <div className="cluster">
          {collections.length > 0 && (
            <>
              <a
                className={kit.action}
                href={href('/owner/print/bake-sheet/:day', { day })}
                data-shortcut="p"
                aria-keyshortcuts="p"
              >
                Print bake sheet
              </a>
              <a
                className={kit.action}
                href={href('/owner/print/tickets/:day', { day })}
                aria-label="Print tickets"
              >
                Tickets
              </a>
              <a
                className={kit.action}
                href={href('/owner/print/labels/:day', { day })}
                aria-label="Print labels"
              >
                Labels
              </a>
            </>
          )}
          {mayPlan && <OpenOrClose {...loaderData} />}
          {mayPlan && loaderData.hasLimits && (
            <ActionLink
              to={{ pathname: href('/owner/capacity'), search: `?day=${day}`, hash: 'day' }}
            >
              Change the points
            </ActionLink>
          )}
        </div>
      </div>
      {loaderData.outside && <Notice kind="warning">{loaderData.outside}.</Notice>}
      {collections.length === 0 ? (
        <div className={kit.section}>
          <Notice kind="empty">Nobody collects on this day{isPast ? '.' : ' yet.'}</Notice>
        </div>
      ) : (
        <div className={kit.columns}>
          <Section title="In all" className={styles.inAll}>
            <Groups groups={groups} />
            {loaderData.times && <p className={kit.quiet}>{loaderData.times}</p>}
          </Section>
          <Section title="Orders">
            {/* Another day is another list. */}
            <CollectionCards
              key={day}
              collections={collections}
              canMove={may(role, 'change-orders')}
            />
          </Section>
        </div>
      )}
      {loaderData.line.length > 0 && (
        <Section title="Waiting for a place">
          <Notice kind="quiet">
            A place that comes free is offered by e-mail, one customer after the other.
          </Notice>
          <ol className={kit.bullets}>
            {loaderData.line.map(({ id, words }) => (
              <li key={id}>{words}</li>
            ))}
          </ol>
        </Section>
      )}
      {loaderData.quotes.length > 0 && (
        <Section title="Quotes, not in the book yet">
          <Rows>
            {loaderData.quotes.map(({ number, name, words }) => (
              <Row key={number} to={href('/owner/orders/:order', { order: number })}>
                <strong>{name}</strong> · {words}
              </Row>
            ))}
          </Rows>
        </Section>
      )}
    </Screen>
  );
}

type Availability = Pick<
  Route.ComponentProps['loaderData'],
  'day' | 'closed' | 'isPaused' | 'collections'
>;

/** Closing a day shows its orders first, if there are any. */
function OpenOrClose({ day, closed, isPaused, collections }: Availability) {
  if (isPaused) {
    return <ActionLink to={href('/owner/calendar/pause')}>Pause</ActionLink>;
  }
  if (closed !== undefined) {
    return (
      <Action to={href('/owner/calendar/days')} fields={{ what: 'open', from: day }}>
        Open this day
      </Action>
    );
  }
  if (collections.length > 0) {
    return (
      <ActionLink to={`${href('/owner/calendar/close')}?from=${day}`}>Close this day</ActionLink>
    );
  }
  return (
    <Action
      to={`${href('/owner/calendar/close')}?from=${day}`}
      fields={{ from: day, to: day, reason: '' }}
    >
      Close this day
    </Action>
  );
}
