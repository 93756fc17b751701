import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { FirstContent, setConfirmed } from '#server/content/before-opening.ts';
import type { Route } from './+types/right';

/** Leaves what the shop began with as it is. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ key: FirstContent }), async ({ shop, by, form: { key } }) => {
    await setConfirmed(shop, key, true, by);
    const undo = writeUndoables([{ kind: 'confirmed', key }]);
    return { words: 'It stays as it is.', undo };
  });
}
