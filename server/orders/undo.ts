import type { OrderEvent } from '#domain/book/trail.ts';
import { readyKind } from '#domain/emails/email-kinds.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Person } from '#domain/staff/person.ts';
import { may, type Right } from '#domain/staff/rights.ts';
import { takeBackEmail } from '#server/emails/written.ts';
import type { Shop } from '#server/shop.ts';
import { undoAddition } from './add-by-staff.ts';
import { unpayAtCounter } from './at-counter.ts';
import { uncancelOrder } from './cancel.ts';
import { undeclineCancel } from './cancel-request.ts';
import { undoTextChange } from './change-text.ts';
import { undoMove } from './move.ts';
import { undoNoteChange } from './note.ts';
import { oweRest, putBack } from './take-off.ts';
import { setFulfilment } from './tick-off.ts';
import { findEvent } from './trail.ts';

/** An event of an order that somebody has asked to take back. */
export interface UndoneEvent {
  orderId: OrderId;
  event: OrderEvent;
  /** False if it was too late, or something else has changed since. */
  isUndone: boolean;
}

/** What it needs to take an event back, which is what the event needs. Others are taken back by nobody. */
const NEEDED: Partial<Record<OrderEvent['kind'], Right | 'nothing'>> = {
  fulfilment: 'nothing',
  'ready-told': 'nothing',
  'note-changed': 'nothing',
  moved: 'change-orders',
  'text-changed': 'change-orders',
  added: 'change-orders',
  'taken-off': 'change-orders',
  'email-written': 'change-orders',
  'counter-paid': 'take-payment',
  cancelled: 'cancel-and-refund',
  'cancel-declined': 'cancel-and-refund',
  'rest-kept': 'cancel-and-refund',
};

/**
 * Takes back what an event of an order says, by the opposite operation. Idempotent.
 * @param id of the event.
 * @returns undefined for an event that does not exist or that this person cannot take back.
 */
export async function undoEvent(
  shop: Shop,
  id: number,
  by: Pick<Person, 'id' | 'role'>,
): Promise<UndoneEvent | undefined> {
  const found = await findEvent(shop.db, id);
  if (!found) return undefined;
  const needed = NEEDED[found.event.kind];
  if (!needed || (needed !== 'nothing' && !may(by.role, needed))) return undefined;
  const isUndone = await undo(shop, found.orderId, found.event, by.id);
  return isUndone === undefined ? undefined : { ...found, isUndone };
}

async function undo(
  shop: Shop,
  orderId: OrderId,
  event: OrderEvent,
  by: string,
): Promise<boolean | undefined> {
  switch (event.kind) {
    case 'moved':
      return (await undoMove(shop, { orderId, event, by })).ok;
    case 'fulfilment': {
      const { day, from, fulfilment } = event.facts;
      const change = { orderId, day, from: fulfilment, fulfilment: from, by };
      return DONE.has(await setFulfilment(shop, change));
    }
    case 'ready-told': {
      const email = readyKind(event.facts.day);
      return DONE.has(await takeBackEmail(shop, { orderId, email, by }));
    }
    case 'cancelled':
      return DONE.has(await uncancelOrder(shop, { orderId, by }));
    case 'cancel-declined':
      return undeclineCancel(shop, orderId, by);
    case 'counter-paid':
      return unpayAtCounter(shop, orderId, by, event.facts.payment);
    case 'text-changed': {
      const result = await undoTextChange(shop, { orderId, event, by });
      return typeof result === 'string' && DONE.has(result);
    }
    case 'added':
      return event.actor === 'staff'
        ? DONE.has(await undoAddition(shop, { orderId, event, by }))
        : undefined;
    case 'taken-off':
      return event.facts.undoes ? undefined : DONE.has(await putBack(shop, { orderId, event, by }));
    case 'rest-kept':
      return oweRest(shop, { orderId, event, by });
    case 'note-changed': {
      const result = await undoNoteChange(shop, { orderId, event, by });
      return typeof result === 'string' && DONE.has(result);
    }
    case 'email-written': {
      const { email } = event.facts;
      return DONE.has(await takeBackEmail(shop, { orderId, email, by }));
    }
    default:
      return undefined;
  }
}

const DONE = new Set(['changed', 'unchanged', 'uncancelled', 'taken-back']);
