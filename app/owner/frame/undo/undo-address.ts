import { countOf } from '#app/owner/collections/collection-view.ts';
import { customerName, nameOrNumber } from '#app/owner/collections/customer-name.ts';
import { bookedOnClosedDays } from '#app/owner/days/booked-on-closed-days.ts';
import { closedWords, rangeInWords } from '#app/owner/days/words.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, isDay } from '#domain/calendar/days.ts';
import type { CalendarChange } from '#domain/calendar/stored-calendar.ts';
import { parseOrderId } from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { type CalendarVersion, calendarRules, calendarVersions } from '#server/content/calendar.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { Shop } from '#server/shop.ts';
import {
  noticeWithoutUndo,
  type OrderDone,
  orderNotice,
  readOrderDone,
  type UndoNotice,
  writeOrderDone,
} from './undo-order-change.ts';

interface DoneMove {
  orderId: string;
  from: Day;
  to: Day;
}

/** The parameters of an address that say what has been done. */
interface DoneParameters {
  /** The version of the calendar that a change has made. */
  change?: string;
  moved?: string;
  /** Moves that could not be taken back. */
  stayed?: string;
  /** Whether a change of the calendar could be taken back. */
  undone?: '' | 'yes' | 'no';
  /** The key of a problem. */
  closed?: string;
  /** An `OrderDone`. */
  done?: string;
}

/** The address of a screen, with what has been done. */
export function withDone(
  path: string,
  change: Pick<CalendarVersion, 'version'> | undefined,
  moves: DoneMove[] = [],
): string {
  return withParameters(path, { change: numberOf(change), moved: writeMoves(moves) });
}

/**
 * The address of a screen after Undo.
 * @param isUndone whether a change of the calendar, if any, could be taken back.
 * @param stayed the moves that could not.
 */
export function withUndone(
  path: string,
  isUndone: boolean | undefined,
  back: DoneMove[],
  stayed: DoneMove[],
): string {
  return withParameters(path, {
    undone: isUndone === undefined ? '' : isUndone ? 'yes' : 'no',
    moved: writeMoves(back),
    stayed: writeMoves(stayed),
  });
}

/** The address of a screen after something was done to one order, or taken back. */
export function withOrderDone(path: string, done: OrderDone): string {
  return withParameters(path, { done: writeOrderDone(done) });
}

/** The address of a screen after a problem was closed, or after that was taken back. */
export function withClosed(path: string, key: string): string {
  return withParameters(path, { closed: key });
}

function withParameters(
  path: string,
  { change = '', moved = '', stayed = '', undone = '', closed = '', done = '' }: DoneParameters,
): string {
  const target = new URL(path, 'http://shop.invalid');
  const all = { change, moved, stayed, undone, closed, done, at: String(Date.now()) };
  for (const [name, value] of Object.entries(all)) {
    if (value) target.searchParams.set(name, value);
    else target.searchParams.delete(name);
  }
  return target.pathname + target.search;
}

function numberOf(change: Pick<CalendarVersion, 'version'> | undefined): string {
  return change ? String(change.version) : '';
}

/** @returns undefined when it is too late, also for an address that is opened again. */
export async function readUndoNotice(
  shop: Shop,
  parameters: URLSearchParams,
): Promise<UndoNotice | undefined> {
  const read = (name: keyof DoneParameters | 'at') => parameters.get(name) ?? '';
  const age = Date.now() - Number(read('at'));
  if (!(age < UNDO_SECONDS * 1000)) return undefined;
  const orderDone = readOrderDone(read('done'));
  if (orderDone) return orderNotice(shop, orderDone);
  const closed = read('closed');
  if (closed) return { text: 'Closed.', fields: [['closed', closed]] };
  const change = await readChange(shop, read('change'));
  const moves = readMoves(read('moved'));
  if (change) return changeNotice(shop, change, moves);
  const stayed = readMoves(read('stayed'));
  const undone = read('undone');
  if (undone || stayed.length > 0 || moves.length > 1)
    return noticeWithoutUndo(await undoneInWords(shop, undone, moves, stayed));
  return moves[0] && moveNotice(shop, moves[0]);
}

