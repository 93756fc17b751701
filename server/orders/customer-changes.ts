import type { Day } from '#domain/calendar/day.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import { timeOf } from '#domain/calendar/times.ts';
import { openTimes, unitsByDay } from '#domain/capacity/capacity.ts';
import { pipingProblem } from '#domain/orders/plain-text.ts';
import { itemAt } from '#domain/orders/positions.ts';
import { currentWords } from '#server/content/texts.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { changeText, type TextChanged } from './change-text.ts';
import {
  type CustomerOrder,
  customerOrder,
  type Fixed,
  hasRoomFor,
  lastDayForTexts,
  lastDayToMove,
} from './customer-order.ts';
import { dayLoads } from './days.ts';
import { type Move, type MoveOrderResult, moveOrder, rulesForItems, whyNotTo } from './move.ts';
import { readPrint } from './printed-sheets.ts';

/** `isChanged` is false if it was so already: a form that was sent twice. */
export type CustomerChanged =
  | { ok: true; isChanged: boolean }
  /** The link is not valid, or not any more. */
  | { ok: false; reason: 'unknown' }
  /** The order is not as the page showed it. */
  | { ok: false; reason: 'conflict' }
  | { ok: false; reason: 'fixed'; why: Fixed }
  /** `text` is for the customer. */
  | { ok: false; reason: 'invalid'; text: string };

const UNKNOWN = { ok: false, reason: 'unknown' } as const;
const NO_MESSAGE = { ok: false, reason: 'invalid', text: 'This comes without a message.' } as const;

interface TypedText {
  /** Of the item; undefined: who collects. */
  position: number | undefined;
  to: string;
  /** Of the order as the page showed it. */
  version: number;
}

/** Changes the message on an item, or who collects the order. */
export async function changeTextByCustomer(
  shop: Shop,
  token: string,
  { position, to, version }: TypedText,
): Promise<CustomerChanged> {
  const order = await customerOrder(shop, token);
  if (!order || order === 'over') return UNKNOWN;
  const text = to.trim();
  const current = position === undefined ? order.collector : itemAt(order.items, position)?.message;
  if (current === undefined) return { ok: false, reason: 'conflict' };
  if (current === text) return { ok: true, isChanged: false };
  if (position !== undefined && !offersMessage(order, position)) return NO_MESSAGE;
  const fixed = whyFixed(order, position);
  if (fixed) return { ok: false, reason: 'fixed', why: fixed };
  const problem =
    position === undefined ? undefined : pipingProblem(text, (await currentWords(shop)).piping);
  if (problem) return { ok: false, reason: 'invalid', text: problem };
  const result = await changeText(shop, {
    orderId: order.id,
    position,
    to: text,
    version,
    by: undefined,
  });
  return textResult(result);
}

function whyFixed(order: CustomerOrder, position: number | undefined): Fixed | undefined {
  if (position === undefined) return order.textsFixed;
  return order.days.find(({ positions }) => positions.includes(position))?.messages.fixed;
}

function offersMessage({ days }: CustomerOrder, position: number): boolean {
  return days.some(({ withMessage }) => withMessage.includes(position));
}

function textResult(result: TextChanged): CustomerChanged {
  if (typeof result === 'object') {
    return 'problem' in result
      ? { ok: false, reason: 'invalid', text: result.problem }
      : { ok: false, reason: 'fixed', why: 'ticked-off' };
  }
  switch (result) {
    case 'changed':
    case 'unchanged':
      return { ok: true, isChanged: result === 'changed' };
    case 'conflict':
    case 'unknown':
      return { ok: false, reason: result };
  }
}

/** What a move would leave the customer to change, if it is possible. */
export interface MoveQuestion {
  to: Day;
  /** How often it can be moved again, and until when. Undefined: not at all. */
  moves: { left: number; until: Day } | undefined;
  /** Until when the texts about the new day can be changed. Undefined: not at all. */
  textsUntil: Day | undefined;
  /** To choose from; none if the day has none, or the order has one for it already. */
  times: CollectionTime[];
  /** That of the old day. */
  time: CollectionTime | undefined;
}

