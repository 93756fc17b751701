import type { ReactNode } from 'react';
import { data, href, Link, redirect } from 'react-router';
import { countOf, loadOf } from '#app/owner/collections/collection-view.ts';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { withDone } from '#app/owner/frame/undo/undo-address.ts';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field, Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { isPaused } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import {
  addDays,
  dayInWords,
  isDay,
  WEEKDAYS,
  weekday,
  weekdayName,
} from '#domain/calendar/days.ts';
import type { DayRange } from '#domain/calendar/reach.ts';
import { periodText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import {
  addPeriod,
  type ChangeRulesResult,
  calendarRules,
  calendarVersion,
  changeWeeklyRules,
  endOpening,
  endPause,
  openDay,
  openDays,
  pauseOrders,
  removePeriod,
} from '#server/content/calendar.ts';
import { listCollections } from '#server/orders/book.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/calendar';
import { bookedOnClosedDays } from './booked-on-closed-days.ts';
import styles from './calendar.module.css';
import { closedWords, rangeInWords, rangeProblemInWords } from './calendar-words.ts';
import { readRules, rejectForOthers, rejectRules } from './read-rules.ts';
import ruleForm from './rule-form.module.css';
import { RuleField, RuleForm, RuleRow, RuleRows, useRejected } from './rule-form.tsx';

const WEEKS = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const monday = addDays(today, 1 - weekday(today));
  const days = Array.from({ length: WEEKS * 7 }, (_, n) => addDays(monday, n));
  // First: a change between the two would look like one that the form knows.
  const since = await calendarVersion(shop);
  const [rules, booked, { catalogue }, onClosedDays] = await Promise.all([
    calendarRules(shop),
    listCollections(shop, { from: today, to: days.at(-1) ?? today }),
    shop.content(),
    bookedOnClosedDays(shop),
  ]);
  const { forbiddenDays, closedReasons, extraDays = [], pause } = rules;
  return {
    since,
    today,
    days: days.map((day) => dayView(day, today, rules, cakesOf)),
    why: reasonsOf(
      days.filter((day) => day >= today),
      rules,
    ),
    onClosedDays: [...Map.groupBy(onClosedDays, ({ day }) => day)].map(([day, { length }]) => ({
      day,
      words: `${dayInWords(day, 'short')}: ${countOf(length, 'order')}`,
    })),
    closed: forbiddenDays
      .filter((day) => day >= today)
      .map((day) => ({
        day,
        words: dayInWords(day, 'short'),
        reason: closedReasons?.[day] ?? '',
      })),
    extra: extraDays
      .filter((day) => day >= today)
      .map((day) => ({ day, words: dayInWords(day, 'short') })),
    periods: rules.closedPeriods.map((period) => ({ ...period, words: periodText(period) })),
    pause: pause && isPaused(today, rules) ? { ...pause, day: dayInWords(pause.until) } : undefined,
    rules: {
      leadDays: rules.leadDays,
      daysAhead: rules.daysAhead,
      closedWeekdays: rules.closedWeekdays,
    },
  };

  function cakesOf(day: Day): number {
    return loadOf(
      booked.filter((collection) => collection.day === day),
      catalogue.addOnIds,
    ).cakes;
  }
}

function dayView(day: Day, today: Day, rules: CalendarRules, cakesOf: (day: Day) => number) {
  const isPast = day < today;
  const closed = isPast ? undefined : closedWords(day, rules);
  const cakes = isPast ? 0 : cakesOf(day);
  return {
    day,
    date: Number(day.slice(8)),
    isPast,
    isToday: day === today,
    isClosed: closed !== undefined,
    isExtra: !isPast && rules.extraDays?.includes(day) === true,
    cakes,
    label: [dayInWords(day), closed, cakes > 0 && countOf(cakes, 'cake')]
      .filter(Boolean)
      .join(', '),
  };
}

