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
import { addPeriod } from '#server/content/calendar.ts';
import { type RulesView, rulesView } from '../rules-view.ts';
import type { Route } from './+types/period';

const Form = z.object({ from: Text, to: Text, reason: Text });

export function loader({ context }: Route.LoaderArgs) {
  return rulesView(context.get(shopContext));
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form }) =>
    outcomeOf(shop, await addPeriod(shop, form, by)),
  );
}

export default function PeriodScreen({ loaderData }: Route.ComponentProps) {
  return (
    <Screen title="Closed every year" above={{ path: href('/owner/calendar'), title: 'Calendar' }}>
      <Periods {...loaderData} />
    </Screen>
  );
}

/** The periods that are closed every year, and the form that adds one. */
export function Periods({ periods }: Pick<RulesView, 'periods'>) {
  return (
    <>
      {periods.length > 0 && (
        <Rows label="Closed every year">
          {periods.map(({ from, to, words, reason }) => (
            <ActionRow
              key={`${from} ${to}`}
              to={href('/owner/calendar/period/removal')}
              fields={{ from, to }}
              button="Remove"
              what={words}
            >
              <strong>{words}</strong> {reason}
            </ActionRow>
          ))}
        </Rows>
      )}
      <ActionForm to={href('/owner/calendar/period')} className={kit.form}>
        <div className={kit.pair}>
          <Field name="from" type="date" label="From" required />
          <Field name="to" type="date" label="To" required />
        </div>
        <Notice kind="quiet">
          It repeats every year. If it runs over New Year, choose the next year under To.
        </Notice>
        <Field name="reason" label="Why, for visitors" maxLength={80} />
        <Submit>Add</Submit>
      </ActionForm>
    </>
  );
}
