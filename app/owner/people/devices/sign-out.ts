import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { may } from '#domain/staff/rights.ts';
import { listDevices, signOut } from '#server/staff/sessions.ts';
import type { Route } from './+types/sign-out';

/** Signs out a device of the person, or for an owner of anybody. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ session: Text }), async ({ shop, person, form }) => {
    const devices = await listDevices(shop);
    const device = devices.find(({ sessionId }) => sessionId === form.session);
    const mayEnd = may(person.role, 'run-cafe') || device?.personId === person.id;
    if (device && mayEnd) await signOut(shop, device.sessionId);
    return {};
  });
}
