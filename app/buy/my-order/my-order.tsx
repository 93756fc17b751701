import { data, href, redirect } from 'react-router';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Allergens } from '#app/ui/allergens.tsx';
import { useCafe, useOpeningHours } from '#app/ui/cafe.ts';
import { useFocusOnProblem } from '#app/ui/focus-on-problem.ts';
import { ItemPhoto } from '#app/ui/item-photo.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import { wordsFor } from '#app/words-for.ts';
import { collection as collectionWords } from '#cafe/words/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dateInOnePiece, dayInWords, isDay } from '#domain/calendar/days.ts';
import { isCollectionTime, timeInWords, timeOf, whenInWords } from '#domain/calendar/times.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { hoursForDays } from '#domain/orders/collection-event.ts';
import { DEPOSIT_KEPT, restDue, restLater } from '#domain/orders/deposit-words.ts';
import { itemAt } from '#domain/orders/positions.ts';
import { editedPieces } from '#server/content/texts.ts';
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
import {
  type Answer,
  type Asked,
  Cancel,
  Collector,
  FIXED_REASONS,
  howOften,
  type Item,
  Message,
  Move,
  nameOfForm,
  type Order,
  type View,
} from './change-forms.tsx';
import { KeptHere } from './kept-here.tsx';
import styles from './my-order.module.css';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const order = await customerOrder(shop, params.token);
  if (!order) throw notFound();
  if (order === 'over') return data(undefined, { status: 410 });
  const { words } = await editedPieces(shop, 'collection');
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
    words: words?.collection ?? collectionWords,
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
  switch (result.reason) {
    case 'unknown':
      throw notFound();
    case 'conflict':
      return data<Answer>({ at, problem: CONFLICT, typed }, 409);
    case 'fixed':
      return data<Answer>(
        { at, problem: `It cannot be changed here: ${FIXED_REASONS[result.why]}.`, typed },
        409,
      );
    case 'invalid':
      return data<Answer>({ at, problem: result.text, typed }, 422);
  }
}

function notFound() {
  return data(
    {
      title: 'We could not find that order',
      text: 'There may be a slip in the link. If you have a later e-mail of ours, please use the link in that one.',
    },
    { status: 404 },
  );
}

const CONFLICT =
  'Your order has changed since you opened this page. This is how it is now: please look, then try again.';

