import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { sendToPerson } from '#server/staff/staff-emails.ts';
import type { Route } from './+types/test-email';

/** Sends the person an e-mail that says that e-mails arrive. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, person }) => {
    const isSent = await sendToPerson(shop, person, { kind: 'test' });
    return {
      words: isSent
        ? `Sent to ${person.email}. It should arrive within a minute.`
        : `The e-mail to ${person.email} did not go out. Ask whoever set up the shop: its log says why.`,
    };
  });
}
