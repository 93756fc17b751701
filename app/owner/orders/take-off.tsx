import { useEffect, useRef, useState } from 'react';
import { data, href, Link } from 'react-router';
import * as z from 'zod';
import { findChangeable } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { howCustomerLearns, nameOrNumber } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { refused } from '#app/owner/frame/owner-action.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Check, DefaultButton, Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { versionOf } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay } from '#domain/calendar/days.ts';
import { whenInWords } from '#domain/calendar/times.ts';
import { formatPence, sumPence } from '#domain/money.ts';
import {
  cakesFirst,
  groupInWords,
  groupItems,
  titleWithOptions,
} from '#domain/orders/items-in-words.ts';
import { OrderId, type OrderItem, paidOfTotal } from '#domain/orders/order.ts';
import { itemAt, withPositions } from '#domain/orders/positions.ts';
import { refundedOrAwaited } from '#domain/orders/reversal.ts';
import {
  backFor,
  type MoneyOfOrder,
  readTakeFields,
  takeField,
} from '#domain/orders/taking-off.ts';
import { may } from '#domain/staff/rights.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { readPrint } from '#server/orders/printed-sheets.ts';
import { refundTerms } from '#server/orders/refund-terms.ts';
import { takeOff } from '#server/orders/take-off.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import type { Route } from './+types/take-off';
import { FormId } from './form-id.tsx';
import { numeral } from './refund-amount.ts';
import { moneyNote, RefundFields } from './refund-fields.tsx';
import { itemsConflict, NOT_TAKEN_OFF, payBack, refundView } from './refund-form.ts';
import { SheetPrinted } from './sheet-printed.tsx';

export async function loader(args: Route.LoaderArgs) {
  const { context, params, request } = args;
  const shop = context.get(shopContext);
  const booked = await findChangeable(shop, params.order);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get('day');
  const day = isDay(asked) ? asked : undefined;
  const print = day && (await readPrint(shop.db, day));
  const mayRefund = may(context.get(personContext).role, 'cancel-and-refund');
  const view = mayRefund ? await refundView(args, booked) : undefined;
  return {
    id: crypto.randomUUID(),
    order: href('/owner/orders/:order', { order: booked.id }),
    number: booked.number,
    name: nameOrNumber(booked),
    version: versionOf(booked.trail),
    hasEmail: booked.email !== '',
    paid: formatPence(booked.paid),
    when: day && whenInWords(day, undefined),
    printed: print ? instantInWords(print.printed_at) : '',
    groups: groupsOf(booked, todayAt(shop), day).map((group) => ({
      ...group,
      chosen: Number(searchParams.get(group.field)) || 0,
    })),
    money: await moneyOf(shop, booked),
    /** What was typed before signing in again. */
    typed: searchParams.get('amount') ?? '',
    mayRefund,
    toRefund: view && view.most > 0 ? view : undefined,
  };
}

async function moneyOf(shop: Shop, booked: BookedOrder): Promise<MoneyOfOrder> {
  const { total, order } = booked;
  const kept = sumPence((order?.takenOff ?? []).map((each) => each.kept));
  return {
    total,
    paid: paidOfTotal(booked),
    owed: booked.surplus - kept - refundedOrAwaited(order?.reversals ?? []),
    most: (await refundTerms(shop, booked))?.most ?? 0,
  };
}

/** What can be taken off, cakes first: the same things of a day together. */
function groupsOf({ items, days }: BookedOrder, today: Day, wanted?: Day) {
  const open = withPositions(items)
    .filter(({ day }) => day >= today && (wanted === undefined || day === wanted))
    .filter(({ day }) => days.some((each) => each.day === day && each.fulfilment === 'to-make'))
    .sort(cakesFirst);
  return [...Map.groupBy(open, sameAs).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { day, time, price, message } = first;
    return {
      field: takeField(same.map(({ position }) => position)),
      count: same.length,
      price,
      isBegun: day <= today,
      title: titleWithOptions(first),
      message,
      day: wanted ? '' : whenInWords(day, time, 'short'),
    };
  });
}

function sameAs({ day, message, price, ...item }: OrderItem): string {
  return JSON.stringify([day, message, price, titleWithOptions(item)]);
}

const Form = z.object({ version: Version, taking: Text, refund: Text, amount: Text, do: Text });

export function action(args: Route.ActionArgs) {
  return orderAction({ ...args, find: findChangeable }, Form, async (about) => {
    const { shop, person, by, booked, orderId, screen, form, values } = about;
    const today = todayAt(shop);
    const fields = readTakeFields(values);
    // Enter in a field presses neither button.
    if (form.do === '') return refused('Please press one of the buttons below.');
    if (fields.length === 0) return refused('Please choose what to take off.');
    const positions = fields.flatMap((each) => each.positions);
    const chosen = itemsAt(booked, positions);
    const what = groupItems(chosen).map(groupInWords).join(', ');
    if (form.do === 'refund') {
      if (!may(person.role, 'cancel-and-refund')) throw data(null, { status: 403 });
      const search = Object.fromEntries(
        fields.map((each) => [each.field, String(each.positions.length)]),
      );
      const taken = chosen.map(({ price, day }) => ({ price, isBegun: day <= today }));
      // Without scripts the field is empty until something is typed.
      const { promised } = backFor(await moneyOf(shop, booked), taken);
      return payBack(args.context, about, {
        version: form.version,
        refund: form.refund,
        amount: form.amount.trim() || numeral(promised),
        takesOff: { positions, what, search },
        path: href('/owner/orders/:order/take-off', args.params),
      });
    }
    const id = OrderId.safeParse(form.taking).data;
    if (!id) return { problems: { taking: crypto.randomUUID() } };
    const result = await takeOff(shop, { id, orderId, positions, version: form.version, by });
    switch (result) {
      case 'taken-off':
      case 'unchanged':
        return {
          to: screen,
          words: `Taken off: ${what}.`,
          undo: await about.undoOf('taken-off'),
        };
      case 'changed':
        return itemsConflict(shop, orderId);
      default:
        return refused(NOT_TAKEN_OFF[result]);
    }
  });
}

