import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { testNotifications } from '#server/push/subscriptions.ts';
import type { Route } from './+types/send-test';

/** Sends a notification to the person's devices. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const { count, failed } = await testNotifications(shop, by);
    if (count === 0) return { words: 'You get notifications nowhere yet: turn them on first.' };
    return {
      words:
        failed === 0
          ? 'Sent. It should arrive within seconds.'
          : `Not all took it: ${failed} of ${count} did not. Turn them on there again if none arrive.`,
    };
  });
}
