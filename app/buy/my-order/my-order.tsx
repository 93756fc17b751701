import { data, href, redirect } from 'react-router';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { wordsFor } from '#app/words-for.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dateInOnePiece, dayInWords, isDay } from '#domain/calendar/days.ts';
import { isCollectionTime, timeInWords, timeOf, whenInWords } from '#domain/calendar/times.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { DEPOSIT_KEPT, restDue, restLater } from '#domain/orders/deposit-words.ts';
import { itemAt } from '#domain/orders/positions.ts';
import { currentWords } from '#server/content/texts.ts';
import { requestCancel } from '#server/orders/cancel-request.ts';
import {
  askToMove,
  type CustomerChanged,
  changeTextByCustomer,
  type MoveQuestion,
  moveByCustomer,
} from '#server/orders/customer-changes.ts';
import {
  type CustomerDay,
  type CustomerOrder,
  customerOrder,
} from '#server/orders/customer-order.ts';
import type { Route } from './+types/my-order';
import { type Answer, type Asked, howOften, nameOfForm } from './change-forms.tsx';
import { OrderPage, Over } from './order-page.tsx';
import { noOrder, refused } from './refused.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const order = await customerOrder(shop, params.token);
  if (!order) throw noOrder();
  if (order === 'over') return data(undefined, { status: 410 });
  return {
    token: params.token,
    order: {
      id: order.id,
      number: order.number,
      name: order.name,
      email: order.email,
      emailDetour: order.emailDetour,
      collector: order.collector,
      note: order.note,
      total: formatPence(order.total),
      refunded: order.refunded > 0 ? formatPence(order.refunded) : '',
      toGiveBack: order.toGiveBack > 0 ? formatPence(order.toGiveBack) : '',
      isCancelled: order.cancelled === true,
      isPaid: order.isPaid,
      parts: order.parts && partsInWords(order, order.parts),
      isOnItsWay: order.payment === 'processing',
      isOver: order.isOver,
      isCollected: order.isCollected,
      textsFixed: order.textsFixed,
      movesLeft: order.movesLeft,
      cancelling: order.cancelling,
      adding: order.adding && { ...order.adding, amount: formatPence(order.adding.amount) },
      version: order.version,
      days: order.days.map((day) => dayView(order, day)),
    },
    done: wordsFor(DONE_WORDS, new URL(request.url).searchParams.get('done')),
    words: (await currentWords(shop)).collection,
  };
}

/** Of an order with a deposit: what is paid, and what is to pay when. Empty once all of it is paid. */
function partsInWords(
  { isPaid, cancelled, total, payment }: CustomerOrder,
  { deposit, paid, restBy }: NonNullable<CustomerOrder['parts']>,
): string {
  if (isPaid) return '';
  if (cancelled) return paid > 0 ? `Paid ${formatPence(paid)}` : '';
  const first = paid > 0 ? paid : (deposit ?? 0);
  const isDue = payment !== 'processing';
  const rest = `${formatPence(total - first)} ${paid === 0 ? restLater(restBy) : isDue ? restDue(restBy) : 'on its way from your bank'}`;
  return `${paid > 0 ? 'Paid' : 'Deposit'} ${formatPence(first)}, the rest ${rest}.${deposit === null ? '' : ` ${DEPOSIT_KEPT}`}`;
}

