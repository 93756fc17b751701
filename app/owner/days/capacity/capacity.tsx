import { data, href, Link, redirect } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { readRules, rejectForOthers, rejectRules } from '#app/owner/days/calendar/read-rules.ts';
import { RuleField, RuleForm, RuleRow, RuleRows } from '#app/owner/days/calendar/rule-form.tsx';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { withDone } from '#app/owner/frame/undo/undo-address.ts';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import screen from '#app/ui/kit/kit.module.css';
import { addDays, dayInWords, isDay, WEEKDAYS, weekdayName } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import {
  calendarRules,
  calendarVersion,
  setDayCapacity,
  setWeekCapacity,
} from '#server/content/calendar.ts';
import { busiestDays, dayLoads } from '#server/orders/days.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/capacity';
import styles from './capacity.module.css';

const YEAR = 365;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  // First: a change between the two would look like one that the form knows.
  const since = await calendarVersion(shop);
  const [{ capacity }, busiest, loads] = await Promise.all([
    calendarRules(shop),
    busiestDays(shop, addDays(today, -YEAR)),
    dayLoads(shop, today, addDays(today, MAX_DAYS_AHEAD)),
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

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const sent = await readRules(request);
  const { form, since, field } = sent;
  const result =
    form === 'day'
      ? await setDayCapacity(shop, { day: field('day'), units: field('units') }, by)
      : form === 'week' || form === 'off'
        ? await setWeekCapacity(
            shop,
            form === 'off' ? undefined : WEEKDAYS.map((day) => field(`units ${day}`)),
            { by, since },
          )
        : undefined;
  if (!result) throw data(null, { status: 400 });
  if (result.ok) throw redirect(withDone(href('/owner/capacity'), result.change), 303);
  if (result.reason === 'invalid') return rejectRules(sent, result.problems);
  return rejectForOthers({ ...sent, form: 'week' }, result.others, shop);
}

export default function Capacity({ loaderData, actionData }: Route.ComponentProps) {
  const { since, today, asked, isOn, week, own } = loaderData;
  const rejected = useInitial(actionData);
  const known = useInitial(rejected?.since ?? since);
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
        <RuleForm name="week" since={since} rejected={rejected}>
          <p className={screen.quiet}>Points a day. Leave a day empty for no limit.</p>
          <div className={styles.week}>
            {week.map(({ name, units, busiest }, index) => (
              <RuleField
                key={name}
                name={`units ${index + 1}`}
                label={name}
                hint={busiest}
                inputMode="numeric"
                defaultValue={units ?? ''}
              />
            ))}
          </div>
          <button type="submit" className={screen.action}>
            {isOn ? 'Save' : 'Save and turn limits on'}
          </button>
        </RuleForm>
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
          <RuleForm name="day" since={since} rejected={rejected}>
            <div className={styles.week}>
              <RuleField
                name="day"
                type="date"
                label="Day"
                min={today}
                defaultValue={asked}
                required
              />
              <RuleField name="units" label="Points" inputMode="numeric" required />
            </div>
            <button type="submit" className={screen.action}>
              Save
            </button>
          </RuleForm>
          <RuleRows label="Days with points of their own">
            {own.map(({ day, words, load }) => (
              <RuleRow
                key={day}
                form="day"
                fields={{ day, units: '' }}
                button="As every week"
                what={words}
              >
                <strong>{words}</strong> {load} points
              </RuleRow>
            ))}
          </RuleRows>
        </section>
      )}
    </>
  );
}
