import { href, redirect } from 'react-router';
import * as z from 'zod';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { outcomeOf } from '#app/owner/days/calendar-outcome.ts';
import { closedWords } from '#app/owner/days/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Check, Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { isPaused } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { rangeProblem } from '#domain/calendar/reach.ts';
import { hoursInWords, hoursOn, type OpeningHours, usualHours } from '#domain/words/hours.ts';
import { calendarRules, calendarVersion, setDayHours } from '#server/content/calendar.ts';
import { currentWords } from '#server/content/texts.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { keyOf, ordersOn, touchedOrder } from '../orders-on.ts';
import { TouchedOrders } from '../touched-orders.tsx';
import type { Route } from './+types/hours';

export const handle = LIVE;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const day = new URL(request.url).searchParams.get('day');
  if (!isDay(day)) throw redirect(href('/owner/calendar'), 303);
  const range = { first: day, last: day };
  const problem = rangeProblem(range, today);
  // Before the rules: a change in between must be one that the form does not know.
  const version = await calendarVersion(shop);
  const rules = await calendarRules(shop);
  const opening = { week: (await currentWords(shop)).hours.week, rules };
  const orders = problem ? [] : await ordersOn(shop, range);
  const afterPause = closedWords(day, { ...rules, pause: undefined });
  return {
    day,
    words: dayInWords(day, 'short'),
    problem,
    version,
    hours: hoursOn(day, opening) ?? usualHours(day, opening.week),
    now: nowInWords(day, opening, closedWords(day, rules)),
    // Who opens a closed day wants customers to collect then.
    collections: afterPause === undefined || hoursOn(day, opening) === undefined,
    isPaused: isPaused(day, rules),
    summary:
      orders.length === 0
        ? 'No orders for this day.'
        : `${countOf(orders.length, 'order')} for this day.`,
    orders: orders.map(touchedOrder),
  };
}

/** `Open 8am to 6pm. No collections on Mondays.` */
function nowInWords(day: Day, opening: OpeningHours, closed: string | undefined): string {
  const hours = hoursOn(day, opening);
  return [hours && `Open ${hoursInWords(hours)}`, closed]
    .flatMap((words) => (words ? `${words}.` : []))
    .join(' ');
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { version, ...typed }, values }) => {
    const { day, opens, closes } = typed;
    if (!isDay(day)) return refused('Please choose a day.');
    const { week } = (await currentWords(shop)).hours;
    const opening = { week, rules: await calendarRules(shop) };
    const before = hoursOn(day, opening);
    const isShorter = before !== undefined && (before.opens < opens || closes < before.closes);
    const unseen = isShorter ? await unseenOrders(shop, day, values.seen ?? []) : 0;
    if (unseen > 0) {
      return refused(
        `${unseen === 1 ? 'An order' : `${unseen} orders`} for this day came in since you opened this screen. Please look once more.`,
      );
    }
    const collections = typed.collections !== '';
    const form = { day, opens, closes, collections };
    const result = await setDayHours(shop, form, usualHours(day, week), { by, version });
    return outcomeOf(shop, result);
  });
}

const Form = z.object({
  version: Version,
  day: Text,
  opens: Text,
  closes: Text,
  collections: Text,
});

async function unseenOrders(shop: Shop, day: Day, seen: string[]): Promise<number> {
  const orders = await ordersOn(shop, { first: day, last: day });
  return orders.filter((order) => !seen.includes(keyOf(order))).length;
}

export default function HoursScreen({ loaderData }: Route.ComponentProps) {
  const { day, words, problem, summary } = loaderData;
  return (
    <Screen
      title={`Hours of ${words}`}
      summary={problem ? undefined : summary}
      above={{ path: href('/owner/calendar'), title: 'Calendar' }}
    >
      {problem ? (
        <Notice kind="warning">{problem}</Notice>
      ) : (
        // Another day has other hours.
        <HoursForm key={day} {...loaderData} />
      )}
    </Screen>
  );
}

function HoursForm(props: Route.ComponentProps['loaderData']) {
  const { day, words, version, hours, now, collections, orders } = props;
  return (
    <ActionForm
      to={`${href('/owner/calendar/hours')}?day=${day}`}
      version={version}
      className={kit.form}
    >
      <input type="hidden" name="day" value={day} />
      {orders.map(({ key }) => (
        <input key={key} type="hidden" name="seen" value={key} />
      ))}
      <p>
        {now} {props.isPaused && 'Until the pause ends, nobody can collect.'}
      </p>
      {orders.length > 0 && (
        <Notice kind="quiet">
          These orders stay. If you change the hours, please tell these customers: their e-mails and
          calendars have the old hours.
        </Notice>
      )}
      <TouchedOrders orders={orders} />
      <div className={kit.pair}>
        <Field name="opens" type="time" label="Opens" defaultValue={hours?.opens} required />
        <Field name="closes" type="time" label="Closes" defaultValue={hours?.closes} required />
      </div>
      <Check name="collections" isChosen={collections}>
        Customers can collect cakes on this day
      </Check>
      <Button type="submit">Save the hours of {words}</Button>
      <p>
        <QuietLink to={`${href('/owner/calendar/close')}?from=${day}`}>Close it instead</QuietLink>
      </p>
    </ActionForm>
  );
}
