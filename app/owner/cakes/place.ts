import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { moveCake } from '#server/content/cakes.ts';
import type { Route } from './+types/place';
import { SORTED_CAKES } from './words.ts';

const Form = z.object({
  /** The slug of a category; empty for add-ons. */
  list: Text,
  /** The cake that comes after it; empty for the end of the list. */
  before: Text,
});

/** Moves a cake in its list. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, form: { list, before } }) => {
    await moveCake(shop, args.params.cake, before || undefined, list || undefined);
    return { to: SORTED_CAKES };
  });
}
