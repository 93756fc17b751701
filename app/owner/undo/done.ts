import { countOf } from '#app/owner/collections/collection-view.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import type { CalendarChange } from '#domain/calendar/rules.ts';
import { formatPence } from '#domain/money.ts';
import { UNDO_SECONDS } from '#domain/orders/move-order.ts';
import { isFunded, type OrderId, parseOrderId } from '#domain/orders/order.ts';
import type { CounterResult } from '#domain/orders/pay-agreed-order.ts';
import type { Shop } from '#domain/shop.ts';

/** What a form has just done, for the notice on the next screen. */
export interface UndoNotice {
  text: string;
  /** Both as in the address; empty if there is nothing to take back. */
  change: string;
  moved: string;
  cancelled: string;
  /** The order that was paid at the counter. */
  paid: string;
}

interface DoneMove {
  orderId: string;
  from: Day;
  to: Day;
}

/** The parameters of an address that say what has been done. */
const DONE = ['change', 'moved', 'cancelled', 'paid', 'at'];

/** The address of a screen after an order was paid at the counter, or was not. */
export function withPaid(path: string, orderId: string, result: CounterResult | 'undone'): string {
  const target = new URL(withDone(path, undefined), 'http://shop.invalid');
  target.searchParams.set('paid', `${orderId}~${result}`);
  target.searchParams.set('at', String(Date.now()));
  return target.pathname + target.search;
}

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
  const cancelled = parseOrderId(parameters.get('cancelled') ?? '');
  if (cancelled) return cancelledNotice(shop, cancelled);
  const [orderId = '', result = ''] = (parameters.get('paid') ?? '').split('~');
  const paid = parseOrderId(orderId);
  if (paid) return paidNotice(shop, paid, result);
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
      ...NOTHING,
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
    ? { ...NOTHING, text: `${name} moved to ${dayInWords(first.to, 'short')}.`, moved }
    : { ...NOTHING, text: `${name} is on ${dayInWords(last.facts.to, 'short')}.` };
}

/** To take back. */
const NOTHING = { change: '', moved: '', cancelled: '', paid: '' };

async function paidNotice(
  shop: Shop,
  orderId: OrderId,
  result: string,
): Promise<UndoNotice | undefined> {
  const booked = await shop.bookedOrder(orderId);
  if (!booked) return undefined;
  const name = booked.name || `Order ${booked.number}`;
  switch (result) {
    case 'paid': {
      const text = `${name} paid ${formatPence(booked.total)}.`;
      return isFunded(booked.state) ? { ...NOTHING, text, paid: orderId } : undefined;
    }
    case 'undone':
      return { ...NOTHING, text: `${name} has not paid.` };
    case 'unchanged':
      return { ...NOTHING, text: `${name} had paid before.` };
    case 'processing':
      return { ...NOTHING, text: `${name} has paid by bank; the money is on its way.` };
    case 'unavailable':
      return {
        ...NOTHING,
        text: `${name} may be paying by card just now, and Stripe does not answer. Try again in a moment.`,
      };
    default:
      return undefined;
  }
}

async function cancelledNotice(shop: Shop, orderId: OrderId): Promise<UndoNotice | undefined> {
  const booked = await shop.bookedOrder(orderId);
  if (!booked) return undefined;
  const name = booked.name || `Order ${booked.number}`;
  return booked.cancelledAt === null
    ? { ...NOTHING, text: `${name} is not cancelled.` }
    : { ...NOTHING, text: `${name} is cancelled.`, cancelled: orderId };
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

export function readTextChange(text: string): { orderId: OrderId; number: number } | undefined {
  const [order = '', number = ''] = text.split('~');
  const orderId = parseOrderId(order);
  return orderId && /^\d{1,9}$/.test(number) ? { orderId, number: Number(number) } : undefined;
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
