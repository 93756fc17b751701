import { useEffect, useRef } from 'react';
import { Form, href, Link, useActionData, useLocation, useNavigation } from 'react-router';
import * as z from 'zod';
import { stateInWords } from '#app/owner/collections/collection-view.ts';
import { namesOfChanges } from '#app/owner/collections/news/news-view.ts';
import { useArrivals } from '#app/owner/collections/use-arrivals.ts';
import { customerName, FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Problem } from '#app/ui/kit/field.tsx';
import { Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import type { Refusal } from '#app/ui/kit/refusal.ts';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import type { Shown } from '#domain/book/collection.ts';
import { SHOWN } from '#domain/book/collection.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { formatPence } from '#domain/money.ts';
import { itemsInWords } from '#domain/orders/items-in-words.ts';
import { isBooked, refundedPart } from '#domain/orders/order.ts';
import { peopleInWords } from '#domain/requests/request.ts';
import { may } from '#domain/staff/rights.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { findRequests } from '#server/requests/find-requests.ts';
import { countOpenRequests } from '#server/requests/rows.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/orders';
import styles from './orders.module.css';
import { OrdersOrRequests } from './orders-or-requests.tsx';

/** A search for more is a mistake. */
const LONGEST_TEXT = 100;

const CHIPS: { show: Shown; words: string }[] = [
  { show: 'to-make', words: 'To make' },
  { show: 'ready', words: 'Ready' },
  { show: 'missed', words: 'Not collected' },
  { show: 'unpaid', words: 'Unpaid' },
  { show: 'quoted', words: 'Quotes' },
  { show: 'cancelled', words: 'Cancelled' },
  { show: 'refunded', words: 'Refunded' },
];

export const handle = LIVE;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { role } = context.get(personContext);
  const text = searchParams.has('search') ? context.get(staffBrowserContext).search : '';
  const show = readShown(searchParams.get('show'));
  const after = searchParams.get('after') ?? undefined;
  const query = { text, show, after, byContact: may(role, 'see-contact') };
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const { orders, next, day } = await findOrders(shop, query);
  const isFirst = after === undefined;
  const mayAnswer = may(role, 'take-orders');
  const requests = mayAnswer && isFirst && !show ? await findRequests(shop, text) : [];
  return {
    text,
    day: day && { day, words: dayInWords(day) },
    show,
    role,
    waiting: mayAnswer ? await countOpenRequests(shop) : 0,
    isFirst,
    requests: requests.map((each) => ({
      number: each.number,
      words: `Request of ${each.name}: ${each.occasion}, ${peopleInWords(each.people)}, ${dayInWords(each.day, 'short', today)}`,
    })),
    next,
    orders: orders.map((order) => ({
      number: order.number,
      name: customerName(order),
      collector: order.collector,
      days: order.days.map(({ day, fulfilment }) => ({
        day,
        words: whenInWords(day, timeOf(order.items, day), 'short', today),
        fulfilment: isBooked(order) ? FULFILMENT_WORDS[fulfilment] : '',
      })),
      items: itemsInWords(order.items) || 'The items cannot be read.',
      state: stateInWords(order, ''),
      refunded: { no: '', part: 'Refunded in part', all: 'Refunded' }[refundedPart(order)],
      changed: order.news ? `Changed by the customer: ${namesOfChanges(order.news.changes)}` : '',
      requestsCancel: order.requestsCancel,
      total: may(role, 'see-amounts') ? formatPence(order.total) : '',
    })),
  };
}

/** A search is a form that leads to its list. It names customers, so it is not in the address, which proxies log. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({ q: Text, show: Text }), async ({ form }) => {
    const text = readText(form.q);
    args.context.get(staffBrowserContext).keepSearch(text);
    const show = readShown(form.show);
    return { to: `${href('/owner/orders')}?${searchOf({ text, show })}` };
  });
}

/** A cookie takes no half of an emoji. */
function readText(typed: string): string {
  return typed.slice(0, LONGEST_TEXT).toWellFormed().trim();
}

function readShown(name: string | null): Shown | undefined {
  return SHOWN.find((shown) => shown === name);
}

interface ListAddress {
  text: string;
  show?: Shown | undefined;
  after?: string;
}

function searchOf({ text, show, after }: ListAddress): string {
  const search = new URLSearchParams(text && { search: '1' });
  if (show) search.set('show', show);
  if (after) search.set('after', after);
  return search.toString();
}

const SEARCHED = 'Name, number, cake or message';
const SEARCHED_WITH_CONTACT = 'Name, phone, e-mail, number, cake or message';

