import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { closeIncident, openIncidents } from '#server/orders/incidents.ts';
import type { Route } from './+types/close';
import { GONE } from './words.ts';

/** Closes an incident. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ key: Text }), async ({ shop, form: { key } }) => {
    const incident = (await openIncidents(shop)).find((each) => each.key === key);
    if (!incident) return { words: GONE };
    if (!incident.remedies.some((remedy) => remedy.action === 'close')) {
      return { words: 'This one is not done yet. Open the order first.' };
    }
    await closeIncident(shop.db, key);
    return { words: 'Done.', undo: writeUndoables([{ kind: 'incident', key }]) };
  });
}