const DONE_WORDS = {
  message: 'Saved. We are sending you an e-mail with your order as it is now.',
  collector: 'Saved. We are sending you an e-mail with your order as it is now.',
  added: 'Added. We are sending you an e-mail with your order as it is now.',
  dropped: 'It is not added. Your order is as it was.',
  move: 'Moved. We are sending you an e-mail with the new day or time for your calendar.',
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

function OrderPage({ view, answer }: { view: View; answer: Answer | undefined }) {
  const { token, order, done, words } = view;
  const rejected = answer && 'problem' in answer ? answer : undefined;
  const asked = answer && 'asked' in answer ? answer : undefined;
  const lastDay = order.days.at(-1)?.day;
  useFocusOnProblem();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Your order {order.number}</h1>
        <p>
          {order.name}
          {order.emailDetour !== 'nowhere' && `, ${order.email}`}
        </p>
        {order.emailDetour === 'at-payment' && (
          <p>
            The e-mail address of this order does not work. Our e-mails go to {order.email}, which
            you gave when you paid.
          </p>
        )}
        {order.emailDetour === 'nowhere' && (
          <p>
            We cannot e-mail you about this order: its address does not work. Please ring us on{' '}
            <PhoneLink />.
          </p>
        )}
        <div role="status" className={styles.said}>
          {!answer && done && <p className={styles.done}>{done}</p>}
          <State order={order} />
          {order.adding && !order.isOver && (
            <p className={styles.note}>
              You are adding {order.adding.words}, {order.adding.amount}.{' '}
              {order.adding.isProcessing ? (
                'Your payment is on its way from your bank.'
              ) : (
                <>
                  It is not paid yet.{' '}
                  <a href={href('/my-order/:token/add/:day', { token, day: order.adding.day })}>
                    Pay it, or do not add it
                  </a>
                </>
              )}
            </p>
          )}
        </div>
      </header>
      {order.days.map((day) => (
        <section key={day.day} className={styles.day} aria-labelledby={`day-${day.day}`}>
          <h2 id={`day-${day.day}`}>{day.heading}</h2>
          <ul>
            {day.items.map((item) => (
              <li key={item.position} className={styles.item}>
                <ItemText item={item} />
                {item.takesMessage && !order.isOver && (
                  <Message order={order} day={day} item={item} rejected={rejected} />
                )}
              </li>
            ))}
          </ul>
          {!order.isOver && (
            <>
              {day.takesAdditions && !order.adding && (
                <a
                  className={styles.link}
                  href={href('/my-order/:token/add/:day', { token, day: day.day })}
                  aria-label={`Add candles, an option or a cake: ${day.words}`}
                >
                  Add candles, an option or a cake
                </a>
              )}
              <Move token={token} order={order} day={day} rejected={rejected} asked={asked} />
              <a
                className={styles.link}
                href={href('/my-order/:token/calendar/:day', { token, day: day.day })}
                aria-label={`Add to calendar: ${day.words}`}
              >
                Add to calendar
              </a>
            </>
          )}
        </section>
      ))}
      {order.note && (
        <section className={styles.part} aria-labelledby="note">
          <h2 id="note">Your note</h2>
          <p className={styles.own}>
            <bdi>{order.note}</bdi>
          </p>
        </section>
      )}
      <section className={styles.part} aria-labelledby="allergens">
        <h2 id="allergens">Allergens</h2>
        <p className="quiet">{useCafe().allergenNote}</p>
      </section>
      {!order.isOver && <Collector order={order} rejected={rejected} />}
      <Collection words={words} days={order.isOver ? [] : order.days.map(({ day }) => day)} />
      <section className={styles.part} aria-labelledby="money">
        <h2 id="money">Price</h2>
        <p>
          {order.isPaid
            ? 'Paid'
            : order.parts
              ? 'Total'
              : order.isOnItsWay
                ? 'On its way from your bank:'
                : 'To pay'}{' '}
          {order.total}
          {order.refunded && order.isPaid && `, of which ${order.refunded} was paid back`}
        </p>
        {order.parts && <p>{order.parts}</p>}
        {order.refunded && !order.isPaid && <p>Paid back {order.refunded}</p>}
        {order.toGiveBack && <p>{order.toGiveBack} comes back to you, for what was taken off.</p>}
      </section>
      {order.isPaid && !order.isCancelled && (
        <p>
          <a
            className={styles.link}
            href={`${href('/thank-you-page/:order', { order: order.id })}#order-again`}
          >
            Order the same again
          </a>
        </p>
      )}
      {!order.isOver && <Cancel order={order} rejected={rejected} />}
      {lastDay && <KeptHere token={token} until={lastDay} />}
      <p className="quiet">
        To take something off, for another size, and for anything else, please ring us on{' '}
        <PhoneLink />.
      </p>
    </div>
  );
}

/** After the order was anonymised: nothing about it is left. */
function Over() {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>This order is over</h1>
        <p>
          We have removed your details from it. If you have a question, ring us on <PhoneLink />.
        </p>
      </header>
    </div>
  );
}

function State({ order }: { order: Order }) {
  if (order.isCancelled) {
    return (
      <p>
        It is cancelled: there is nothing to collect. If that is not what you expected, ring us on{' '}
        <PhoneLink />.
      </p>
    );
  }
  if (order.isCollected) return <p>We hope that you enjoyed it.</p>;
  if (order.isOver) {
    return (
      <p>
        The day to collect it has passed. If you have not collected it, ring us on <PhoneLink />.
      </p>
    );
  }
  if (order.cancelling === 'requested') {
    return (
      <p className={styles.note}>
        We have your request to cancel it, and will answer by e-mail. Until then your order stays as
        it is.
      </p>
    );
  }
  if (order.cancelling === 'declined') {
    return (
      <p className={styles.note}>
        You asked us to cancel it. We are sorry that we cannot: it stays as it is.
      </p>
    );
  }
  return null;
}

function ItemText({ item }: { item: Item }) {
  return (
    <div className={styles.words}>
      <ItemPhoto file={item.img} sizes="5rem" className={styles.photo} />
      <div>
        <h3>{item.title}</h3>
        {item.size && <p>{item.size}</p>}
        {item.options && <p>{item.options}</p>}
        <p>{item.price}</p>
        {item.message !== '' && <p className={styles.message}>“{item.message}”</p>}
        <p className="quiet">
          <Allergens of={item.declared} />
        </p>
      </div>
    </div>
  );
}

function Collection({ words, days }: { words: View['words']; days: Day[] }) {
  const { name, contact } = useCafe();
  const opening = useOpeningHours();
  return (
    <section className={styles.part} aria-labelledby="collection">
      <h2 id="collection">Collect it from us</h2>
      <address>{[name, ...contact.address].join(', ')}</address>
      <p>{hoursForDays(opening, days).join(' ')}</p>
      <p>{words.howToFind}</p>
      <p>
        <a className={styles.link} href={contact.mapUrl}>
          Plan a route
        </a>
      </p>
      <h3>What to bring</h3>
      <p>{words.whatToBring}</p>
    </section>
  );
}
