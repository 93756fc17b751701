import { countOf } from '#app/owner/collections/collection-view.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import type { CalendarChange } from '#domain/calendar/rules.ts';
import { UNDO_SECONDS } from '#domain/emails/email-ports.ts';
import { formatPence } from '#domain/money.ts';
import { isFunded, type OrderId, parseOrderId } from '#domain/orders/order.ts';
import type { CounterResult } from '#domain/orders/pay-agreed-order.ts';
import type { Shop } from '#domain/shop.ts';

/** What a form has just done, for the notice on the next screen. */
export interface UndoNotice {
  text: string;
  /** The fields of the form that takes it back; none if there is nothing to take back. */
  fields: [name: string, value: string][];
}

interface DoneMove {
  orderId: string;
  from: Day;
  to: Day;
}

/** A change of a text, or an e-mail that was written: its number among the order's changes, from 1. */
interface Numbered {
  orderId: OrderId;
  number: number;
}

/** The parameters of an address that say what has been done. */
const DONE = ['change', 'moved', 'stayed', 'cancelled', 'paid', 'text', 'written', 'at'];

/** The address of a screen after an order was paid at the counter, or was not. */
export function withPaid(path: string, orderId: string, result: CounterResult | 'undone'): string {
  return withOne(path, 'paid', `${orderId}~${result}`);
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

/** The address of the screen of an order that has just been cancelled, or taken back. */
export function withCancelled(path: string, orderId: string): string {
  return withOne(path, 'cancelled', orderId);
}

/** The address of a screen after a text of an order was changed, or was changed back. */
export function withTextChange(path: string, { orderId, number }: Numbered): string {
  return withOne(path, 'text', `${orderId}~${number}`);
}

/** The address of a screen after an e-mail to a customer was written, or taken back. */
export function withWritten(path: string, { orderId, number }: Numbered): string {
  return withOne(path, 'written', `${orderId}~${number}`);
}

function withOne(path: string, name: string, value: string): string {
  const target = new URL(withDone(path, undefined), 'http://shop.invalid');
  target.searchParams.set(name, value);
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
  const textChange = readNumbered(parameters.get('text') ?? '');
  if (textChange) return textNotice(shop, textChange);
  const written = readNumbered(parameters.get('written') ?? '');
  if (written) return writtenNotice(shop, written);
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
  const name = booked.name || `Order ${booked.number}`;
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

/** With nothing to take back. */
function said(text: string): UndoNotice {
  return { text, fields: [] };
}

async function textNotice(
  shop: Shop,
  { orderId, number }: Numbered,
): Promise<UndoNotice | undefined> {
  const booked = await shop.bookedOrder(orderId);
  const change = booked?.textChanges.find((each) => each.number === number);
  if (!booked || !change) return undefined;
  const { position } = change;
  const last = booked.textChanges.findLast((each) => each.position === position) ?? change;
  const text = last.after === '' ? 'nothing' : `“${last.after}”`;
  const words =
    position === undefined
      ? `${last.after || booked.name || 'The customer'} collects it.`
      : `On ${booked.items[position]?.title ?? 'the cake'}: ${text}.`;
  return last === change
    ? { text: words, fields: [['text', `${orderId}~${number}`]] }
    : said(words);
}

async function writtenNotice(
  shop: Shop,
  { orderId, number }: Numbered,
): Promise<UndoNotice | undefined> {
  const booked = await shop.bookedOrder(orderId);
  const event = booked?.trail.filter(({ kind }) => kind === 'email-written')[number - 1];
  if (!booked || event?.kind !== 'email-written') return undefined;
  const email = booked.emails.find(({ kind }) => kind === event.facts.email);
  if (!email) return said('The e-mail is not sent.');
  const name = booked.name || `Order ${booked.number}`;
  return email.attempts === 0
    ? { text: `E-mail to ${name}.`, fields: [['written', `${orderId}~${number}`]] }
    : said(`The e-mail to ${name} is on its way.`);
}

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
      return isFunded(booked.state) ? { text, fields: [['paid', orderId]] } : undefined;
    }
    case 'undone':
      return said(`${name} has not paid.`);
    case 'unchanged':
      return said(`${name} had paid before.`);
    case 'processing':
      return said(`${name} has paid by bank; the money is on its way.`);
    case 'unavailable':
      return said(
        `${name} may be paying by card just now, and Stripe does not answer. Try again in a moment.`,
      );
    default:
      return undefined;
  }
}

async function cancelledNotice(shop: Shop, orderId: OrderId): Promise<UndoNotice | undefined> {
  const booked = await shop.bookedOrder(orderId);
  if (!booked) return undefined;
  const name = booked.name || `Order ${booked.number}`;
  return booked.cancelledAt === null
    ? said(`${name} is not cancelled.`)
    : { text: `${name} is cancelled.`, fields: [['cancelled', orderId]] };
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

export function readNumbered(text: string): Numbered | undefined {
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
