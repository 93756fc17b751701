import { data, href, Link, redirect } from 'react-router';
import * as z from 'zod';
import { ItemList } from '#app/owner/collections/collection-card.tsx';
import { collectionView } from '#app/owner/collections/collection-view.ts';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { howCustomerLearns } from '#app/owner/collections/words.ts';
import { ChosenDay, Text, Time } from '#app/owner/frame/form-fields.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { DefaultButton, Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import { addDays, isDay } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { isBooked } from '#domain/orders/order.ts';
import { moveOrder, rulesForItems } from '#server/orders/move.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/move';
import { daysToOffer, loadInWords, loadsToShow, timesToOffer } from './days-to-offer.ts';
import { EvenSo } from './even-so.tsx';
import { OtherDay } from './other-day.tsx';
import { moveProblem } from './words.ts';

const OFFERED = 8;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await findOrder(shop, params.order);
  const asked = new URL(request.url).searchParams.get('day');
  const collection = booked.collections.find(({ day }) => day === asked);
  // It was moved or cancelled before, or is not for that day.
  if (!collection || !isBooked(booked))
    throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  const today = todayAt(shop);
  const { day } = collection;
  const { rules } = await rulesForItems(shop, collection.items);
  const time = timeOf(collection.items, day);
  const times = timesToOffer(rules, time);
  const last = addDays(today, MAX_DAYS_AHEAD);
  const open = nextOpenDays(OFFERED + 1, today, rules)
    .filter((each) => each !== day)
    .slice(0, OFFERED);
  return {
    ...collectionView(collection, context.get(personContext).role),
    words: whenInWords(day, time),
    // The same day at another time.
    offered: await daysToOffer(times.length > 0 ? [day, ...open].sort() : open, shop),
    times,
    chosen: time ?? '',
    first: today,
    last,
    loads: await loadsToShow(today, last, shop),
    hasEmail: booked.email !== '',
  };
}

const Form = z.object({
  to: ChosenDay,
  /** The day that the person has seen to be closed or full. */
  sure: Text,
  time: Time,
});

export function action(args: Route.ActionArgs) {
  return orderAction(args, Form, async ({ form: { to, sure, time }, ...about }) => {
    const { shop, by, orderId, screen, name } = about;
    const from = new URL(args.request.url).searchParams.get('day');
    if (!isDay(from)) throw data(null, { status: 404 });
    const result = await moveOrder(shop, { orderId, from, to, time, by }, sure === to);
    if (result.ok) {
      const moved = (await findOrder(shop, orderId)).items;
      const words = `${name} moved to ${whenInWords(to, timeOf(moved, to), 'short', todayAt(shop))}.`;
      return { to: screen, words, undo: await about.undoOf('moved') };
    }
    // The order says which day it is now, or that it was cancelled.
    if (result.reason === 'conflict')
      return { to: screen, words: `Somebody else has moved ${name} just now.` };
    if (result.reason === 'unknown') return { to: screen };
    if (result.reason === 'time') return { problems: { time: moveProblem(result, to), sure: to } };
    const asks = result.reason === 'closed' || result.reason === 'full';
    const load = asks ? ` ${await loadInWords(to, shop)}` : '';
    return { problems: { to: moveProblem(result, to) + load, ...(asks && { sure: to }) } };
  });
}

export default function MoveOrder({ loaderData }: Route.ComponentProps) {
  const { number, name, day, words, items, offered, first, last, hasEmail } = loaderData;
  const { times, chosen, loads } = loaderData;
  const path = `${href('/owner/orders/:order/move', { order: number })}?${new URLSearchParams({ day })}`;
  const order = (
    <>
      <Link to={href('/owner/orders/:order', { order: number })}>{name}</Link>, now on {words}
    </>
  );
  return (
    <Screen
      title={`Move ${name}`}
      heading={`Move to another day${times.length > 0 ? ' or time' : ''}`}
      summary={order}
    >
      <div className={kit.section}>
        <ItemList items={items} />
      </div>
      <ActionForm to={path} className={kit.section}>
        <DefaultButton />
        {times.length > 0 && (
          <Field name="time" label="Collection time" options={times} defaultValue={chosen} />
        )}
        <Section title="To which day?">
          <ul className={`tiles ${kit.measure}`}>
            {offered.map((each) => (
              <li key={each.day}>
                <button
                  type="submit"
                  name="to"
                  value={each.day}
                  className={kit.tile}
                  formNoValidate
                >
                  {each.words} <small>{each.load}</small>
                </button>
              </li>
            ))}
          </ul>
          {offered.length === 0 && (
            <Notice kind="empty">No day is open. You can still type one below.</Notice>
          )}
        </Section>
        <div className={`${kit.form} ${kit.section}`}>
          <OtherDay
            name="to"
            label="Another day"
            today={first}
            last={last}
            loads={loads}
            required
          />
          <EvenSo>Move it there anyway</EvenSo>
          <Submit>Move</Submit>
        </div>
      </ActionForm>
      <div className={kit.section}>
        <Notice kind="quiet">{howCustomerLearns(hasEmail)}</Notice>
      </div>
    </Screen>
  );
}
