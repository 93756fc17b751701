import { href, Link } from 'react-router';
import { countOf, loadOf } from '#app/owner/collections/collection-view.ts';
import { bookedWhileClosed } from '#app/owner/days/booked-while-closed.ts';
import {
  closedWords,
  ownDayInWords,
  ownHoursInWords,
  rangeInWords,
  rangesOf,
  waitingInWords,
} from '#app/owner/days/words.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { ActionRow, Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { isWithoutCollections } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import {
  addDays,
  dayInWords,
  isDay,
  WEEKDAYS,
  weekday,
  weekdayName,
} from '#domain/calendar/days.ts';
import { type CalendarRules, MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { listCollections } from '#server/orders/book.ts';
import { waitingByDay } from '#server/orders/waiting-rows.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/calendar';
import { BankHolidays } from './bank-holidays/bank-holidays.tsx';
import { undecidedHolidays } from './bank-holidays/undecided-holidays.ts';
import styles from './calendar.module.css';
import { PauseNow } from './pause/pause.tsx';
import { Periods } from './period/periods.tsx';
import { rulesView } from './rules-view.ts';
import { WeeklyRulesForm } from './weekly-rules.tsx';

const WEEKS = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const monday = addDays(today, 1 - weekday(today));
  const days = Array.from({ length: WEEKS * 7 }, (_, n) => addDays(monday, n));
  const view = await rulesView(shop);
  const [rules, holidays, booked, whileClosed, waiting] = await Promise.all([
    calendarRules(shop),
    undecidedHolidays(shop),
    listCollections(shop, { from: today, to: days.at(-1) ?? today }),
    bookedWhileClosed(shop),
    waitingByDay(shop, today, addDays(today, MAX_DAYS_AHEAD)),
  ]);
  const coming = Object.entries(rules.days).flatMap(([text, own]) =>
    isDay(text) && text >= today ? [{ day: text, ...own }] : [],
  );
  const closed = coming.filter(isWithoutCollections).map(({ day }) => day);
  return {
    ...view,
    holidays,
    days: days.map((day) => dayView(day, today, rules, cakesOf)),
    // Apart from those that are closed each week.
    why: rangesOf(
      days.filter((day) => day >= today),
      (day) => closedWords(day, { ...rules, closedWeekdays: [] }),
    ).map(({ words: reason, ...range }) => ({ words: rangeInWords(range), reason })),
    whileClosed: [...Map.groupBy(whileClosed, ({ day }) => day)].map(([day, { length }]) => ({
      day,
      words: `${dayInWords(day, 'short')}: ${countOf(length, 'order')}`,
    })),
    waiting: [...waiting].sort().map(([day, count]) => ({
      day,
      words: `${dayInWords(day, 'short')}: ${waitingInWords(count)}`,
    })),
    closed: rangesOf(closed, (day) => ownDayInWords(rules.days[day])).map(
      ({ words: closure, first, last }) => ({
        first,
        last,
        words: rangeInWords({ first, last }),
        closure,
        days: closed
          .filter((day) => day >= first && day <= last)
          .map((day) => ({ value: day, title: dayInWords(day, 'short') })),
      }),
    ),
    extra: coming
      .filter(({ is }) => is === 'open')
      .map(({ day }) => ({
        day,
        words: dayInWords(day, 'short'),
        hours: ownHoursInWords(day, rules),
      })),
  };

  function cakesOf(day: Day): number {
    return loadOf(booked.filter((collection) => collection.day === day)).cakes;
  }
}

function dayView(day: Day, today: Day, rules: CalendarRules, cakesOf: (day: Day) => number) {
  const isPast = day < today;
  const closed = isPast ? undefined : closedWords(day, rules);
  const cakes = isPast ? 0 : cakesOf(day);
  const hours = ownHoursInWords(day, rules);
  return {
    day,
    date: Number(day.slice(8)),
    isPast,
    isToday: day === today,
    isClosed: closed !== undefined,
    note: isPast ? '' : noteOf(),
    label: [dayInWords(day), closed, hours, cakes > 0 && countOf(cakes, 'cake')]
      .filter(Boolean)
      .join(', '),
  };

  /** What a seventh of a phone has room for. */
  function noteOf(): string {
    if (cakes > 0) return String(cakes);
    if (closed !== undefined) return 'shut';
    if (hours !== '') return 'hours';
    return rules.days[day]?.is === 'open' ? 'extra' : '';
  }
}

