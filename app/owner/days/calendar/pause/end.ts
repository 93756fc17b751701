import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { endPause } from '#server/content/calendar.ts';
import type { Route } from './+types/end';

export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) =>
    outcomeOf(shop, await endPause(shop, by)),
  );
}
