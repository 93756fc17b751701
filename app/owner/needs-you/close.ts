import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { lastEventId, writeUndoables } from '#app/owner/frame/undoable.ts';
import { closeIncident, openIncidents } from '#server/orders/incidents.ts';
import { keepRest } from '#server/orders/take-off.ts';
import type { Route } from './+types/close';
import { GONE } from './words.ts';

/** Closes an incident. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ key: Text }), async ({ shop, by, form: { key } }) => {
    const open = await openIncidents(shop);
    const incident = open.find((each) => each.key === key);
    if (!incident) return { words: GONE };
    if (!incident.remedies.some((remedy) => remedy.action === 'close')) {
      return { words: 'This one is not done yet. Open the order first.' };
    }
    await closeIncident(shop.db, key);
    const { kind, orderId } = incident;
    const isOwed = open.some((each) => each.kind === 'to-give-back' && each.orderId === orderId);
    // The owner has given it back in another way, or keeps it.
    const endsGivingBack = kind === 'to-give-back' || (kind === 'refund-failed' && !isOwed);
    const closed = { kind: 'incident', key } as const;
    if (orderId && endsGivingBack && (await keepRest(shop, { orderId, by }))) {
      const event = await lastEventId(shop, orderId, 'rest-kept');
      const kept = { kind: 'events', ids: event === undefined ? [] : [event] } as const;
      return {
        words: 'Done. Nothing is left to give back for what was taken off.',
        undo: writeUndoables([closed, kept]),
      };
    }
    return { words: 'Done.', undo: writeUndoables([closed]) };
  });
}
