import { href } from 'react-router';
import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { disablePerson, listPeople } from '#server/staff/people.ts';
import type { Route } from './+types/disable';

/** Ends a person's access. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    requireProof(args.context, href('/owner/people'));
    const { person: id } = args.params;
    // Nobody locks themselves out by a slip.
    if (id !== by) await disablePerson(shop, id);
    const person = (await listPeople(shop)).find((each) => each.id === id);
    return { words: person?.disabledAt ? `${person.name}’s access has ended.` : undefined };
  });
}
