import { useState } from 'react';
import { data, href, Link, redirect } from 'react-router';
import { otherChangeInWords } from '#app/owner/calendar/calendar-words.ts';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { Field, Problem } from '#app/owner/field.tsx';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/owner/read-form.ts';
import screen from '#app/owner/screen.module.css';
import { ScreenTitle } from '#app/owner/screen-title.tsx';
import { withDone } from '#app/owner/undo/done.ts';
import { shopContext } from '#app/shop-context.ts';
import { addDays, dayInWords, isDay, weekdayName } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import type { Route } from './+types/capacity';
import styles from './capacity.module.css';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const YEAR = 365;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = shop.today();
  // First: a change between the two would look like one that the form knows.
  const since = await shop.lastCalendarChange();
  const [{ capacity }, busiest, loads] = await Promise.all([
    shop.calendarRules(),
    shop.busiestDays(addDays(today, -YEAR)),
    shop.dayLoads(today, addDays(today, MAX_DAYS_AHEAD)),
  ]);
  const asked = new URL(request.url).searchParams.get('day');
  return {
    since,
    today,
    asked: isDay(asked) && asked >= today ? asked : undefined,
    isOn: capacity !== undefined,
    week: WEEKDAYS.map((weekday) => {
      const most = busiest.get(weekday);
      return {
        name: weekdayName(weekday),
        points: capacity?.[weekday - 1] ?? null,
        busiest: most
          ? `Your busiest ${weekdayName(weekday)} was ${countOf(most.points, 'point')}, ${dayInWords(most.day, 'short')}`
          : `No orders for a ${weekdayName(weekday)} yet`,
      };
    }),
    own: [...loads]
      .filter(([, { own }]) => own !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, { own, points }]) => ({
        day,
        words: dayInWords(day, 'short'),
        load: `${points} of ${own}`,
      })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const field = await readForm(request);
  const since = /^\d{1,9}$/.test(field('since')) ? Number(field('since')) : 0;
  const typed = Object.fromEntries([...FIELDS].map((name) => [name, field(name)]));
  const form = field('do');
  const result =
    form === 'day'
      ? await shop.setDayCapacity({ day: field('day'), typed: field('points') }, by)
      : form === 'week' || form === 'off'
        ? await shop.setWeekCapacity(
            form === 'off' ? undefined : WEEKDAYS.map((day) => field(`points ${day}`)),
            { by, since },
          )
        : undefined;
  if (!result) throw data(null, { status: 400 });
  if (result.ok) throw redirect(withDone(href('/owner/capacity'), result.change), 303);
  if ('problem' in result)
    return data({ form, typed, problem: result.problem, others: [], since }, 422);
  const names = await shop.namesOfPeople();
  const others = result.others.map((change) => otherChangeInWords(change, names));
  // Who has read of the others' changes may save over them.
  return data({ form, typed, problem: '', others, since: undefined }, 422);
}

const FIELDS = ['day', 'points', ...WEEKDAYS.map((day) => `points ${day}`)];

export default function Capacity({ loaderData, actionData }: Route.ComponentProps) {
  const { since, today, asked, isOn, week, own } = loaderData;
  // A live update reloads the data and drops the action's answer.
  const [answer] = useState(actionData);
  const [known] = useState(answer?.since ?? since);
  const typed = (form: string, name: string) =>
    answer?.form === form ? answer.typed[name] : undefined;
  const problem = (form: string) => (answer?.form === form && answer.problem) || undefined;
  return (
    <>
      <ScreenTitle title="What you make in a day" />
      <h1 className={screen.title}>What you make in a day</h1>
      <p className={screen.summary}>
        {isOn
          ? 'A day is full for customers when its points are taken.'
          : 'No limits: customers can order any number of cakes for a day.'}
      </p>
      <p className={`${screen.section} ${screen.quiet}`}>
        Cakes count by the work they make: 6 inches is 1 point, 8 is 2, 10 is 3, 12 is 5, a box is
        1, candles are none. You can give a size other points on{' '}
        <Link to={href('/owner/cakes')}>its cake</Link>.
      </p>

      <section className={screen.section} aria-labelledby="week">
        <h2 id="week">Every week</h2>
        <form method="post" className={styles.form}>
          <input type="hidden" name="do" value="week" />
          <input type="hidden" name="since" value={known} />
          {answer && answer.others.length > 0 && (
            <div role="alert" className={styles.others}>
              {answer.others.map((other) => (
                <p key={other}>{other}</p>
              ))}
              <p>What you typed is still here. Save again if it should count instead.</p>
            </div>
          )}
          <p className={screen.quiet}>Points a day. Leave a day empty for no limit.</p>
          <div className={styles.week}>
            {week.map(({ name, points, busiest }, index) => (
              <Field
                key={name}
                name={`points ${index + 1}`}
                label={name}
                hint={busiest}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={typed('week', `points ${index + 1}`) ?? points ?? ''}
              />
            ))}
          </div>
          <Problem text={problem('week')} />
          <button type="submit" className={screen.action}>
            {isOn ? 'Save' : 'Save and turn limits on'}
          </button>
        </form>
        {isOn && (
          <form method="post" className={screen.actions}>
            <input type="hidden" name="do" value="off" />
            <input type="hidden" name="since" value={known} />
            <button type="submit" className={screen.quietButton}>
              Turn all limits off
            </button>
          </form>
        )}
      </section>

      {isOn && (
        <section className={screen.section} aria-labelledby="day">
          <h2 id="day">A single day</h2>
          <p className={screen.quiet}>
            Instead of its weekday’s points. Orders that are in the book stay, also if they are
            more.
          </p>
          <form method="post" className={styles.form}>
            <input type="hidden" name="do" value="day" />
            <div className={styles.pair}>
              <Field
                name="day"
                type="date"
                label="Day"
                min={today}
                defaultValue={typed('day', 'day') ?? asked}
                required
              />
              <Field
                name="points"
                label="Points"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={typed('day', 'points')}
                problem={problem('day')}
                required
              />
            </div>
            <button type="submit" className={screen.action}>
              Save
            </button>
          </form>
          <ul className={styles.rows} aria-label="Days with points of their own">
            {own.map(({ day, words, load }) => (
              <li key={day}>
                <span>
                  <strong>{words}</strong> {load} points
                </span>
                <form method="post">
                  <input type="hidden" name="do" value="day" />
                  <input type="hidden" name="day" value={day} />
                  <input type="hidden" name="points" value="" />
                  <button
                    type="submit"
                    className={screen.quietButton}
                    aria-label={`As every week: ${words}`}
                  >
                    As every week
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
