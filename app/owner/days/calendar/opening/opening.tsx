import { href } from 'react-router';
import * as z from 'zod';
import { calendarDone } from '#app/owner/days/calendar-outcome.ts';
import { closedWords, rangeProblemInWords } from '#app/owner/days/words.ts';
import { ChosenDay } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen } from '#app/ui/kit/screen.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { calendarRules, openDay } from '#server/content/calendar.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/opening';

export function loader({ context }: Route.LoaderArgs) {
  return { today: todayAt(context.get(shopContext)) };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ day: ChosenDay }), async ({ shop, by, form: { day } }) => {
    const result = await openDay(shop, day, by);
    if (!result.ok) {
      const range = { first: day, last: day };
      return { problems: { day: rangeProblemInWords(result.reason, range, result.today) } };
    }
    if (result.change) return calendarDone(shop, result.change);
    const why = closedWords(day, await calendarRules(shop));
    return { problems: { day: why ? `${why}.` : 'It is open already.' } };
  });
}

export default function OpeningScreen({ loaderData }: Route.ComponentProps) {
  return (
    <Screen title="Open an extra day" above={{ path: href('/owner/calendar'), title: 'Calendar' }}>
      <OpeningForm {...loaderData} />
    </Screen>
  );
}

/** Opens a day whatever closes it. */
export function OpeningForm({ today }: { today: Day }) {
  return (
    <ActionForm to={href('/owner/calendar/opening')} className={kit.form}>
      <input type="hidden" name="back" value={href('/owner/calendar')} />
      <Field name="day" type="date" label="Day" min={today} required />
      <Submit>Open</Submit>
    </ActionForm>
  );
}