/** Also of those that this form has taken off already. */
function itemsAt({ items, order }: BookedOrder, positions: number[]): OrderItem[] {
  const takenOff = (order?.takenOff ?? []).map(({ item, position }) => ({ ...item, position }));
  const all = [...withPositions(items), ...takenOff];
  return positions.flatMap((position) => itemAt(all, position) ?? []);
}

type View = Route.ComponentProps['loaderData'];

export default function TakeOff({ loaderData: view }: Route.ComponentProps) {
  const { id, order, number, name, version, when, printed, groups, hasEmail } = view;
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
      {groups.length === 0 ? (
        <Notice kind="empty">
          Nothing of it can be taken off: it is ticked off, or its day is over.
        </Notice>
      ) : (
        <ActionForm
          to={href('/owner/orders/:order/take-off', { order: number })}
          version={version}
          className={kit.form}
          noValidate
        >
          <DefaultButton />
          <FormId name="taking" value={id} />
          <Chosen view={view} />
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

/** What is chosen, what it comes to, and the buttons. */
function Chosen({ view }: { view: View }) {
  const { groups, money, toRefund, mayRefund, typed } = view;
  const list = useRef<HTMLDivElement>(null);
  // Without scripts nobody knows what is chosen.
  const [counts, setCounts] = useState<number[]>();
  const count = () => setCounts(countsIn(list.current));
  // Also what was chosen before hydration.
  useEffect(() => setCounts(countsIn(list.current)), []);
  const items = groups.flatMap((group, place) =>
    Array.from({ length: counts?.[place] ?? 0 }, () => group),
  );
  const { total, surplus, promised } = backFor(money, items);
  const isRefundable = toRefund !== undefined && (items.length === 0 || surplus > 0);
  const isAsAsked = groups.every(({ chosen }, place) => chosen === (counts?.[place] ?? 0));
  return (
    <>
      <div ref={list} className={kit.fields} onInput={count}>
        {groups.map((group) => (
          <Group key={group.field} group={group} />
        ))}
      </div>
      <p role="status">
        {items.length > 0 &&
          `The order comes to ${formatPence(total)} instead of ${formatPence(money.total)}.`}
        {promised > 0 && !mayRefund && ` ${formatPence(promised)} is to be given back.`}
      </p>
      {isRefundable && (
        <RefundFields
          key={promised}
          view={{
            ...toRefund,
            typed: (isAsAsked && typed) || (promised > 0 ? numeral(promised) : ''),
            promise: promiseInWords(promised, items.length > 0, toRefund.most),
          }}
          verb="take off"
        />
      )}
      <Submit name="do" value="take">
        {isRefundable ? 'Take off without a refund' : 'Take it off'}
      </Submit>
      {isRefundable && <Notice kind="quiet">{moneyNote(toRefund)}</Notice>}
      {!mayRefund && money.paid > 0 && (
        <Notice kind="quiet">
          What is paid too much, the owner gives back: it is put on Needs you.
        </Notice>
      )}
    </>
  );
}

function promiseInWords(promised: number, isChosen: boolean, most: number): string {
  const upTo = `You can refund up to ${formatPence(most)}.`;
  if (promised > 0) return `Your terms promise ${formatPence(promised)} for it. ${upTo}`;
  if (isChosen) return `Your terms promise nothing more for it. ${upTo}`;
  return `Empty: what your terms promise for it. ${upTo}`;
}

function Group({ group }: { group: View['groups'][number] }) {
  const { field, count, chosen, title, message, price, day } = group;
  const words = [title, message && `“${message}”`, formatPence(price), day]
    .filter(Boolean)
    .join(' · ');
  return count === 1 ? (
    <Check name={field} value="1" isChosen={chosen > 0}>
      {words}
    </Check>
  ) : (
    <Field
      name={field}
      label={`How many of ${count}: ${words}`}
      type="number"
      min={0}
      max={count}
      inputMode="numeric"
      defaultValue={chosen}
    />
  );
}

/** How many of each group, in their order. */
function countsIn(list: HTMLElement | null): number[] {
  const inputs = [...(list?.querySelectorAll('input') ?? [])];
  return inputs.map((input) => {
    if (input.type === 'checkbox') return input.checked ? 1 : 0;
    return Math.min(Number(input.max), Math.max(0, Number.parseInt(input.value, 10) || 0));
  });
}
