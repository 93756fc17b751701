import { href, redirect } from 'react-router';
import * as z from 'zod';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { calendarDone } from '#app/owner/days/calendar-outcome.ts';
import { rangeInWords } from '#app/owner/days/words.ts';
import { ChosenDay, Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { lastEventId } from '#app/owner/frame/undoable.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { moveProblem } from '#app/owner/orders/words.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Choices, Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import type { Problems } from '#app/ui/kit/refusal.ts';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import type { Collection } from '#domain/book/collection.ts';
import { nextOpenDays, rulesAt } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, isDay } from '#domain/calendar/days.ts';
import type { DayRange } from '#domain/calendar/reach.ts';
import { rangeProblem } from '#domain/calendar/reach.ts';
import type { DayRules } from '#domain/calendar/rules.ts';
import { Reason } from '#domain/calendar/typed-rules.ts';
import { calendarRules, changeDays } from '#server/content/calendar.ts';
import { moveOrder } from '#server/orders/move.ts';
import { undoEvent } from '#server/orders/undo.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/close';
import { keyOf, ordersOn, touchedOrder } from './orders-on.ts';
import { TouchedOrders } from './touched-orders.tsx';

/** The cafe is open, and no cakes are collected. */
const OPEN = 'open';
const OFFERED_BEFORE = 3;
const OFFERED_AFTER = 8;

export const handle = LIVE;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const { searchParams } = new URL(request.url);
  const first = searchParams.get('from');
  const last = searchParams.get('to') || first;
  if (!isDay(first) || !isDay(last)) throw redirect(href('/owner/calendar'), 303);
  const range = { first, last };
  const problem = rangeProblem(range, today);
  const touched = problem ? [] : await ordersOn(shop, range);
  const asked = first === last ? 'this day' : 'these days';
  const offered = offeredInstead(
    range,
    today,
    rulesAt(shop.clock.now(), await calendarRules(shop)),
  );
  return {
    ...range,
    words: rangeInWords(range),
    summary:
      touched.length === 0
        ? `No orders for ${asked}.`
        : `${countOf(touched.length, 'order')} for ${asked}. They stay unless you move them.`,
    problem,
    reason: searchParams.get('reason') ?? '',
    orders: touched.map(touchedOrder),
    offered: offered.map((day) => ({ day, words: dayInWords(day, 'short') })),
  };
}

/** Moves the chosen orders, then closes the days: both, or neither. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { from, to, reason, cafe }, values }) => {
    const field = (name: string) => values[name]?.[0] ?? '';
    const range = { first: from, last: to };
    const wrong = rangeProblem(range, todayAt(shop));
    if (wrong) return refused(wrong);
    const touched = await ordersOn(shop, range);
    const unseen = touched.filter((collection) => field(keyOf(collection)) === '');
    if (unseen.length > 0) {
      return refused(
        `${unseen.length === 1 ? 'An order' : `${unseen.length} orders`} for these days came in since you opened this screen. Please look once more.`,
      );
    }
    const problems: Problems = {};
    const events: number[] = [];
    for (const collection of touched) {
      const day = field(keyOf(collection));
      if (!isDay(day)) continue;
      const { orderId } = collection;
      const move = { orderId, from: collection.day, to: day };
      const result =
        day >= from && day <= to
          ? ({ ok: false, reason: 'closed', why: 'you are closing it' } as const)
          : await moveOrder(shop, { ...move, by });
      const event = result.ok ? await lastEventId(shop, orderId, 'moved') : undefined;
      if (event !== undefined) events.push(event);
      if (!result.ok)
        problems[keyOf(collection)] =
          result.reason === 'time'
            ? `Its collection time is taken on ${dayInWords(day, 'short')}. Move this order by itself first, to choose another time.`
            : moveProblem(result, day);
    }
    if (Object.keys(problems).length === 0) {
      const change = cafe === OPEN ? 'stop-collections' : 'close';
      const result = await changeDays(shop, range, change, by, reason || undefined);
      if (result.ok) {
        const back = from === to ? href('/owner/day/:day', { day: from }) : href('/owner/calendar');
        const moved = { orders: countOrders(touched, field), events };
        return { to: back, ...(await calendarDone(shop, result.change, moved)) };
      }
      if (result.reason === 'invalid') Object.assign(problems, result.problems);
    }
    // The last first, before their e-mails are sent.
    for (const id of events.toReversed()) await undoEvent(shop, id, { id: by, role: 'owner' });
    return { problems: { '': 'Nothing is closed or moved yet.', ...problems } };
  });
}

const Form = z.object({ from: ChosenDay, to: ChosenDay, reason: Reason, cafe: Text });

/** An order of two days has been moved twice. */
function countOrders(touched: Collection[], field: (name: string) => string): number {
  const moved = touched.filter((collection) => isDay(field(keyOf(collection))));
  return new Set(moved.map(({ orderId }) => orderId)).size;
}

/** Open days near the ones that will be closed. */
function offeredInstead({ first, last }: DayRange, today: Day, rules: DayRules): Day[] {
  const open = nextOpenDays(rules.daysAhead, today, rules);
  return [
    ...open.filter((day) => day < first).slice(-OFFERED_BEFORE),
    ...nextOpenDays(OFFERED_AFTER, today, rules, addDays(last, 1)),
  ];
}

export default function CloseDays({ loaderData }: Route.ComponentProps) {
  const { first, last, words, summary, problem, reason, orders, offered } = loaderData;
  if (problem) {
    return (
      <Screen title={`Close ${words}`} summary={summary}>
        <Notice kind="warning">{problem}</Notice>
        <p className={kit.actions}>
          <ActionLink to={href('/owner/calendar')}>Choose other days</ActionLink>
        </p>
      </Screen>
    );
  }
  const range = new URLSearchParams({ from: first, to: last });
  return (
    <Screen title={`Close ${words}`} summary={summary}>
      <ActionForm to={`${href('/owner/calendar/close')}?${range}`} className={kit.form}>
        <input type="hidden" name="from" value={first} />
        <input type="hidden" name="to" value={last} />
        <TouchedOrders orders={orders} offered={offered} />
        <Choices
          legend="The cafe is"
          name="cafe"
          type="radio"
          options={[
            { value: 'closed', title: 'closed' },
            { value: OPEN, title: 'open, but no cakes are collected' },
          ]}
          chosen={['closed']}
        />
        <Field
          name="reason"
          label="Why, for visitors"
          hint="If you leave it empty they read “Fully booked or closed that day”."
          maxLength={80}
          defaultValue={reason}
        />
        <Button type="submit">Close {words}</Button>
      </ActionForm>
    </Screen>
  );
}
