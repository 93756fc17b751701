import { href } from 'react-router';
import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { enablePerson, listPeople } from '#server/staff/people.ts';
import type { Route } from './+types/enable';

/** Lets a person in again whose access had ended. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop }) => {
    requireProof(args.context, href('/owner/people'));
    const { person: id } = args.params;
    await enablePerson(shop, id);
    const person = (await listPeople(shop)).find((each) => each.id === id);
    if (!person || person.disabledAt) return {};
    return { words: `${person.name} may sign in again.` };
  });
}
