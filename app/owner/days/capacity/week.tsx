import { href } from 'react-router';
import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { WEEKDAYS } from '#domain/calendar/days.ts';
import { setWeekCapacity } from '#server/content/calendar.ts';
import type { Route } from './+types/week';
import { type CapacityView, capacityView } from './capacity-view.ts';

/** By weekday, from Monday. */
const NAMES = WEEKDAYS.map((day) => `units ${day}`);

export function loader({ context }: Route.LoaderArgs) {
  return capacityView(context.get(shopContext));
}

export function action(args: Route.ActionArgs) {
  const Form = z.object({ version: Version });
  return ownerAction(args, Form, async ({ shop, by, form: { version }, values }) => {
    const result = await setWeekCapacity(
      shop,
      NAMES.map((name) => values[name]?.[0] ?? ''),
      { by, version },
    );
    return outcomeOf(shop, result, href('/owner/capacity'));
  });
}

export default function WeekScreen({ loaderData }: Route.ComponentProps) {
  return (
    <Screen title="Every week">
      <WeekForm {...loaderData} />
    </Screen>
  );
}

/** What the cafe makes on each weekday. */
export function WeekForm({ version, isOn, week }: Pick<CapacityView, 'version' | 'isOn' | 'week'>) {
  return (
    <ActionForm to={href('/owner/capacity/week')} version={version} className={kit.form}>
      <Notice kind="quiet">Points a day. Leave a day empty for no limit.</Notice>
      <div className={kit.pair}>
        {week.map(({ name, units, busiest }, index) => (
          <Field
            key={name}
            name={NAMES[index] ?? ''}
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