/** Says what moving what is collected on a day means, to another day or another time of it. Changes nothing. */
export async function askToMove(
  shop: Shop,
  token: string,
  { from, to }: Pick<Move, 'from' | 'to'>,
): Promise<{ ok: true; question: MoveQuestion } | Exclude<CustomerChanged, { ok: true }>> {
  const order = await customerOrder(shop, token);
  if (!order || order === 'over') return UNKNOWN;
  const day = order.days.find((each) => each.day === from);
  const fixed = order.isOver ? 'over' : day?.move.fixed;
  if (fixed) return { ok: false, reason: 'fixed', why: fixed };
  if (!day) return { ok: false, reason: 'conflict' };
  const isSameDay = from === to;
  if (isSameDay && day.otherTimes.length === 0)
    return { ok: false, reason: 'invalid', text: 'It is on that day already.' };
  const items = day.positions.flatMap((position) => itemAt(order.items, position) ?? []);
  const obstacle = await whyNotTo(shop, items, to);
  if (obstacle) return rejectedMove(obstacle);
  const [{ rules, leadDays }, loads] = await Promise.all([
    rulesForItems(shop, items),
    dayLoads(shop, to, to),
  ]);
  const units = unitsByDay(items.map((item) => ({ ...item, day: to }))).get(to) ?? 0;
  if (!isSameDay && !hasRoomFor(units, order, to, { rules, loads }))
    return rejectedMove({ ok: false, reason: 'full', day: to, left: 0 });
  const joins = timeOf(order.items, to) !== undefined;
  const otherTimes = joins ? [] : openTimes(to, rules, loads);
  const times = isSameDay ? day.otherTimes : otherTimes;
  const today = todayAt(shop);
  const movesLeft = order.movesLeft - 1;
  const moveUntil = lastDayToMove(to, { ...rules, leadDays });
  const textsUntil = lastDayForTexts(to);
  const canChangeTexts =
    today <= textsUntil && day.messages.fixed !== 'too-often' && !(await readPrint(shop.db, to));
  return {
    ok: true,
    question: {
      to,
      moves:
        movesLeft > 0 && today <= moveUntil ? { left: movesLeft, until: moveUntil } : undefined,
      textsUntil: canChangeTexts ? textsUntil : undefined,
      times,
      time: timeOf(order.items, from),
    },
  };
}

/** Moves what is collected on a day, by the rules by which it could be ordered. */
export async function moveByCustomer(
  shop: Shop,
  token: string,
  { from, to, time, version }: Pick<Move, 'from' | 'to' | 'time'> & { version: number },
): Promise<CustomerChanged> {
  const order = await customerOrder(shop, token);
  if (!order || order === 'over') return UNKNOWN;
  const day = order.days.find((each) => each.day === from);
  // Without the day it is a form that was sent twice, or a conflict: the move tells.
  const fixed = order.isOver ? 'over' : day?.move.fixed;
  if (fixed) return { ok: false, reason: 'fixed', why: fixed };
  const move = { orderId: order.id, from, to, time, version, by: undefined };
  const result = await moveOrder(shop, move);
  return result.ok ? result : rejectedMove(result);
}

function rejectedMove(
  result: Exclude<MoveOrderResult, { ok: true }>,
): Exclude<CustomerChanged, { ok: true }> {
  switch (result.reason) {
    case 'closed':
      return { ok: false, reason: 'invalid', text: `${result.why}. Please choose another day.` };
    case 'full':
      return {
        ok: false,
        reason: 'invalid',
        text: 'That day is fully booked. Please choose another.',
      };
    case 'time':
      return {
        ok: false,
        reason: 'invalid',
        text: result.isFull
          ? 'That time is taken by now. Please choose another.'
          : 'Please choose a collection time.',
      };
    case 'past':
    case 'too-far':
      return { ok: false, reason: 'invalid', text: 'Please choose another day.' };
    case 'ticked-off':
      return { ok: false, reason: 'fixed', why: result.reason };
    case 'conflict':
    case 'unknown':
      return { ok: false, reason: result.reason };
  }
}