function dayView(
  order: CustomerOrder,
  {
    day,
    isReady,
    positions,
    withMessage,
    messages,
    move,
    add,
    offered,
    otherTimes,
    last,
    rules,
  }: CustomerDay,
) {
  const words = whenInWords(day, timeOf(order.items, day));
  return {
    day,
    words,
    heading: `${isReady ? 'Ready: ' : ''}${dateInOnePiece(words)}`,
    items: positions.flatMap((position) => {
      const item = itemAt(order.items, position);
      if (!item) return [];
      const { title, img, message, allergens, mayContain, price, options = [] } = item;
      return {
        position,
        title,
        img,
        message,
        size: describeSize(item),
        options: optionsInWords(options),
        price: formatPence(price),
        declared: { allergens, mayContain },
        takesMessage: withMessage.includes(position),
      };
    }),
    messages: { fixed: messages.fixed, until: dayInWords(messages.until) },
    move: { fixed: move.fixed, until: dayInWords(move.until) },
    takesAdditions: order.takesAdditions && add.fixed === undefined,
    offered: offered.map((open) => ({ day: open, words: dayInWords(open, 'short') })),
    hasOtherTimes: otherTimes.length > 0,
    first: offered[0] ?? day,
    last,
    rules,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { token } = params;
  const field = await readForm(request);
  const wanted = field('do');
  const typed = field('to');
  const version = Number.parseInt(field('version'), 10);
  if (!version) throw data(null, { status: 400 });
  switch (wanted) {
    case 'message':
    case 'collector': {
      const position = wanted === 'message' ? Number(field('position') || 'missing') : undefined;
      if (Number.isNaN(position)) throw data(null, { status: 400 });
      const text = { position, to: typed, version };
      const result = await changeTextByCustomer(shop, token, text);
      return respond(result, { token, wanted, at: nameOfForm(wanted, position), typed });
    }
    case 'move': {
      const from = field('day');
      if (!isDay(from)) throw data(null, { status: 400 });
      const at = nameOfForm(wanted, from);
      if (!isDay(typed)) {
        return data<Answer>({ at, problem: 'Please choose a day.', typed: '' }, 422);
      }
      if (field('sure') !== typed) {
        const asked = await askToMove(shop, token, { from, to: typed });
        return asked.ok
          ? data<Answer>({ at, asked: questionView(from, asked.question) })
          : respond(asked, { token, wanted, at, typed });
      }
      const chosen = field('time');
      const time = isCollectionTime(chosen) ? chosen : undefined;
      const result = await moveByCustomer(shop, token, { from, to: typed, time, version });
      return respond(result, { token, wanted, at, typed });
    }
    case 'cancel': {
      const result = await requestCancel(shop, token, version);
      return respond(result, { token, wanted, at: nameOfForm(wanted), typed: '' });
    }
    default:
      throw data(null, { status: 400 });
  }
}

function questionView(
  from: Day,
  { to, moves, textsUntil, times, time }: MoveQuestion,
): Asked['asked'] {
  const until = (day: Day) => `until ${dayInWords(day, 'short')}`;
  const still = [
    moves && `move it ${howOften(moves.left)}, ${until(moves.until)}`,
    textsUntil && `change the message ${until(textsUntil)}`,
  ].filter(Boolean);
  const after =
    still.length === 0
      ? 'After that it can no longer be changed here.'
      : `After that you can still ${still.join(', and ')}.`;
  const fixed = still.length > 0 && !moves && 'The day can no longer be changed here.';
  return {
    to,
    question: `${from === to ? 'Another time on' : 'Move to'} ${dayInWords(to, 'short')}?`,
    after: [after, fixed].filter(Boolean).join(' '),
    times: times.map((each) => ({
      value: each,
      words: timeInWords(each),
      isChosen: each === time,
    })),
  };
}

interface Sent {
  token: string;
  wanted: keyof typeof DONE_WORDS | 'cancel';
  at: string;
  typed: string;
}

function respond(result: CustomerChanged, { token, wanted, at, typed }: Sent) {
  if (result.ok) throw redirect(`${href('/my-order/:token', { token })}?done=${wanted}`, 303);
  const [problem, status] = refused(result);
  return data<Answer>({ at, problem, typed }, status);
}

const DONE_WORDS = {
  message: 'Saved. We are sending you an email with your order as it is now.',
  collector: 'Saved. We are sending you an email with your order as it is now.',
  added: 'Added. We are sending you an email with your order as it is now.',
  dropped: 'It is not added. Your order is as it was.',
  move: 'Moved. We are sending you an email with the new day or time for your calendar.',
};

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'Your order',
    description: 'Your order, and what you can change about it.',
  });
}

export default function MyOrder({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData ? <OrderPage view={loaderData} answer={actionData} /> : <Over />;
}
