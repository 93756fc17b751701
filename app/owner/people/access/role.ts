import { href } from 'react-router';
import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { Role } from '#domain/staff/person.ts';
import { listPeople, setRole } from '#server/staff/people.ts';
import type { Route } from './+types/role';

const NOW = {
  owner: 'is an owner now',
  counter: 'is counter staff now',
  kitchen: 'is kitchen only now',
};

/** Gives a person another role. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ role: Role }), async ({ shop, by, form: { role } }) => {
    requireProof(args.context, href('/owner/people'));
    const { person: id } = args.params;
    // Nobody locks themselves out by a slip.
    if (id !== by) await setRole(shop, id, role);
    const person = (await listPeople(shop)).find((each) => each.id === id);
    if (!person || person.disabledAt) return {};
    return { words: `${person.name} ${NOW[person.role]}, and has to sign in again.` };
  });
}
