import { href, Link } from 'react-router';
import { countOf, unitsInWords } from '#app/owner/collections/collection-view.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { Action, ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionRow, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { addDays, dayInWords, isDay, WEEKDAYS, weekdayName } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { calendarRules, calendarVersion } from '#server/content/calendar.ts';
import { busiestDays, dayLoads } from '#server/orders/days.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/capacity';

const YEAR = 365;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  // Before the rules: a change in between must be one that the form does not know.
  const version = await calendarVersion(shop);
  const [rules, busiest, loads] = await Promise.all([
    calendarRules(shop),
    busiestDays(shop, addDays(today, -YEAR)),
    dayLoads(shop, today, addDays(today, MAX_DAYS_AHEAD)),
  ]);
  const { capacity } = rules;
  const asked = new URL(request.url).searchParams.get('day');
  return {
    version,
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
    own: Object.keys(rules.capacities ?? {}).flatMap((day) =>
      isDay(day) && day >= today
        ? { day, words: dayInWords(day, 'short'), load: unitsInWords(day, rules, loads) }
        : [],
    ),
  };
}

export default function Capacity({ loaderData }: Route.ComponentProps) {
  const { version, isOn } = loaderData;
  return (
    <Screen
      title="How much you can make"
      summary={
        isOn
          ? 'A day is full for customers when its points are taken.'
          : 'No limits: customers can order any number of cakes for a day.'
      }
    >
      <div className={kit.section}>
        <Notice kind="quiet">
          Cakes count by the work they make: 6 inches is 1 point, 8 is 2, 10 is 3, 12 is 5, a box is
          1, candles are none. You can give a size other points on{' '}
          <Link to={href('/owner/cakes')}>its cake</Link>.
        </Notice>
      </div>
      <Section title="Every week">
        <WeekForm {...loaderData} />
        {isOn && (
          <Action
            to={href('/owner/capacity/week')}
            version={version}
            fields={Object.fromEntries(WEEKDAY_FIELDS.map((name) => [name, '']))}
            look="quiet"
            className={kit.actions}
          >
            Turn all limits off
          </Action>
        )}
      </Section>
      {isOn && (
        <Section title="A single day" id="day">
          <DayCapacity {...loaderData} />
        </Section>
      )}
    </Screen>
  );
}

type LoaderData = Route.ComponentProps['loaderData'];

/** The fields of the weekdays, from Monday. */
export const WEEKDAY_FIELDS = WEEKDAYS.map((day) => `units ${day}`);

/** What the cafe makes on each weekday. */
function WeekForm({ version, isOn, week }: LoaderData) {
  return (
    <ActionForm to={href('/owner/capacity/week')} version={version} className={kit.form}>
      <Notice kind="quiet">Points a day. Leave a day empty for no limit.</Notice>
      <div className={kit.pair}>
        {week.map(({ name, units, busiest }, index) => (
          <Field
            key={name}
            name={WEEKDAY_FIELDS[index] ?? ''}
            label={name}
            hint={busiest}
            inputMode="numeric"
            defaultValue={units ?? ''}
          />
        ))}
      </div>
      <Submit>{isOn ? 'Save' : 'Save and turn limits on'}</Submit>
    </ActionForm>
  );
}

/** What the cafe makes on single days. */
function DayCapacity({ today, own, asked }: LoaderData) {
  return (
    <>
      <Notice kind="quiet">
        For this one day, instead of the points of its weekday. Orders that you have stay, even if
        they are more.
      </Notice>
      <ActionForm to={href('/owner/capacity/day')} className={kit.form}>
        <div className={kit.pair}>
          <Field name="day" type="date" label="Day" min={today} defaultValue={asked} required />
          <Field name="units" label="Points" inputMode="numeric" required />
        </div>
        <Submit>Save</Submit>
      </ActionForm>
      {own.length > 0 && (
        <Rows label="Days with points of their own">
          {own.map(({ day, words, load }) => (
            <ActionRow
              key={day}
              to={href('/owner/capacity/day')}
              fields={{ day, units: '' }}
              button="As every week"
              what={words}
            >
              <strong>{words}</strong> {load}
            </ActionRow>
          ))}
        </Rows>
      )}
    </>
  );
}