async function changeNotice(
  shop: Shop,
  change: CalendarVersion,
  moves: DoneMove[],
): Promise<UndoNotice> {
  const count = countOrders(moves);
  const words = [
    await changeInWords(shop, change.change),
    count > 0 && `${countOf(count, 'order')} moved.`,
    await ordersInWords(shop, change.change),
  ];
  return {
    text: words.filter(Boolean).join(' '),
    fields: [
      ['change', numberOf(change)],
      ['moved', writeMoves(moves)],
    ],
  };
}

/** Of one move, or of one that was taken back. */
async function moveNotice(shop: Shop, move: DoneMove): Promise<UndoNotice | undefined> {
  const booked = await bookedOrder(shop, move.orderId);
  const last = booked?.trail.findLast(({ kind }) => kind === 'moved');
  if (!booked || last?.kind !== 'moved') return undefined;
  const { from, to } = last.facts;
  const name = nameOrNumber(booked);
  return from === move.from && to === move.to
    ? {
        text: `${name} moved to ${dayInWords(to, 'short')}.`,
        fields: [['moved', writeMoves([move])]],
      }
    : noticeWithoutUndo(`${name} is on ${dayInWords(to, 'short')}.`);
}

/** `2 orders moved back. Not moved back: Ada Lovelace (4711).` */
async function undoneInWords(
  shop: Shop,
  undone: string,
  back: DoneMove[],
  stayed: DoneMove[],
): Promise<string> {
  const count = countOrders(back);
  const ids = new Set(stayed.map(({ orderId }) => orderId));
  const names = await Promise.all(
    [...ids].map(async (id) => {
      const booked = await bookedOrder(shop, id);
      return booked ? `${customerName(booked)} (${booked.number})` : id;
    }),
  );
  const words = [
    undone === 'yes' && 'Taken back. Visitors see it now.',
    undone === 'no' && 'Not taken back: somebody has changed it since.',
    count > 0 && `${countOf(count, 'order')} moved back.`,
    names.length > 0 && `Not moved back: ${names.join(', ')}.`,
  ];
  return words.filter(Boolean).join(' ');
}

/** An order of two days has been moved twice. */
function countOrders(moves: DoneMove[]): number {
  return new Set(moves.map(({ orderId }) => orderId)).size;
}

export async function readChange(shop: Shop, text: string): Promise<CalendarVersion | undefined> {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const last = Number(text);
  return (await calendarVersions(shop, { after: last - 1, last }))[0];
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

const CLOSING = ['pause', 'closedPeriods', 'closedWeekdays'];

/** That orders are booked for closed days, after a change of the rules that close many at once. */
async function ordersInWords(shop: Shop, { rules }: CalendarChange): Promise<string | undefined> {
  if (!rules.fields.some((field) => CLOSING.includes(field))) return undefined;
  const count = new Set((await bookedOnClosedDays(shop)).map(({ orderId }) => orderId)).size;
  if (count === 0) return undefined;
  return `${countOf(count, 'order')} ${count === 1 ? 'is' : 'are'} booked for closed days.`;
}

/** `Closed: Sat 5 Dec.` */
async function changeInWords(shop: Shop, { days, rules }: CalendarChange): Promise<string> {
  const [first] = days;
  const last = days.at(-1);
  const closes = ({ is }: CalendarChange['days'][number]) => is !== undefined && is !== 'open';
  // A version that is restored may open and close several days.
  const isRange = days.every(
    (each, index) =>
      first && each.day === addDays(first.day, index) && closes(each) === closes(first),
  );
  if (rules.fields.length > 0 || !first || !last || !isRange) return 'Saved. Visitors see it now.';
  const range = rangeInWords({ first: first.day, last: last.day });
  const isClosed = closes(first);
  const isEnded = first.is === undefined && first.was === 'open';
  if (isEnded) return `No extra opening any more: ${range}.`;
  if (isClosed) return `Closed: ${range}. Visitors see it now.`;
  const stillClosed = closedWords(first.day, await calendarRules(shop));
  return stillClosed
    ? `Saved: ${range}. Customers still cannot choose it. ${stillClosed}.`
    : `Open: ${range}. Visitors see it now.`;
}
