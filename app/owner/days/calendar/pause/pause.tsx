import { href } from 'react-router';
import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionRow, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { addDays } from '#domain/calendar/days.ts';
import { pauseOrders } from '#server/content/calendar.ts';
import { type RulesView, rulesView } from '../rules-view.ts';
import type { Route } from './+types/pause';

const Form = z.object({ version: Version, until: Text, words: Text });

export function loader({ context }: Route.LoaderArgs) {
  return rulesView(context.get(shopContext));
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { version, ...typed } }) =>
    outcomeOf(shop, await pauseOrders(shop, typed, { by, version })),
  );
}

export default function PauseScreen({ loaderData }: Route.ComponentProps) {
  const { version, today, pause } = loaderData;
  return (
    <Screen
      title={pause ? 'Change the pause' : 'Pause orders'}
      above={{ path: href('/owner/calendar'), title: 'Calendar' }}
    >
      <PauseNow pause={pause} />
      <ActionForm to={href('/owner/calendar/pause')} version={version} className={kit.form}>
        <Field
          name="until"
          type="date"
          label="First day customers can collect again"
          hint="They can still order for that day and later. Leave yourself time to bake once you are back."
          min={addDays(today, 1)}
          defaultValue={pause?.until}
          required
        />
        <Field
          name="words"
          label="What visitors read"
          hint="Such as: We are on holiday until 4 January. You can order for later days."
          maxLength={160}
          defaultValue={pause?.words}
        />
        <Notice kind="quiet">Orders that are placed or being paid now stay.</Notice>
        <Button type="submit">{pause ? 'Change the pause' : 'Pause'}</Button>
      </ActionForm>
    </Screen>
  );
}

/** The pause that counts, if any. */
export function PauseNow({ pause }: Pick<RulesView, 'pause'>) {
  if (!pause) return null;
  return (
    <Rows label="Pause">
      <ActionRow to={href('/owner/calendar/pause/end')} button="End the pause" what="">
        Paused until <strong>{pause.day}</strong>: {pause.words}
      </ActionRow>
    </Rows>
  );
}
