import { href } from 'react-router';
import * as z from 'zod';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { turnTimesOff } from '#server/content/collection-times.ts';
import type { Route } from './+types/off';

export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) =>
    outcomeOf(shop, await turnTimesOff(shop, by), href('/owner/times')),
  );
}
