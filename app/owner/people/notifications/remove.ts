import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { removeSubscription } from '#server/push/subscriptions.ts';
import type { Route } from './+types/remove';

/** A device of the person shows no more notifications. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ device: Text }), async ({ shop, by, form }) => {
    await removeSubscription(shop, form.device, by);
    return { words: 'Removed. It shows no more notifications.' };
  });
}
