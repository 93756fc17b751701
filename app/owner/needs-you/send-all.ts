import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { countFailingEmails, retryEmails } from '#server/emails/failing-emails.ts';
import type { Route } from './+types/send-all';
import { GONE } from './words.ts';

/** Sends all e-mails again that wait. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop }) => {
    if ((await countFailingEmails(shop)) === 0) return { words: GONE };
    await retryEmails(shop);
    return {
      words:
        'They go out again now, one after another, yours first. This goes away when all are out.',
    };
  });
}