export default function Calendar({ loaderData }: Route.ComponentProps) {
  const { today, holidays, days, why, whileClosed, waiting, closed, extra, pause } = loaderData;
  return (
    <Screen title="Calendar" summary="When customers can collect">
      <p className={kit.actions}>
        <ActionLink to={href('/owner/calendar/pause')}>
          {pause ? 'Change the pause' : 'Pause'}
        </ActionLink>
        <ActionLink to={{ hash: 'close' }}>Close days</ActionLink>
        <ActionLink to={href('/owner/calendar/versions')}>Versions</ActionLink>
      </p>
      {pause && (
        <div className={kit.below}>
          <PauseNow pause={pause} />
        </div>
      )}
      <SixWeeks days={days} />
      {why.length > 0 && (
        <ul className={`${kit.quiet} ${kit.below}`} aria-label="Why days are closed">
          {why.map(({ words, reason }) => (
            <li key={words}>
              <strong>{words}</strong> {reason}
            </li>
          ))}
        </ul>
      )}
      {whileClosed.length > 0 && (
        <Section title="Booked for closed days or hours">
          <Notice kind="quiet">These orders stay unless you move or cancel them.</Notice>
          <DayLinks days={whileClosed} />
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title="Waiting list">
          <Notice kind="quiet">
            A place that comes free is offered by e-mail, one customer after the other.
          </Notice>
          <DayLinks days={waiting} />
        </Section>
      )}

      <Section title="Close days" id="close">
        <form method="get" action={href('/owner/calendar/close')} className={kit.form}>
          <div className={kit.pair}>
            <Field name="from" type="date" label="From" min={today} required />
            <Field name="to" type="date" label="To, if more than one" min={today} />
          </div>
          <Submit>Next: see who collects then</Submit>
        </form>
        {closed.length > 0 && (
          <div className={kit.below}>
            <Rows label="Days that you have closed">
              {closed.map((run) => (
                <ClosedRun key={run.first} {...run} />
              ))}
            </Rows>
          </div>
        )}
      </Section>

      <Section title="Hours of a day">
        <Notice kind="quiet">
          To open on a day that is usually closed, such as the Sunday before Christmas, or to change
          the hours of one day, such as Christmas Eve. Customers still have to order in time.
        </Notice>
        <form method="get" action={href('/owner/calendar/hours')} className={kit.form}>
          <Field name="day" type="date" label="Day" min={today} required />
          <Submit>Next: set the hours</Submit>
        </form>
        {extra.length > 0 && (
          <div className={kit.below}>
            <Rows label="Days that you have opened, or given hours">
              {extra.map(({ day, words, hours }) => (
                <ActionRow
                  key={day}
                  to={href('/owner/calendar/days')}
                  fields={{ what: 'end-opening', from: day }}
                  button="Remove"
                  what={words}
                >
                  <Link to={`${href('/owner/calendar/hours')}?day=${day}`}>
                    <strong>{words}</strong> · {hours || 'open'}
                  </Link>
                </ActionRow>
              ))}
            </Rows>
          </div>
        )}
      </Section>

      {holidays.length > 0 && (
        <Section title="Bank holidays">
          <Notice kind="quiet">
            On these days you are open as every week, unless you say otherwise. Extra bank holidays
            are not listed: close them above.
          </Notice>
          <BankHolidays holidays={holidays} />
        </Section>
      )}
      <Section title="Closed every year">
        <Periods {...loaderData} />
      </Section>
      <Section title="Every week" id="rules">
        <WeeklyRulesForm {...loaderData} />
      </Section>
    </Screen>
  );
}

function DayLinks({ days }: { days: { day: Day; words: string }[] }) {
  return (
    <Rows>
      {days.map(({ day, words }) => (
        <Row key={day} to={href('/owner/day/:day', { day })}>
          {words}
        </Row>
      ))}
    </Rows>
  );
}

type ClosedRunProps = Route.ComponentProps['loaderData']['closed'][number];

/** Days in a row that were closed for one reason, which open together, or one of them alone. */
function ClosedRun({ first, last, words, closure, days }: ClosedRunProps) {
  return (
    <>
      <ActionRow
        to={href('/owner/calendar/days')}
        fields={{ what: 'reopen', from: first, to: last }}
        button="Open"
        what={words}
      >
        <strong>{words}</strong> · {closure}
      </ActionRow>
      {days.length > 1 && (
        <li>
          <details className={kit.more}>
            <summary>Open only one of these {days.length} days</summary>
            <ActionForm to={href('/owner/calendar/days')} className={kit.form}>
              <input type="hidden" name="what" value="reopen" />
              <Field name="from" label="Day" options={days} />
              <Submit>Open this day</Submit>
            </ActionForm>
          </details>
        </li>
      )}
    </>
  );
}

type DayView = Route.ComponentProps['loaderData']['days'][number];

function SixWeeks({ days }: { days: DayView[] }) {
  return (
    <div className={`${kit.measure} ${kit.below}`}>
      <div className={styles.weekdays} aria-hidden="true">
        {WEEKDAYS.map((day) => (
          <span key={day}>{weekdayName(day).slice(0, 2)}</span>
        ))}
      </div>
      <ol className={styles.days} aria-label="The next six weeks">
        {days.map(({ day, date, isPast, isToday, isClosed, note, label }) => (
          <li key={day}>
            <Link
              to={href('/owner/day/:day', { day })}
              className={styles.day}
              aria-current={isToday ? 'date' : undefined}
              data-past={isPast || undefined}
              data-closed={isClosed || undefined}
              data-row
            >
              <span aria-hidden="true">{date}</span>
              <span className={styles.cakes} aria-hidden="true">
                {note}
              </span>
              <VisuallyHidden>{label}</VisuallyHidden>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