export default function Orders({ loaderData }: Route.ComponentProps) {
  const { text, day, show, role, waiting, isFirst, next, requests, orders } = loaderData;
  const searched = may(role, 'see-contact') ? SEARCHED_WITH_CONTACT : SEARCHED;
  const link = (list: Omit<ListAddress, 'text'>) => ({
    pathname: href('/owner/orders'),
    search: searchOf({ text, ...list }),
  });
  return (
    <Screen title="Orders">
      {may(role, 'take-orders') && (
        <>
          <OrdersOrRequests waiting={waiting} />
          <p className={kit.actions}>
            <ActionLink to={href('/owner/orders/new')}>New order on the phone</ActionLink>
          </p>
        </>
      )}
      <SearchForm text={text} show={show} searched={searched} />
      <nav className={kit.actions} aria-label="Show">
        <ActionLink to={link({})} aria-current={show ? undefined : 'true'}>
          All
        </ActionLink>
        {CHIPS.map((chip) => (
          <ActionLink
            key={chip.show}
            to={link({ show: chip.show })}
            aria-current={chip.show === show ? 'true' : undefined}
          >
            {chip.words}
          </ActionLink>
        ))}
      </nav>
      {day && (
        <p className={kit.below}>
          For <Link to={href('/owner/day/:day', { day: day.day })}>{day.words}</Link>
        </p>
      )}
      {requests.map(({ number, words }) => (
        <p key={number}>
          <QuietLink to={href('/owner/requests/:request', { request: number })}>{words}</QuietLink>
        </p>
      ))}
      {orders.length === 0 ? (
        <Notice kind="empty">
          {emptyWords({ text, day, show, searched })}{' '}
          {text && <Link to={href('/owner/orders')}>All orders</Link>}
        </Notice>
      ) : (
        // Another list has arrivals of its own.
        <OrderRows key={`${text} ${show} ${isFirst}`} orders={orders} />
      )}
      {next && (
        <p className={kit.actions}>
          <ActionLink to={link({ show, after: next })}>Older orders</ActionLink>
        </p>
      )}
      {may(role, 'run-cafe') && (
        <p>
          <QuietLink to={href('/owner/orders/export')}>Download orders as a table</QuietLink>
        </p>
      )}
    </Screen>
  );
}

interface SearchFormProps {
  text: string;
  show: Shown | undefined;
  searched: string;
}

/** A navigation, unlike other forms: a search that is sent while another is on its way takes its place. */
function SearchForm({ text, show, searched }: SearchFormProps) {
  const { pathname, search } = useLocation();
  // Where the screen stays if the answer is the same list, or none.
  const here = pathname + search;
  const isSending = useNavigation().formAction === here;
  const refusal = useActionData<Refusal>();
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef(text);
  useEffect(() => {
    // By a link. After a search of this form somebody may type the next one already.
    if (text !== sent.current && field.current) field.current.value = text;
    sent.current = text;
  }, [text]);
  return (
    <search>
      <Form
        method="post"
        action={here}
        className={`${kit.field} ${kit.below}`}
        onSubmit={() => {
          sent.current = readText(field.current?.value ?? '');
        }}
        aria-busy={isSending}
      >
        {show && <input type="hidden" name="show" value={show} />}
        <label htmlFor="search">{searched}, or a day such as 28 Nov</label>
        <Problem text={refusal?.problems['']} />
        <div className={`cluster ${styles.search}`}>
          <input
            ref={field}
            id="search"
            type="search"
            name="q"
            defaultValue={text}
            autoComplete="off"
            enterKeyHint="search"
            aria-keyshortcuts="/"
          />
          <Submit>Search</Submit>
        </div>
      </Form>
    </search>
  );
}

interface EmptyList {
  text: string;
  day: object | undefined;
  show: Shown | undefined;
  searched: string;
}

function emptyWords({ text, day, show, searched }: EmptyList): string {
  if (text && !day) return `No order has “${text}” in its ${searched.toLowerCase()}.`;
  return day && !show ? 'Nobody collects on this day.' : 'There are no such orders.';
}

function OrderRows({ orders }: Pick<Route.ComponentProps['loaderData'], 'orders'>) {
  const isNew = useArrivals(orders.map(({ number }) => number));
  return (
    <Rows>
      {orders.map(
        ({ number, name, collector, days, items, state, refunded, changed, ...order }) => (
          <Row key={number} to={href('/owner/orders/:order', { order: number })} className="entry">
            <span className={styles.name}>{name}</span>
            <span className={`${kit.quiet} ${kit.number}`}>{number}</span>
            <span>{items}</span>
            <span className={kit.tags}>
              {isNew(number) && <strong>New </strong>}
              {days.map(({ day, words, fulfilment }) => (
                <span key={day}>
                  {words}
                  {fulfilment && `: ${fulfilment.toLowerCase()}`}
                </span>
              ))}
              {collector && <strong>{collector} collects it</strong>}
              {state && <strong>{state}</strong>}
              {refunded && <strong>{refunded}</strong>}
              {changed && <strong>{changed}</strong>}
              {order.requestsCancel && <strong>Asks to cancel</strong>}
            </span>
            {order.total && <span className={kit.amount}>{order.total}</span>}
          </Row>
        ),
      )}
    </Rows>
  );
}
