import { data, href, Link, redirect } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { customerName } from '#app/owner/collections/customer-name.ts';
import { CallLink } from '#app/owner/frame/call-link.tsx';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { readMoves, withDone, writeMoves } from '#app/owner/frame/undo/undo-address.ts';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { moveProblem } from '#app/owner/orders/trail-words.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import type { Collection } from '#domain/book/collection.ts';
import { isToHandOver } from '#domain/book/to-hand-over.ts';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, isDay } from '#domain/calendar/days.ts';
import type { DayRange } from '#domain/calendar/reach.ts';
import { rangeProblem } from '#domain/calendar/reach.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { Reason } from '#domain/calendar/typed-rules.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { calendarRules, closeDays } from '#server/content/calendar.ts';
import { listCollections } from '#server/orders/book.ts';
import { moveOrder } from '#server/orders/move.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import type { Route } from './+types/close';
import { rangeInWords, rangeProblemInWords } from './calendar-words.ts';
import styles from './close.module.css';

const OFFERED_BEFORE = 3;
const OFFERED_AFTER = 8;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const { searchParams } = new URL(request.url);
  const first = searchParams.get('from');
  const last = searchParams.get('to') || first;
  if (!isDay(first) || !isDay(last)) throw redirect(href('/owner/calendar'), 303);
  const range = { first, last };
  const problem = rangeProblem(range, today);
  const touched = problem ? [] : await ordersOf(shop, range);
  const offered = offeredInstead(range, today, await calendarRules(shop));
  return {
    ...range,
    words: rangeInWords(range),
    summary:
      touched.length === 0
        ? 'Nobody collects then.'
        : `${countOf(touched.length, 'order')} for ${first === last ? 'this day' : 'these days'}. They stay unless you move them.`,
    problem: problem && rangeProblemInWords(problem, range, today),
    orders: touched.map((collection) => ({
      key: keyOf(collection),
      orderId: collection.orderId,
      name: customerName(collection),
      number: collection.number,
      day: dayInWords(collection.day, 'short'),
      items: collection.items.map((item) => `${item.title}, ${describeSize(item)}`).join('; '),
      phone: collection.phone,
      email: collection.email,
      // What is ready stays: its day is not moved.
      isReady: collection.fulfilment === 'ready',
    })),
    offered: offered.map((day) => ({ day, words: dayInWords(day, 'short') })),
  };
}

/** Moves the chosen orders, then closes the days. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const field = await readForm(request);
  const [first, last] = [field('from'), field('to')];
  if (!isDay(first) || !isDay(last)) throw data(null, { status: 400 });
  const range = { first, last };
  const read = Reason.safeParse(field('reason'));
  const touched = rangeProblem(range, todayAt(shop)) ? [] : await ordersOf(shop, range);
  const problems: Record<string, string> = {};
  const answer = {
    reason: field('reason'),
    chosen: Object.fromEntries(touched.map((each) => [keyOf(each), field(keyOf(each))])),
    problems,
    moved: field('moved'),
    reasonProblem: read.error?.issues[0]?.message,
    notice: '',
  };
  if (!read.success) return data(answer, 422);
  const seen = field('seen').split(',');
  const unseen = touched.filter((collection) => !seen.includes(keyOf(collection)));
  if (unseen.length > 0) {
    const notice = `${unseen.length === 1 ? 'An order' : `${unseen.length} orders`} for these days came in since you opened this screen. Please look once more.`;
    return data({ ...answer, notice }, 409);
  }

  // Those of earlier attempts, which closed nothing: Undo takes them back too.
  const moves = readMoves(answer.moved);
  for (const collection of touched) {
    const key = keyOf(collection);
    const to = field(key);
    if (!isDay(to)) continue;
    const move = { orderId: collection.orderId, from: collection.day, to };
    const result =
      to >= first && to <= last
        ? ({ ok: false, reason: 'closed', why: 'you are closing it' } as const)
        : await moveOrder(shop, { ...move, by });
    if (result.ok) moves.push(move);
    else answer.problems[key] = moveProblem(result, to);
  }
  answer.moved = writeMoves(moves);
  if (Object.keys(answer.problems).length > 0) {
    const moved = moves.length > 0 ? ` ${countOf(moves.length, 'order')} moved.` : '';
    return data({ ...answer, notice: `Nothing is closed yet.${moved}` }, 422);
  }
  const result = await closeDays(shop, range, by, read.data || undefined);
  if (!result.ok) {
    const notice = rangeProblemInWords(result.reason, range, result.today);
    return data({ ...answer, notice }, 422);
  }
  const back = first === last ? href('/owner/day/:day', { day: first }) : href('/owner/calendar');
  throw redirect(withDone(back, result.change, moves), 303);
}

/** What is still to be collected on these days. */
async function ordersOf(shop: Shop, { first, last }: DayRange): Promise<Collection[]> {
  const collections = await listCollections(shop, { from: first, to: last });
  return collections.filter(isToHandOver);
}

