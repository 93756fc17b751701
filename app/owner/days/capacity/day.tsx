import { href } from 'react-router';
import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionRow, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { setDayCapacity } from '#server/content/calendar.ts';
import type { Route } from './+types/day';
import { type CapacityView, capacityView } from './capacity-view.ts';

export function loader({ context }: Route.LoaderArgs) {
  return capacityView(context.get(shopContext));
}

export function action(args: Route.ActionArgs) {
  const Form = z.object({ day: Text, units: Text });
  return ownerAction(args, Form, async ({ shop, by, form }) =>
    outcomeOf(shop, await setDayCapacity(shop, form, by), href('/owner/capacity')),
  );
}

export default function DayScreen({ loaderData }: Route.ComponentProps) {
  return (
    <Screen title="A single day">
      <DayCapacity {...loaderData} />
    </Screen>
  );
}

interface DayCapacityProps extends Pick<CapacityView, 'today' | 'own'> {
  /** The day that the address asks for. */
  asked?: string | undefined;
}

/** What the cafe makes on single days. */
export function DayCapacity({ today, own, asked }: DayCapacityProps) {
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
              <strong>{words}</strong> {load} points
            </ActionRow>
          ))}
        </Rows>
      )}
    </>
  );
}
