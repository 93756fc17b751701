import { countOf } from '#app/owner/collections/collection-view.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import type { CalendarChange } from '#domain/calendar/rules.ts';
import { UNDO_SECONDS } from '#domain/orders/move-order.ts';
import { type OrderId, parseOrderId } from '#domain/orders/order.ts';
import type { Shop } from '#domain/shop.ts';

/** What a form has just done, for the notice on the next screen. */
export interface UndoNotice {
  text: string;
  /** Both as in the address; empty if there is nothing to take back. */
  change: string;
  moved: string;
  cancelled: string;
}

interface DoneMove {
  orderId: string;
  from: Day;
  to: Day;
}

/** The parameters of an address that say what has been done. */
const DONE = ['change', 'moved', 'cancelled', 'at'];

/** The address of a screen, with what has been done. */
export function withDone(
  path: string,
  change: Pick<CalendarChange, 'id'> | undefined,
  moves: DoneMove[] = [],
): string {
  const target = new URL(path, 'http://shop.invalid');
  for (const name of DONE) target.searchParams.delete(name);
  if (change) target.searchParams.set('change', String(change.id));
  const moved = moves.map(({ orderId, from, to }) => [orderId, from, to].join('~')).join(',');
  if (moved) target.searchParams.set('moved', moved);
  if (change || moved) target.searchParams.set('at', String(Date.now()));
  return target.pathname + target.search;
}

/** The address of the screen of an order that has just been cancelled, or taken back. */
export function withCancelled(path: string, orderId: string): string {
  const target = new URL(withDone(path, undefined), 'http://shop.invalid');
  target.searchParams.set('cancelled', orderId);
  target.searchParams.set('at', String(Date.now()));
  return target.pathname + target.search;
}

/** @returns undefined when it is too late, also for an address that is opened again. */
export async function readUndoNotice(
  shop: Shop,
  parameters: URLSearchParams,
): Promise<UndoNotice | undefined> {
  const age = Date.now() - Number(parameters.get('at'));
  if (!(age < UNDO_SECONDS * 1000)) return undefined;
  const none = { change: '', moved: '', cancelled: '' };
  const cancelled = parseOrderId(parameters.get('cancelled') ?? '');
  if (cancelled) return cancelledNotice(shop, cancelled);
  const asked = parameters.get('change') ?? '';
  const change = await readChange(shop, asked);
  const moved = parameters.get('moved') ?? '';
  const moves = readMoves(moved);
  const [first] = moves;
  if (change) {
    const words = [
      changeInWords(change),
      moves.length > 0 && `${countOf(moves.length, 'order')} moved.`,
    ];
    const isUndone = change.undoes !== undefined;
    return {
      ...none,
      text: words.filter(Boolean).join(' '),
      change: isUndone ? '' : asked,
      moved: isUndone ? '' : moved,
    };
  }
  const booked = first && (await shop.bookedOrder(first.orderId));
  const last = booked?.trail.findLast(({ kind }) => kind === 'moved');
  if (!first || !booked || last?.kind !== 'moved') return undefined;
  const name = booked.name || `Order ${booked.number}`;
  const isThis = last.facts.from === first.from && last.facts.to === first.to;
  return isThis
    ? { ...none, text: `${name} moved to ${dayInWords(first.to, 'short')}.`, moved }
    : { ...none, text: `${name} is on ${dayInWords(last.facts.to, 'short')}.` };
}

async function cancelledNotice(shop: Shop, orderId: OrderId): Promise<UndoNotice | undefined> {
  const booked = await shop.bookedOrder(orderId);
  if (!booked) return undefined;
  const name = booked.name || `Order ${booked.number}`;
  const none = { change: '', moved: '' };
  return booked.cancelledAt === null
    ? { ...none, text: `${name} is not cancelled.`, cancelled: '' }
    : { ...none, text: `${name} is cancelled.`, cancelled: orderId };
}

export async function readChange(shop: Shop, id: string): Promise<CalendarChange | undefined> {
  return /^\d{1,9}$/.test(id) ? shop.calendarChange(Number(id)) : undefined;
}

export function readMoves(text: string): DoneMove[] {
  return text.split(',').flatMap((each) => {
    const [order = '', from, to] = each.split('~');
    const orderId = parseOrderId(order);
    return orderId && isDay(from) && isDay(to) ? [{ orderId, from, to }] : [];
  });
}

/** `Closed: Sat 5 Dec.` */
function changeInWords({ days = [], rules, undoes }: CalendarChange): string {
  if (undoes !== undefined) return 'Taken back. Visitors see it now.';
  const [first] = days;
  const last = days.at(-1);
  if (rules || !first || !last) return 'Saved. Visitors see it now.';
  const range =
    first === last
      ? dayInWords(first.day, 'short')
      : `${dayInWords(first.day, 'short')} to ${dayInWords(last.day, 'short')}`;
  const isClosed = first.is !== null && first.is !== 'open';
  const isEnded = first.is === null && first.was === 'open';
  if (isEnded) return `No extra opening any more: ${range}.`;
  return `${isClosed ? 'Closed' : 'Open'}: ${range}. Visitors see it now.`;
}
