import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { closeIncident, openIncidents } from '#server/orders/incidents.ts';
import { keepRest } from '#server/orders/take-off.ts';
import type { Route } from './+types/close';
import { GONE } from './words.ts';

/** Then the owner has given the money back in another way, or keeps it. */
const ENDS_GIVING_BACK = ['to-give-back', 'refund-failed'];

/** Closes an incident. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ key: Text }), async ({ shop, form: { key } }) => {
    const incident = (await openIncidents(shop)).find((each) => each.key === key);
    if (!incident) return { words: GONE };
    if (!incident.remedies.some((remedy) => remedy.action === 'close')) {
      return { words: 'This one is not done yet. Open the order first.' };
    }
    await closeIncident(shop.db, key);
    const { kind, orderId } = incident;
    if (!orderId || !ENDS_GIVING_BACK.includes(kind)) {
      return { words: 'Done.', undo: writeUndoables([{ kind: 'incident', key }]) };
    }
    await shop.db.transaction().execute((trx) => keepRest(trx, orderId));
    return { words: 'Done. Nothing is left to give back for what was taken off.' };
  });
}
