import { data } from 'react-router';
import * as z from 'zod';
import { pricesUndoneInWords, stateInWords } from '#app/owner/cakes/words.ts';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { readUndoables, type Undoable } from '#app/owner/frame/undoable.ts';
import type { Person, Role } from '#domain/staff/person.ts';
import { may } from '#domain/staff/rights.ts';
import { FirstContent, setConfirmed } from '#server/content/before-opening.ts';
import { undoCakeChange } from '#server/content/cakes.ts';
import { undoCalendarChange } from '#server/content/calendar.ts';
import { undoPrices } from '#server/content/change-prices.ts';
import { restorePhoto } from '#server/content/photos.ts';
import { reopenIncident } from '#server/orders/incidents.ts';
import { undoEvent } from '#server/orders/undo.ts';
import { takeBackAnswer } from '#server/requests/answer.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/undo';
import { type Undone, undoneInWords } from './undone-words.ts';

/** Takes back one change, or several of one form, by the opposite operations. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ undo: Text }), async ({ shop, person, form }) => {
    const changes = readUndoables(form.undo);
    if (changes.length === 0) throw data(null, { status: 400 });
    if (!changes.every((change) => mayUndo(person.role, change))) throw data(null, { status: 403 });
    const undone: Undone = { events: [] };
    // The last first: a later move may have taken the items of an earlier one.
    for (const change of changes.toReversed()) await undo(shop, change, person, undone);
    return { words: await undoneInWords(shop, undone) };
  });
}

function mayUndo(role: Role, { kind }: Undoable): boolean {
  // The operation decides about events.
  if (kind === 'events') return true;
  return may(role, kind === 'request' ? 'take-orders' : 'run-cafe');
}

async function undo(shop: Shop, change: Undoable, by: Person, undone: Undone): Promise<void> {
  switch (change.kind) {
    case 'calendar':
      undone.calendar = await undoCalendarChange(shop, change.version, by.id);
      return;
    case 'cake':
      undone.words = await undoCake(shop, change, by.id);
      return;
    case 'prices':
      undone.words = pricesUndoneInWords(await undoPrices(shop, { at: change.at, by: by.id }));
      return;
    case 'photo':
      undone.words = 'The photo is back.';
      return restorePhoto(shop, change.key, by.id);
    case 'request': {
      const answer = { requestId: change.id, number: change.version, by: by.id };
      undone.words = ANSWER_UNDONE[await takeBackAnswer(shop, answer)];
      return;
    }
    case 'confirmed': {
      const key = FirstContent.safeParse(change.key).data;
      if (!key) throw data(null, { status: 400 });
      undone.words = 'It is in the list again.';
      return setConfirmed(shop, key, false, by.id);
    }
    case 'incident':
      undone.words = 'It is in the list again.';
      return reopenIncident(shop.db, change.key);
    case 'events':
      for (const id of change.ids.toReversed()) {
        const event = await undoEvent(shop, id, by);
        if (!event) throw data(null, { status: 403 });
        undone.events.unshift(event);
      }
  }
}

/** Takes back whether a cake is for sale. @returns what became of it. */
async function undoCake(
  shop: Shop,
  { id, version }: { id: string; version: number },
  by: string,
): Promise<string> {
  const { ok } = await undoCakeChange(shop, id, version, by);
  const now = (await shop.content()).catalogue.entry(id);
  if (!now) return '';
  return ok ? stateInWords(now) : `Not taken back: somebody has changed ${now.cake.title} since.`;
}

const ANSWER_UNDONE: Record<Awaited<ReturnType<typeof takeBackAnswer>>, string> = {
  'taken-back': 'Taken back. Nobody was written to.',
  unchanged: 'Taken back. Nobody was written to.',
  sent: 'Too late: the e-mail is on its way.',
  conflict: 'Not taken back: the request has changed since.',
};
