import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { testNotifications } from '#server/push/subscriptions.ts';
import type { Route } from './+types/send-test';

/** Sends a notification to the person's devices. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const isSent = await testNotifications(shop, by);
    return {
      words: isSent
        ? 'Sent. It should arrive within seconds.'
        : 'You get notifications nowhere yet: turn them on first.',
    };
  });
}
