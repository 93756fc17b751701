import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { countFailingEmails } from '#server/emails/failing-emails.ts';
import { requeueBacklog } from '#server/emails/queue.ts';
import type { Route } from './+types/send-all';
import { GONE } from './words.ts';

/** Sends all e-mails again that wait. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    if ((await countFailingEmails(shop)) === 0) return { words: GONE };
    await requeueBacklog(shop.db);
    shop.log.info({ by }, 'all e-mails that wait are sent again, as staff asked');
    return {
      words:
        'They go out again now, one after another, yours first. This goes away when all are out.',
    };
  });
}
