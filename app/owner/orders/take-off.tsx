import { href, Link } from 'react-router';
import * as z from 'zod';
import { findChangeable, findOrder } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { howCustomerLearns, nameOrNumber } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { refused } from '#app/owner/frame/owner-action.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Choices } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { versionOf } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay } from '#domain/calendar/days.ts';
import { whenInWords } from '#domain/calendar/times.ts';
import { formatPence } from '#domain/money.ts';
import {
  cakesFirst,
  groupInWords,
  groupItems,
  itemsInWords,
  titleWithOptions,
} from '#domain/orders/items-in-words.ts';
import { OrderId, toGiveBack } from '#domain/orders/order.ts';
import { everOrdered, itemAt, withPositions } from '#domain/orders/positions.ts';
import { may } from '#domain/staff/rights.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { readPrint } from '#server/orders/printed-sheets.ts';
import { ITEM_EVENTS, takeOff } from '#server/orders/take-off.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/take-off';
import { orderConflict } from './conflict.ts';
import { FormId } from './form-id.tsx';
import { SheetPrinted } from './sheet-printed.tsx';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await findChangeable(shop, params.order);
  const asked = new URL(request.url).searchParams.get('day');
  const day = isDay(asked) ? asked : undefined;
  const print = day && (await readPrint(shop.db, day));
  return {
    id: crypto.randomUUID(),
    order: href('/owner/orders/:order', { order: booked.id }),
    number: booked.number,
    name: nameOrNumber(booked),
    version: versionOf(booked.trail),
    hasEmail: booked.email !== '',
    isPaid: booked.paid > 0,
    mayRefund: may(context.get(personContext).role, 'cancel-and-refund'),
    when: day && whenInWords(day, undefined),
    printed: print ? instantInWords(print.printed_at) : '',
    items: takeable(booked, todayAt(shop), day),
  };
}

/** What can be taken off, cakes first. */
function takeable({ items, days }: BookedOrder, today: Day, wanted?: Day) {
  return withPositions(items)
    .filter(({ day }) => day >= today && (wanted === undefined || day === wanted))
    .filter(({ day }) => days.some((each) => each.day === day && each.fulfilment === 'to-make'))
    .sort(cakesFirst)
    .map(({ position, day, time, price, message, ...item }) => ({
      value: String(position),
      title: [
        titleWithOptions(item),
        message && `“${message}”`,
        formatPence(price),
        !wanted && whenInWords(day, time, 'short'),
      ]
        .filter(Boolean)
        .join(' · '),
    }));
}

const Form = z.object({
  version: Version,
  taking: Text,
  /** Their positions, so that a form that is sent again takes off no other of equal items. */
  item: z.array(z.coerce.number().int().min(0)),
});

export function action(args: Route.ActionArgs) {
  return orderAction({ ...args, find: findChangeable }, Form, async (about) => {
    const { shop, person, by, booked, orderId, screen } = about;
    const { version, taking, item: positions } = about.form;
    if (positions.length === 0) return { problems: { item: 'Please choose what to take off.' } };
    const id = OrderId.safeParse(taking).data;
    if (!id) return { problems: { taking: crypto.randomUUID() } };
    const result = await takeOff(shop, { id, orderId, positions, version, by });
    switch (result) {
      case 'taken-off':
      case 'unchanged': {
        const ever = everOrdered({ items: booked.items, takenOff: booked.order?.takenOff });
        const chosen = positions.flatMap((position) => itemAt(ever, position) ?? []);
        const { order: now } = await findOrder(shop, orderId);
        const isOwed = now !== undefined && toGiveBack(now) > 0;
        return {
          to:
            isOwed && may(person.role, 'cancel-and-refund')
              ? href('/owner/orders/:order/refund', { order: orderId })
              : screen,
          words: `Taken off: ${groupItems(chosen).map(groupInWords).join(', ')}.`,
          undo: await about.undoOf('taken-off'),
        };
      }
      case 'changed':
        return orderConflict(shop, orderId, ITEM_EVENTS, ({ items }) => [
          { label: 'The order', now: itemsInWords(items) },
        ]);
      default:
        return refused(NOT_TAKEN_OFF[result]);
    }
  });
}

const NOT_TAKEN_OFF = {
  unknown: 'It cannot be taken off: the order is cancelled, or its name has been removed.',
  last: 'This is all that the order has: cancel it instead.',
  'ticked-off': 'Nothing was taken off: its day is ticked off. Untick it on the order first.',
  past: 'Nothing was taken off: its day is over. You can refund it.',
  unavailable: 'Nothing was taken off: the customer may be paying just now. Try again in a moment.',
  processing:
    'Nothing was taken off: the customer has paid by bank, and the money takes some days to come. Take it off then.',
  paid: 'Nothing was taken off: what is paid of the order has just changed. Open the order and look at it again.',
};

export default function TakeOff({ loaderData }: Route.ComponentProps) {
  const { id, order, number, name, version, when, printed, items } = loaderData;
  const { hasEmail, isPaid, mayRefund } = loaderData;
  return (
    <Screen
      title={`Take off the order, ${name}`}
      heading="Take something off"
      summary={
        <>
          <Link to={order}>{name}</Link>
          {when && `, ${when}`}
        </>
      }
    >
      <SheetPrinted at={printed} />
      {items.length === 0 ? (
        <Notice kind="empty">
          Nothing of it can be taken off: it is ticked off, or its day is over.
        </Notice>
      ) : (
        <ActionForm
          to={href('/owner/orders/:order/take-off', { order: number })}
          version={version}
          className={kit.form}
        >
          <FormId name="taking" value={id} />
          <Choices
            legend="What is not wanted any more?"
            name="item"
            type="checkbox"
            options={items}
            chosen={[]}
          />
          <Submit>Take it off</Submit>
          {isPaid && (
            <Notice kind="quiet">
              {mayRefund
                ? 'If your terms promise money for it, you give it back on the next screen.'
                : 'What is paid too much, the owner gives back: it is put on Needs you.'}
            </Notice>
          )}
          <Notice kind="quiet">
            To take off all of it,{' '}
            <Link to={href('/owner/orders/:order/cancellation', { order: number })}>
              cancel the order
            </Link>
            . {howCustomerLearns(hasEmail)}
          </Notice>
        </ActionForm>
      )}
    </Screen>
  );
}
