import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { giveUpEmail } from '#server/emails/failing-emails.ts';
import type { Route } from './+types/give-up';
import { GONE } from './words.ts';

/** Gives up an e-mail that is not accepted. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ key: Text }), async ({ shop, form: { key } }) => ({
    words: (await giveUpEmail(shop, key)) ? 'That e-mail will not be sent.' : GONE,
  }));
}
