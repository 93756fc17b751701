import { countOf } from '#app/owner/collections/collection-view.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import type { CalendarChange } from '#domain/calendar/rules.ts';
import { UNDO_SECONDS } from '#domain/emails/email-ports.ts';
import { parseOrderId } from '#domain/orders/order.ts';
import type { Shop } from '#domain/shop.ts';
import {
  nameOf,
  type OrderDone,
  orderNotice,
  readOrderDone,
  said,
  type UndoNotice,
  writeOrderDone,
} from './order-done.ts';

interface DoneMove {
  orderId: string;
  from: Day;
  to: Day;
}

/** The parameters of an address that say what has been done. */
const DONE = ['change', 'moved', 'stayed', 'done', 'at'];

/** The address of a screen, with what has been done. */
export function withDone(
  path: string,
  change: Pick<CalendarChange, 'id'> | undefined,
  moves: DoneMove[] = [],
): string {
  const target = new URL(path, 'http://shop.invalid');
  for (const name of DONE) target.searchParams.delete(name);
  if (change) target.searchParams.set('change', String(change.id));
  const moved = writeMoves(moves);
  if (moved) target.searchParams.set('moved', moved);
  if (change || moved) target.searchParams.set('at', String(Date.now()));
  return target.pathname + target.search;
}

/** The address of a screen after Undo. @param stayed the moves that could not be taken back. */
export function withUndone(
  path: string,
  change: Pick<CalendarChange, 'id'> | undefined,
  back: DoneMove[],
  stayed: DoneMove[],
): string {
  const target = new URL(withDone(path, change, back), 'http://shop.invalid');
  if (stayed.length > 0) target.searchParams.set('stayed', writeMoves(stayed));
  target.searchParams.set('at', String(Date.now()));
  return target.pathname + target.search;
}

/** The address of a screen after something was done to one order, or taken back. */
export function withOrderDone(path: string, done: OrderDone): string {
  const target = new URL(withDone(path, undefined), 'http://shop.invalid');
  target.searchParams.set('done', writeOrderDone(done));
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
  const orderDone = readOrderDone(parameters.get('done') ?? '');
  if (orderDone) return orderNotice(shop, orderDone);
  const asked = parameters.get('change') ?? '';
  const change = await readChange(shop, asked);
  const moved = parameters.get('moved') ?? '';
  const moves = readMoves(moved);
  if (change && change.undoes === undefined) {
    const count = countOrders(moves);
    return {
      text: `${changeInWords(change)} ${count > 0 ? `${countOf(count, 'order')} moved.` : ''}`.trim(),
      fields: [
        ['change', asked],
        ['moved', moved],
      ],
    };
  }
  const stayed = readMoves(parameters.get('stayed') ?? '');
  if (change || stayed.length > 0 || moves.length > 1) {
    return said(await undoneInWords(shop, change, moves, stayed));
  }
  const [first] = moves;
  const booked = first && (await shop.bookedOrder(first.orderId));
  const last = booked?.trail.findLast(({ kind }) => kind === 'moved');
  if (!first || !booked || last?.kind !== 'moved') return undefined;
  const name = nameOf(booked);
  const isThis = last.facts.from === first.from && last.facts.to === first.to;
  return isThis
    ? {
        text: `${name} moved to ${dayInWords(first.to, 'short')}.`,
        fields: [['moved', moved]],
      }
    : said(`${name} is on ${dayInWords(last.facts.to, 'short')}.`);
}

/** `2 orders moved back. Not moved back: Ada Lovelace (4711).` */
async function undoneInWords(
  shop: Shop,
  change: CalendarChange | undefined,
  back: DoneMove[],
  stayed: DoneMove[],
): Promise<string> {
  const count = countOrders(back);
  const ids = new Set(stayed.map(({ orderId }) => orderId));
  const names = await Promise.all(
    [...ids].map(async (id) => {
      const booked = await shop.bookedOrder(id);
      return booked ? `${booked.name || 'Name removed'} (${booked.number})` : id;
    }),
  );
  const words = [
    change && changeInWords(change),
    count > 0 && `${countOf(count, 'order')} moved back.`,
    names.length > 0 && `Not moved back: ${names.join(', ')}.`,
  ];
  return words.filter(Boolean).join(' ');
}

/** An order of two days has been moved twice. */
function countOrders(moves: DoneMove[]): number {
  return new Set(moves.map(({ orderId }) => orderId)).size;
}

export async function readChange(shop: Shop, id: string): Promise<CalendarChange | undefined> {
  return /^\d{1,9}$/.test(id) ? shop.calendarChange(Number(id)) : undefined;
}

export function writeMoves(moves: DoneMove[]): string {
  return moves.map(({ orderId, from, to }) => [orderId, from, to].join('~')).join(',');
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