function keyOf({ orderId, day }: Collection): string {
  return `${orderId}~${day}`;
}

/** Open days near the ones that will be closed. */
function offeredInstead({ first, last }: DayRange, today: Day, rules: CalendarRules): Day[] {
  const open = nextOpenDays(rules.daysAhead, today, rules);
  return [
    ...open.filter((day) => day < first).slice(-OFFERED_BEFORE),
    ...nextOpenDays(OFFERED_AFTER, today, rules, addDays(last, 1)),
  ];
}

export default function CloseDays({ loaderData, actionData }: Route.ComponentProps) {
  const { first, last, words, summary, problem, orders, offered } = loaderData;
  const answer = useInitial(actionData);
  const seen = useInitial(orders.map(({ key }) => key).join(','));
  return (
    <>
      <ScreenTitle title={`Close ${words}`} />
      <h1 className={screen.title}>Close {words}</h1>
      <p className={screen.summary}>{summary}</p>
      {(problem || answer?.notice) && (
        <p role="alert" className={screen.warning}>
          {problem ?? answer?.notice}
        </p>
      )}
      {problem ? (
        <p className={screen.actions}>
          <Link className={screen.action} to={href('/owner/calendar')}>
            Choose other days
          </Link>
        </p>
      ) : (
        <form method="post" className={styles.form}>
          <input type="hidden" name="from" value={first} />
          <input type="hidden" name="to" value={last} />
          <input type="hidden" name="moved" value={answer?.moved ?? ''} />
          <input type="hidden" name="seen" value={seen} />
          {orders.length > 0 && (
            <ul className={styles.orders}>
              {orders.map((order) => (
                <li key={order.key} data-row>
                  <p>
                    <Link to={href('/owner/orders/:order', { order: order.orderId })}>
                      <strong>{order.name}</strong>
                    </Link>{' '}
                    <span className={screen.quiet}>
                      {order.number} · {order.day}
                    </span>
                    <br />
                    {order.items}
                  </p>
                  {order.isReady ? (
                    <p className={screen.quiet}>Ready: it stays on {order.day}.</p>
                  ) : (
                    <select
                      name={order.key}
                      defaultValue={answer?.chosen[order.key]}
                      aria-label={`What happens to ${order.name}, ${order.day}`}
                      aria-invalid={answer?.problems[order.key] !== undefined}
                      aria-describedby={answer?.problems[order.key] && `problem-${order.key}`}
                    >
                      <option value="">Keep on {order.day}</option>
                      {offered.map((day) => (
                        <option key={day.day} value={day.day}>
                          Move to {day.words}
                        </option>
                      ))}
                    </select>
                  )}
                  {answer?.problems[order.key] && (
                    <p id={`problem-${order.key}`} className={screen.problem}>
                      {answer.problems[order.key]}
                    </p>
                  )}
                  <p className={styles.contact}>
                    {order.phone && <CallLink phone={order.phone} />}
                    {order.email && (
                      <a
                        className={screen.action}
                        href={href('/owner/orders/:order/email', { order: order.number })}
                        // What is chosen here stays.
                        target="_blank"
                        aria-label={`E-mail ${order.name}`}
                        rel="noopener"
                      >
                        E-mail
                      </a>
                    )}
                  </p>
                </li>
              ))}
            </ul>
          )}
          <Field
            name="reason"
            label="Why, for visitors"
            hint="If you leave it empty they read “Fully booked or closed that day”."
            maxLength={80}
            defaultValue={answer?.reason}
            problem={answer?.reasonProblem}
          />
          <button type="submit" className={styles.close}>
            Close {words}
          </button>
        </form>
      )}
    </>
  );
}
