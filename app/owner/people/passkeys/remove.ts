import { href } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { removePasskey } from '#server/staff/passkeys.ts';
import type { Route } from './+types/remove';

/** Removes a passkey of the person. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ passkey: Text }), async ({ shop, by, form }) => {
    requireProof(args.context, href('/owner/you'));
    await removePasskey(shop, form.passkey, by);
    return {};
  });
}
