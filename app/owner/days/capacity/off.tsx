import { href } from 'react-router';
import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen } from '#app/ui/kit/screen.tsx';
import { calendarVersion, setWeekCapacity } from '#server/content/calendar.ts';
import type { Route } from './+types/off';

export async function loader({ context }: Route.LoaderArgs) {
  return { version: await calendarVersion(context.get(shopContext)) };
}

export function action(args: Route.ActionArgs) {
  const Form = z.object({ version: Version });
  return ownerAction(args, Form, async ({ shop, by, form: { version } }) => {
    const result = await setWeekCapacity(shop, undefined, { by, version });
    return outcomeOf(shop, result, href('/owner/capacity'));
  });
}

export default function OffScreen({ loaderData }: Route.ComponentProps) {
  return (
    <Screen title="Turn all limits off">
      <TurnLimitsOff {...loaderData} />
    </Screen>
  );
}

export function TurnLimitsOff({ version }: { version: number }) {
  return (
    <Action to={href('/owner/capacity/off')} version={version} look="quiet" className={kit.actions}>
      Turn all limits off
    </Action>
  );
}
