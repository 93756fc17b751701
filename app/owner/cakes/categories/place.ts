import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { moveCategory } from '#server/content/categories.ts';
import type { Route } from './+types/place';

const Form = z.object({
  /** The category that comes after it; empty for the end of the list. */
  before: Text,
});

/** Moves a category in the list. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, form: { before } }) => {
    await moveCategory(shop, args.params.category, before || undefined);
    return {};
  });
}
