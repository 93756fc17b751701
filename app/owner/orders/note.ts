import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { noteInWords } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { changeNote } from '#server/orders/note.ts';
import type { Route } from './+types/note';
import { orderConflict } from './conflict.ts';

// Without scripts, the page of a note that is refused is the order’s.
export { default, handle, loader } from './order.tsx';

const Form = z.object({ version: Version, note: Text });

/** Changes the note of staff on an order. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, Form, async ({ form: { version, note: to }, ...about }) => {
    const { shop, by, orderId, screen } = about;
    const result = await changeNote(shop, { orderId, to, version, by });
    if (typeof result === 'object') return { problems: { note: result.problem } };
    switch (result) {
      case 'unchanged':
      case 'unknown':
        return { to: screen };
      case 'changed': {
        const { staffNote } = await findOrder(shop, orderId);
        const undo = await about.undoOf('note-changed');
        return { to: screen, words: noteInWords(staffNote), undo };
      }
      case 'conflict':
        return orderConflict(shop, orderId, ['note-changed'], ({ staffNote }) => [
          { label: 'Our note', now: staffNote },
        ]);
    }
  });
}
