import { href } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { useArrivals } from '#app/owner/collections/use-arrivals.ts';
import { customerName } from '#app/owner/collections/words.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import list from '#app/owner/orders/orders.module.css';
import { OrdersOrRequests } from '#app/owner/orders/orders-or-requests.tsx';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { dayInWords } from '#domain/calendar/days.ts';
import type { RequestState } from '#domain/requests/request.ts';
import {
  countOpenRequests,
  findRequest,
  listOpenRequests,
  listRequests,
} from '#server/requests/rows.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import type { Route } from './+types/requests';
import { STATE_WORDS, wishInWords } from './words.ts';

const LISTS = {
  open: {
    words: 'To answer',
    states: ['open'],
    empty: 'Every request is answered. New ones appear here by themselves, and you get an e-mail.',
  },
  answered: {
    words: 'Waiting for the customer',
    states: ['answered', 'quoted'],
    empty: 'No customer owes you an answer.',
  },
  done: {
    words: 'Done',
    states: ['ordered', 'declined', 'closed'],
    empty: 'No request is ordered, declined or closed yet.',
  },
} as const satisfies Record<string, { words: string; states: RequestState[]; empty: string }>;
type Shown = keyof typeof LISTS;
const CHIPS: Shown[] = ['open', 'answered', 'done'];
const PAGE = 50;

export const handle = LIVE;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { searchParams } = new URL(request.url);
  const show = CHIPS.find((shown) => shown === searchParams.get('show')) ?? 'open';
  const after = searchParams.get('after');
  const [{ requests, next }, waiting] = await Promise.all([
    show === 'open'
      ? { requests: await listOpenRequests(shop), next: undefined }
      : pageOf(shop, LISTS[show].states, after),
    countOpenRequests(shop),
  ]);
  const today = todayAt(shop);
  return {
    show,
    waiting,
    isFirst: after === null,
    next,
    requests: requests.map((each) => ({
      number: each.number,
      name: customerName(each),
      wish: wishInWords(each),
      ideas: each.ideas,
      day: `For ${dayInWords(each.day, 'short', today)}`,
      isPast: each.day < today,
      photos: each.photos.length > 0 ? countOf(each.photos.length, 'photo') : '',
      isUnreached: each.isEmailRefused && show === 'open',
      state: show === 'done' || each.state === 'quoted' ? STATE_WORDS[each.state] : '',
      asked: `Asked ${instantInWords(each.createdAt)}`,
    })),
  };
}

/** A page of requests, the newest first. @param number of the last of the page before. */
async function pageOf(shop: Shop, states: readonly RequestState[], number: string | null) {
  const after = number === null ? undefined : await findRequest(shop, { number });
  const found = await listRequests(shop, { states, limit: PAGE + 1, after });
  const requests = found.slice(0, PAGE);
  return { requests, next: found.length > PAGE ? requests.at(-1)?.number : undefined };
}

export default function Requests({ loaderData }: Route.ComponentProps) {
  const { show, waiting, isFirst, next, requests } = loaderData;
  return (
    <Screen title="Requests">
      <OrdersOrRequests waiting={waiting} />
      <nav className={kit.actions} aria-label="Show">
        {CHIPS.map((chip) => (
          <ActionLink
            key={chip}
            to={`${href('/owner/requests')}?show=${chip}`}
            aria-current={chip === show ? 'true' : undefined}
          >
            {LISTS[chip].words}
          </ActionLink>
        ))}
      </nav>
      {requests.length === 0 ? (
        <Notice kind="empty">{LISTS[show].empty}</Notice>
      ) : (
        // Another list has arrivals of its own.
        <RequestRows key={`${show} ${isFirst}`} requests={requests} />
      )}
      {next && (
        <p className={kit.actions}>
          <ActionLink to={`${href('/owner/requests')}?show=${show}&after=${next}`}>
            Older requests
          </ActionLink>
        </p>
      )}
    </Screen>
  );
}

function RequestRows({ requests }: Pick<Route.ComponentProps['loaderData'], 'requests'>) {
  const isNew = useArrivals(requests.map(({ number }) => number));
  return (
    <Rows label="Requests">
      {requests.map(
        ({ number, name, wish, ideas, day, isPast, isUnreached, photos, state, asked }) => (
          <Row
            key={number}
            to={href('/owner/requests/:request', { request: number })}
            className="entry"
          >
            <span className={list.name}>{name}</span>
            <span className={`${kit.quiet} ${kit.number}`}>{number}</span>
            <span className={kit.cut}>{[wish, ideas].filter(Boolean).join('. ')}</span>
            <span className={kit.tags}>
              {isNew(number) && <strong>New </strong>}
              {isPast ? <strong>{day}, which is over</strong> : <span>{day}</span>}
              {isUnreached && <strong>The e-mail address does not work</strong>}
              {photos && <span>{photos}</span>}
              {state ? <span>{state}</span> : <span>{asked}</span>}
            </span>
          </Row>
        ),
      )}
    </Rows>
  );
}
