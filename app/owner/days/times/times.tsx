import { href, Link } from 'react-router';
import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Choices, Field } from '#app/ui/kit/field.tsx';
import { Action, ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionRow, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { WEEKDAYS, weekdayName } from '#domain/calendar/days.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import { isWithinHours, timeInWords } from '#domain/calendar/times.ts';
import { weekdaysInWords } from '#domain/words/hours.ts';
import { addTime } from '#server/content/collection-times.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/times';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [{ hours }, { calendar }] = await Promise.all([currentWords(shop), shop.content()]);
  const isOpen = (weekday: number, time?: CollectionTime) => {
    const open = hours.week.find((each) => each.weekday === weekday);
    return open !== undefined && (time === undefined || isWithinHours(time, open));
  };
  return {
    openDays: WEEKDAYS.filter((weekday) => isOpen(weekday)),
    times: (calendar.stored.times ?? []).map(({ time, most, weekdays }) => {
      const hidden = weekdays.filter((weekday) => !isOpen(weekday, time));
      return {
        time,
        words: timeInWords(time),
        weekdays: weekdays.join(' '),
        days: runsOf(weekdays),
        most,
        notOffered:
          hidden.length > 0 &&
          `not offered${hidden.length < weekdays.length ? ` on ${runsOf(hidden)}` : ''}: you are closed then`,
      };
    }),
  };
}

/** `Monday to Friday and Sunday` */
function runsOf(weekdays: number[]): string {
  const runs: [number, number][] = [];
  for (const weekday of weekdays) {
    const run = runs.at(-1);
    if (run?.[1] === weekday - 1) run[1] = weekday;
    else runs.push([weekday, weekday]);
  }
  return runs.map(([first, last]) => weekdaysInWords(first, last)).join(', ');
}

const Form = z.object({ from: Text, to: Text, most: Text, weekdays: z.array(z.string()) });

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form }) =>
    outcomeOf(shop, await addTime(shop, form, by), href('/owner/times')),
  );
}

export default function Times({ loaderData: { times, openDays } }: Route.ComponentProps) {
  const isOn = times.length > 0;
  return (
    <Screen
      title="Collection times"
      summary={
        isOn
          ? 'After the day, customers choose one of these times.'
          : 'Customers choose a day and come when you are open. Add times, and they choose one of them too.'
      }
    >
      {isOn && (
        <Section title="Times to choose from">
          <Rows label="Collection times">
            {times.map(({ time, words, weekdays, days, most, notOffered }) => (
              <ActionRow
                key={`${time} ${weekdays}`}
                to={href('/owner/times/removal')}
                fields={{ time, weekdays }}
                button="Remove"
                what={`${words}, ${days}`}
              >
                <strong>{words}</strong> {days}
                {most !== null && ` · ${most} ${most === 1 ? 'order' : 'orders'} at most`}
                {notOffered && ` · ${notOffered}`}
              </ActionRow>
            ))}
          </Rows>
          <Notice kind="quiet">
            Orders that you have keep their time, whatever you change here.
          </Notice>
          <Action to={href('/owner/times/off')} look="quiet" className={kit.actions}>
            Ask for no time
          </Action>
        </Section>
      )}
      <Section title="Add a time">
        <ActionForm to={href('/owner/times')} className={kit.form}>
          <div className={kit.pair}>
            <Field name="from" type="time" label="From" required />
            <Field name="to" type="time" label="To" required />
          </div>
          <Choices
            legend="On"
            name="weekdays"
            type="checkbox"
            options={openDays.map((day) => ({ value: String(day), title: weekdayName(day) }))}
            chosen={openDays.map(String)}
            className="tiles"
          />
          <Field
            name="most"
            label="Orders at most"
            hint="How many customers can collect in this time. Leave it empty for no limit. The day’s points count too."
            inputMode="numeric"
          />
          <p className={kit.quiet}>
            A time has to be within your opening hours.{' '}
            <Link to={href('/owner/words/:words', { words: 'hours' })}>
              Change the opening hours
            </Link>
          </p>
          <Submit>Add</Submit>
        </ActionForm>
      </Section>
    </Screen>
  );
}
