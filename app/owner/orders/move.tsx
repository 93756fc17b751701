import { data, href, Link, redirect } from 'react-router';
import { ItemList } from '#app/owner/collections/collection-card.tsx';
import { collectionView } from '#app/owner/collections/collection-view.ts';
import { Problem } from '#app/owner/frame/field.tsx';
import screen from '#app/owner/frame/screen.module.css';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { withDone } from '#app/owner/frame/undo/undo-address.ts';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import { addDays, dayInWords, isDay } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { isBooked } from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { moveOrder, rulesForItems } from '#server/orders/move.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/move';
import { daysToOffer, loadInWords } from './days-to-offer.ts';
import styles from './move.module.css';
import { moveProblem } from './trail-words.ts';

const OFFERED = 8;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await bookedOrder(shop, params.order);
  if (!booked) throw data(null, { status: 404 });
  const asked = new URL(request.url).searchParams.get('day');
  const collection = booked.collections.find(({ day }) => day === asked);
  // It was moved or cancelled before, or is not for that day.
  if (!collection || !isBooked(booked))
    throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  const today = todayAt(shop);
  const { day } = collection;
  const { rules } = await rulesForItems(shop, collection.items);
  const open = nextOpenDays(OFFERED + 1, today, rules)
    .filter((each) => each !== day)
    .slice(0, OFFERED);
  return {
    ...collectionView(collection, true),
    words: dayInWords(day),
    offered: await daysToOffer(open, shop),
    first: today,
    last: addDays(today, MAX_DAYS_AHEAD),
    hasEmail: booked.email !== '',
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const booked = await bookedOrder(shop, params.order);
  if (!booked) throw data(null, { status: 404 });
  const field = await readForm(request);
  const [from, to] = [field('from'), field('to')];
  if (!isDay(from)) throw data(null, { status: 400 });
  if (!isDay(to)) return data({ problem: 'Please choose a day.', to: '', asks: false }, 422);
  const move = { orderId: booked.id, from, to, by };
  const result = await moveOrder(shop, move, field('sure') === to);
  const order = href('/owner/orders/:order', { order: booked.id });
  if (result.ok || result.reason === 'conflict') {
    // After a conflict the notice says which day it is now.
    throw redirect(withDone(order, undefined, [move]), 303);
  }
  // It was cancelled on another device: the order says so.
  if (result.reason === 'unknown') throw redirect(order, 303);
  const asks = result.reason === 'closed' || result.reason === 'full';
  const load = asks ? ` ${await loadInWords(to, shop)}` : '';
  return data({ problem: moveProblem(result, to) + load, to, asks }, 422);
}

export default function MoveOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { number, name, day, words, items, offered, first, last, hasEmail } = loaderData;
  const answer = useInitial(actionData);
  return (
    <>
      <ScreenTitle title={`Move ${name}`} />
      <h1 className={screen.title}>Move to another day</h1>
      <p className={screen.summary}>
        <Link to={href('/owner/orders/:order', { order: number })}>{name}</Link>, now on {words}
      </p>
      <div className={screen.section}>
        <ItemList items={items} />
      </div>
      <section className={screen.section} aria-labelledby="open-days">
        <h2 id="open-days">To which day?</h2>
        <form method="post">
          <input type="hidden" name="from" value={day} />
          <ul className={styles.days}>
            {offered.map((each) => (
              <li key={each.day}>
                <button type="submit" name="to" value={each.day} className={styles.day}>
                  {each.words} <span>{each.load}</span>
                </button>
              </li>
            ))}
          </ul>
        </form>
        {offered.length === 0 && (
          <p className={screen.empty}>No day is open. You can choose one all the same.</p>
        )}
      </section>
      <form method="post" className={styles.other}>
        <input type="hidden" name="from" value={day} />
        <label htmlFor="to">Another day</label>
        <input
          id="to"
          type="date"
          name="to"
          min={first}
          max={last}
          required
          defaultValue={answer?.to}
          aria-invalid={answer !== undefined}
          aria-describedby={answer && 'problem'}
        />
        <Problem id="problem" text={answer?.problem} />
        {answer?.asks && (
          <label className={screen.check}>
            <input type="checkbox" name="sure" value={answer.to} />
            Move it there all the same
          </label>
        )}
        <button type="submit" className={screen.action}>
          Move
        </button>
      </form>
      <p className={`${screen.section} ${screen.quiet}`}>
        {hasEmail
          ? `The customer gets an e-mail with the new day ${UNDO_SECONDS} seconds later, unless you take it back.`
          : 'The customer has no e-mail address here: please ring.'}
      </p>
    </>
  );
}