/** Why days are closed, apart from those that are closed each week. */
function reasonsOf(days: Day[], rules: CalendarRules): { words: string; reason: string }[] {
  const ranges: (DayRange & { reason: string })[] = [];
  for (const day of days) {
    const reason = closedWords(day, { ...rules, closedWeekdays: [] });
    const last = ranges.at(-1);
    if (reason === undefined) continue;
    if (last?.reason === reason && addDays(last.last, 1) === day) last.last = day;
    else ranges.push({ first: day, last: day, reason });
  }
  return ranges.map(({ reason, ...range }) => ({ words: rangeInWords(range), reason }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const sent = await readRules(request);
  const { form, since, field } = sent;
  switch (form) {
    case 'rules': {
      const { closedWeekdays = [] } = sent.typed;
      const rules = { leadDays: field('leadDays'), daysAhead: field('daysAhead'), closedWeekdays };
      return respond(await changeWeeklyRules(shop, rules, { by, since }));
    }
    case 'pause': {
      const pause = { until: field('until'), words: field('words') };
      return respond(await pauseOrders(shop, pause, { by, since }));
    }
    case 'end-pause':
      return respond(await endPause(shop, by));
    case 'add-period': {
      const period = { from: field('from'), to: field('to'), reason: field('reason') };
      return respond(await addPeriod(shop, period, by));
    }
    case 'remove-period':
      return respond(await removePeriod(shop, { from: field('from'), to: field('to') }, by));
    case 'open':
    case 'reopen':
    case 'end-opening': {
      const day = field('day');
      if (!isDay(day)) return rejectRules(sent, { day: 'Please choose a day.' });
      const range = { first: day, last: day };
      const result =
        form === 'open'
          ? await openDay(shop, day, by)
          : form === 'reopen'
            ? await openDays(shop, range, by)
            : await endOpening(shop, day, by);
      if (!result.ok) {
        const problem = rangeProblemInWords(result.reason, range, result.today);
        return rejectRules(sent, { day: problem });
      }
      if (form === 'open' && !result.change) {
        const why = closedWords(day, await calendarRules(shop));
        return rejectRules(sent, { day: why ? `${why}.` : 'It is open already.' });
      }
      const back =
        field('back') === 'day' ? href('/owner/day/:day', { day }) : href('/owner/calendar');
      throw redirect(withDone(back, result.change), 303);
    }
    default:
      throw data(null, { status: 400 });
  }

  async function respond(result: ChangeRulesResult) {
    if (result.ok) throw redirect(withDone(href('/owner/calendar'), result.change), 303);
    if (result.reason === 'invalid') return rejectRules(sent, result.problems);
    return rejectForOthers(sent, result.others, shop);
  }
}

export default function Calendar({ loaderData, actionData }: Route.ComponentProps) {
  const { since, today, days, why, onClosedDays, closed, extra, periods, pause, rules } =
    loaderData;
  const rejected = useInitial(actionData);
  const formState = { since, rejected };
  return (
    <>
      <ScreenTitle title="Calendar" />
      <h1 className={screen.title}>Calendar</h1>
      <p className={screen.summary}>
        {pause ? `Paused until ${pause.day}: ${pause.words}.` : 'When customers can collect'}
      </p>
      <p className={screen.actions}>
        <Link className={screen.action} to={href('/owner/calendar/versions')}>
          Versions
        </Link>
      </p>
      <SixWeeks days={days} />
      {why.length > 0 && (
        <ul className={styles.why} aria-label="Why days are closed">
          {why.map(({ words, reason }) => (
            <li key={words}>
              <strong>{words}</strong> {reason}
            </li>
          ))}
        </ul>
      )}
      {onClosedDays.length > 0 && (
        <section className={screen.section} aria-labelledby="on-closed-days">
          <h2 id="on-closed-days">Booked for closed days</h2>
          <p className={screen.quiet}>These orders stay unless you move or cancel them.</p>
          <ul className={screen.rows}>
            {onClosedDays.map(({ day, words }) => (
              <li key={day}>
                <Link to={href('/owner/day/:day', { day })} data-row>
                  {words}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}

      <section className={screen.section} aria-labelledby="close">
        <h2 id="close">Close days</h2>
        <form method="get" action={href('/owner/calendar/close')} className={ruleForm.form}>
          <div className={styles.pair}>
            <Field name="from" type="date" label="From" min={today} required />
            <Field name="to" type="date" label="To, if more than one" min={today} />
          </div>
          <Save>Show the orders of these days</Save>
        </form>
        <RuleRows label="Days that you have closed">
          {closed.map(({ day, words, reason }) => (
            <RuleRow key={day} form="reopen" fields={{ day }} button="Open" what={words}>
              <strong>{words}</strong> {reason}
            </RuleRow>
          ))}
        </RuleRows>
      </section>

      <section className={screen.section} aria-labelledby="extra">
        <h2 id="extra">Open an extra day</h2>
        <p className={screen.quiet}>
          It is open although the weekday, a yearly period or you have closed it. The notice that
          you need still counts.
        </p>
        <RuleForm name="open" {...formState}>
          <RuleField name="day" type="date" label="Day" min={today} required />
          <Save>Open</Save>
        </RuleForm>
        <RuleRows label="Extra openings">
          {extra.map(({ day, words }) => (
            <RuleRow key={day} form="end-opening" fields={{ day }} button="Remove" what={words}>
              <strong>{words}</strong>
            </RuleRow>
          ))}
        </RuleRows>
      </section>

      <section className={screen.section} aria-labelledby="pause">
        <h2 id="pause">Pause</h2>
        {pause && (
          <RuleRows label="Pause">
            <RuleRow form="end-pause" fields={{}} button="End the pause" what="">
              Until <strong>{pause.day}</strong>: {pause.words}
            </RuleRow>
          </RuleRows>
        )}
        <p className={screen.quiet}>
          Customers can still order, but only for this day and later. If you need time to bake,
          choose a day that leaves you that time after you are back. Orders that they are paying
          just now still count.
        </p>
        <RuleForm name="pause" {...formState}>
          <RuleField
            name="until"
            type="date"
            label="First day customers can collect again"
            min={addDays(today, 1)}
            defaultValue={pause?.until}
            required
          />
          <RuleField
            name="words"
            label="What visitors read"
            hint="Such as: We are on holiday until 4 January. You can order for later days."
            maxLength={160}
            defaultValue={pause?.words}
          />
          <Save>{pause ? 'Change the pause' : 'Pause'}</Save>
        </RuleForm>
      </section>

      <section className={screen.section} aria-labelledby="periods">
        <h2 id="periods">Closed every year</h2>
        <RuleRows label="Closed every year">
          {periods.map(({ from, to, words, reason }) => (
            <RuleRow
              key={`${from} ${to}`}
              form="remove-period"
              fields={{ from, to }}
              button="Remove"
              what={words}
            >
              <strong>{words}</strong> {reason}
            </RuleRow>
          ))}
        </RuleRows>
        <RuleForm name="add-period" {...formState}>
          <div className={styles.pair}>
            <RuleField name="from" type="date" label="From" required />
            <RuleField name="to" type="date" label="To" required />
          </div>
          <p className={screen.quiet}>
            It counts every year, whichever year you choose here. For days over New Year choose the
            next year under To.
          </p>
          <RuleField name="reason" label="Why, for visitors" maxLength={80} />
          <Save>Add</Save>
        </RuleForm>
      </section>

      <section className={screen.section} aria-labelledby="rules">
        <h2 id="rules">Every week</h2>
        <RuleForm name="rules" {...formState}>
          <div className={styles.pair}>
            <RuleField
              name="leadDays"
              inputMode="numeric"
              label="Days of notice"
              hint="0 means that customers can order for today."
              defaultValue={rules.leadDays}
              required
            />
            <RuleField
              name="daysAhead"
              inputMode="numeric"
              label="Days ahead"
              hint="How far ahead customers can order."
              defaultValue={rules.daysAhead}
              required
            />
          </div>
          <Weekdays known={rules.closedWeekdays} />
          <Save>Save</Save>
        </RuleForm>
      </section>
    </>
  );
}

type DayView = Route.ComponentProps['loaderData']['days'][number];

function SixWeeks({ days }: { days: DayView[] }) {
  return (
    <div className={styles.weeks}>
      <div className={styles.weekdays} aria-hidden="true">
        {WEEKDAYS.map((day) => (
          <span key={day}>{weekdayName(day).slice(0, 2)}</span>
        ))}
      </div>
      <ol className={styles.days} aria-label="The next six weeks">
        {days.map(({ day, date, isPast, isToday, isClosed, isExtra, cakes, label }) => (
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
                {cakes > 0 ? `${cakes}` : isClosed ? 'shut' : isExtra ? 'extra' : ''}
              </span>
              <VisuallyHidden>{label}</VisuallyHidden>
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Weekdays({ known }: { known: number[] }) {
  const rejected = useRejected();
  const chosen = rejected ? (rejected.typed.closedWeekdays ?? []) : known.map(String);
  const problem = rejected?.problems.closedWeekdays;
  return (
    <fieldset className={styles.closedWeekdays} aria-describedby={problem && 'weekdays-problem'}>
      <legend>Closed every</legend>
      {WEEKDAYS.map((day) => (
        <label key={day} className={screen.check}>
          <input
            type="checkbox"
            name="closedWeekdays"
            value={day}
            defaultChecked={chosen.includes(String(day))}
          />
          {weekdayName(day)}
        </label>
      ))}
      <Problem id="weekdays-problem" text={problem} />
    </fieldset>
  );
}

function Save({ children }: { children: ReactNode }) {
  return (
    <button type="submit" className={screen.action}>
      {children}
    </button>
  );
}
