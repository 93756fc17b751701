import { data, href, Link, redirect } from 'react-router';
import { ItemList } from '#app/owner/collections/collection-card.tsx';
import { collectionView, itemView, stateInWords } from '#app/owner/collections/collection-view.ts';
import { customerName } from '#app/owner/collections/customer-name.ts';
import { CustomerNews } from '#app/owner/collections/news/customer-news.tsx';
import { newsView } from '#app/owner/collections/news/news-view.ts';
import { PaidForm } from '#app/owner/collections/paid-form.tsx';
import { CallLink } from '#app/owner/frame/call-link.tsx';
import { UndoAction } from '#app/owner/frame/flash-notice.tsx';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { withOrderDone } from '#app/owner/frame/undo/undo-address.ts';
import { writeOrderDone } from '#app/owner/frame/undo/undo-order-change.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import screen from '#app/ui/kit/kit.module.css';
import { wordsFor } from '#app/words-for.ts';
import { isFinished } from '#domain/book/collection.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { refundOf } from '#domain/emails/email-kinds.ts';
import { formatPence } from '#domain/money.ts';
import { emailDetour, reachableEmail } from '#domain/orders/email-address.ts';
import {
  hasPayment,
  isBooked,
  isPaidAtCounter,
  isRefundedInFull,
  isToPay,
  needsAnswer,
  type Order,
  refundedPart,
  wasBooked,
} from '#domain/orders/order.ts';
import { resendEmail } from '#server/emails/resend.ts';
import { takeBackCounterRefund } from '#server/orders/at-counter.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { declineCancel } from '#server/orders/cancel-request.ts';
import { takesMessage } from '#server/orders/change-text.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/order';
import { CancelAction } from './cancellation.tsx';
import styles from './order.module.css';
import { OrderDay } from './order-day.tsx';
import { OrderMoney } from './order-money.tsx';
import { byInWords, emailInWords, eventInWords, moneyBack } from './trail-words.ts';
import { undoOf } from './undo-of.ts';

const SENT_WORDS = {
  cafe: 'The e-mail to the cafe is sent again.',
  customer: 'The e-mails to the customer are sent again.',
  no: 'There is no e-mail to send: the order is not paid by card, or has no address.',
  'just-sent': 'It waits to be sent, or was sent a moment ago.',
};

const CONTACT_WORDS = {
  corrected: 'Corrected.',
  emailed: 'Corrected. The e-mail about the order goes to the new address.',
};

/** By the name in the address, which the screen of the refund sends too. */
const REFUNDED = {
  given: 'Written down: given back at the counter.',
  'not-given': 'Written down: not given back after all.',
  'not-given-notified':
    'Written down: not given back after all. The customer may have had the e-mail about it: please tell them.',
  made: 'Stripe has the refund. The customer gets an e-mail.',
  unnotified: 'Stripe has the refund. The customer has no e-mail address here: please ring.',
  waiting: 'Stripe does not answer. The refund is kept, and asked for again by itself.',
};

export type RefundNotice = keyof typeof REFUNDED;

export const handle = LIVE;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const isOwner = context.get(personContext).role === 'owner';
  const booked = await bookedOrder(shop, params.order);
  if (!booked) throw data(null, { status: 404 });
  const names = await namesOfPeople(shop);
  const { searchParams } = new URL(request.url);
  const sent = searchParams.get('sent');
  const today = todayAt(shop);
  const isToMake = isBooked(booked);
  const mayCancel = isToMake && booked.anonymisedAt === null;
  const texts = isOwner && isToMake ? await changeableMessages(shop, booked) : [];
  const { order } = booked;
  return {
    number: booked.number,
    name: customerName(booked),
    state: stateInWords(booked, 'Paid'),
    isCancelled: booked.cancelledAt !== null,
    isReadable: booked.isReadable,
    refunded: refundedPart(booked),
    placed: instantInWords(booked.placedAt),
    collector: booked.collector,
    news: newsView(booked),
    collections: (isToMake ? booked.collections : []).map((collection) => ({
      ...collectionView(collection, isOwner),
      texts: isFinished(collection.fulfilment)
        ? []
        : texts.filter(({ day }) => day === collection.day),
      words: dayInWords(collection.day),
      isPast: collection.day < today,
    })),
    // Nothing is collected of an order that is not in the book, or cancelled.
    items: isToMake
      ? []
      : booked.items.map((item) => ({ ...itemView(item), day: dayInWords(item.day) })),
    trail: booked.trail.map((event) => ({
      id: event.id,
      at: instantInWords(event.at),
      text: eventInWords(event, booked, isOwner),
      by: byInWords(event, names),
      undo: isOwner ? undoOf(event, booked) : undefined,
    })),
    noEmails: noEmailsInWords(booked),
    emails: booked.emails.map((email) => ({ kind: email.kind, ...emailInWords(email) })),
    // Nothing below is sent to the kitchen.
    ...(isOwner && {
      owner: {
        phone: booked.phone,
        email: order ? reachableEmail(order) : booked.email,
        unreached: order && unreachedInWords(order),
        sent: wordsFor(SENT_WORDS, sent),
        total: formatPence(booked.total),
        isToPay: isToMake && isToPay(booked),
        // Staff can take it back later than by Undo too.
        unpay:
          order && isPaidAtCounter(order) && booked.refunded === 0
            ? writeOrderDone({ kind: 'paid', orderId: booked.id, detail: 'paid' })
            : '',
        isTaken: searchParams.has('taken'),
        prices: booked.items.map(({ title, price }) => ({ title, price: formatPence(price) })),
        refunded: formatPence(booked.refunded),
        moneyBack: moneyBack(order?.reversals ?? []),
        disputed:
          order?.reversals.some(({ kind, state }) => kind === 'dispute' && needsAnswer(state)) ??
          false,
        mayRefund: order !== undefined && hasPayment(order) && !isRefundedInFull(booked),
        mayCancel,
        isToFree:
          mayCancel &&
          isRefundedInFull(booked) &&
          booked.collections.some(({ day }) => day >= today) &&
          // Then it cannot be cancelled.
          !booked.collections.some(({ fulfilment }) => fulfilment === 'collected'),
        mayCorrect: wasBooked(booked.state) && booked.anonymisedAt === null,
        contactNotice: wordsFor(CONTACT_WORDS, searchParams.get('contact')),
        refundNotice: wordsFor(REFUNDED, searchParams.get('refund')),
        resends: [
          ...(wasBooked(booked.state) && booked.email !== '' ? ['customer' as const] : []),
          ...(booked.emails.some(({ kind }) => kind === 'cafe') ? ['cafe' as const] : []),
        ],
      },
    }),
  };
}

/** That the order's own address does not work, and what that means. */
function unreachedInWords(order: Order): string | undefined {
  const { email } = order.customer;
  switch (emailDetour(order)) {
    case 'at-payment':
      return `We cannot reach “${email}”. E-mails go to ${reachableEmail(order)}, which the customer gave at payment.`;
    case 'nowhere':
      return `We cannot reach “${email}”, so the customer gets no e-mails. Please correct the address, or ring.`;
    default:
      return undefined;
  }
}

/** Why there is no e-mail about an order. */
function noEmailsInWords({ state, email, anonymisedAt }: BookedOrder): string {
  if (state === 'placed' || state === 'expired') {
    return 'None yet. They are sent when the order is paid.';
  }
  return email === '' && anonymisedAt === null ? 'None: there is no e-mail address.' : 'None.';
}

/** The items whose message can be changed. */
async function changeableMessages(shop: Shop, { items }: BookedOrder) {
  const takes = await Promise.all(items.map((item) => takesMessage(shop, item)));
  return items.flatMap(({ title, message, day }, position) =>
    takes[position] ? { title, day, position, isEmpty: message === '' } : [],
  );
}

/** Sends the e-mails again, cancels the order, keeps one whose customer asks to cancel, or takes back a refund at the counter. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id: by, role } = context.get(personContext);
  if (role !== 'owner') throw data(null, { status: 403 });
  const shop = context.get(shopContext);
  const booked = await bookedOrder(shop, params.order);
  if (!booked) throw data(null, { status: 404 });
  const field = await readForm(request);
  const address = href('/owner/orders/:order', { order: booked.id });
  if (field('do') === 'keep') {
    await declineCancel(shop, booked.id, by);
    throw redirect(withOrderDone(address, { kind: 'kept', orderId: booked.id, detail: '' }), 303);
  }
  const reversalId = field('not-given');
  if (reversalId) {
    const refund = { orderId: booked.id, reversalId, by };
    const result = await takeBackCounterRefund(shop, refund);
    if (result === 'unknown') throw data(null, { status: 400 });
    const email = booked.emails.find(({ kind }) => refundOf(kind) === reversalId);
    const isNotified = email !== undefined && email.attempts > 0;
    const notice: RefundNotice = isNotified ? 'not-given-notified' : 'not-given';
    throw redirect(`${address}?refund=${notice}`, 303);
  }
  const to = field('resend');
  if (to !== 'cafe' && to !== 'customer') throw data(null, { status: 400 });
  const result = await resendEmail(shop, { orderId: booked.id, to, by });
  const sent = result === 'requeued' ? to : result === 'just-sent' ? result : 'no';
  throw redirect(`${address}?sent=${sent}`, 303);
}

export default function OrderScreen({ loaderData }: Route.ComponentProps) {
  const { number, name, state, isReadable, isCancelled, refunded, placed, collector } = loaderData;
  const { news, collections, items, trail, emails, noEmails, owner } = loaderData;
  const requestsCancel = news?.requestsCancel === true;
  return (
    <>
      <ScreenTitle title={`${name}, ${number}`} />
      <h1 className={screen.title}>{name}</h1>
      <p className={screen.summary}>
        Order {number} · {state}
        {refunded === 'part' && ', refunded in part'}
        {collector && ` · ${collector} collects it`}
      </p>
      {isCancelled && <p className={screen.warning}>Cancelled: do not make it.</p>}
      {refunded === 'all' && !isCancelled && (
        <p className={screen.warning}>Refunded in full: do not make it.</p>
      )}
      {!isReadable && (
        <p className={screen.warning}>
          A part of this order cannot be read. Please look at Needs you before you make it.
        </p>
      )}
      {requestsCancel && <AskedToCancel number={number} name={name} owner={owner} />}
      <CustomerNews news={news} name={name} />
      {owner?.mayCancel && (
        <p>
          <Link
            to={href('/owner/orders/:order/text', { order: number })}
            className={screen.quietLink}
          >
            {collector ? 'Change who collects it' : 'Somebody else collects it'}
          </Link>
        </p>
      )}
      {owner && (owner.phone || owner.email) && (
        <p className={screen.actions}>
          {owner.phone && <CallLink phone={owner.phone} />}
          {owner.email && (
            <Link
              className={screen.action}
              to={href('/owner/orders/:order/email', { order: number })}
            >
              E-mail {owner.email}
            </Link>
          )}
        </p>
      )}
      {owner?.unreached && <p className={styles.unreached}>{owner.unreached}</p>}
      {owner?.mayCorrect && (
        <p>
          <Link
            to={href('/owner/orders/:order/contact', { order: number })}
            className={screen.quietLink}
          >
            Correct name, phone or e-mail
          </Link>
        </p>
      )}
      <div role="status">
        {owner?.contactNotice && <p className={styles.sent}>{owner.contactNotice}</p>}
      </div>

      {owner?.isTaken && (
        <p role="status" className={styles.sent}>
          It is in the book.
        </p>
      )}
      {owner?.isToPay && (
        <section className={screen.section} aria-labelledby="to-pay">
          <h2 id="to-pay">{owner.total} to pay</h2>
          <div className={screen.actions}>
            <form method="post" action={href('/owner/orders/:order/pay-link', { order: number })}>
              <button type="submit" className={screen.action}>
                Pay link
              </button>
            </form>
            <PaidForm number={number} name={name} />
          </div>
        </section>
      )}

      {owner?.isToFree && <Cancel number={number} owner={owner} />}
      {collections.map((collection) => (
        <OrderDay key={collection.id} collection={collection} owner={owner} />
      ))}
      {items.length > 0 && (
        <section className={screen.section} aria-labelledby="items">
          <h2 id="items">
            {isCancelled ? 'Was for' : 'Wanted for'}{' '}
            {[...new Set(items.map(({ day }) => day))].join(', ')}
          </h2>
          <ItemList items={items} large />
        </section>
      )}

      {owner && <OrderMoney number={number} refunded={refunded} owner={owner} />}

      {owner && !owner.isToFree && !requestsCancel && owner.mayCancel && (
        <Cancel number={number} owner={owner} />
      )}

      <section className={screen.section} aria-labelledby="emails">
        <h2 id="emails">E-mails</h2>
        <div role="status">{owner?.sent && <p className={styles.sent}>{owner.sent}</p>}</div>
        {emails.length === 0 ? (
          <p className={screen.quiet}>{noEmails}</p>
        ) : (
          <dl className={styles.facts}>
            {emails.map((email) => (
              <div key={email.kind}>
                <dt>{email.what}</dt>
                <dd>{email.state}</dd>
              </div>
            ))}
          </dl>
        )}
        {owner && owner.resends.length > 0 && (
          <form method="post" className={screen.actions}>
            {owner.resends.map((to) => (
              <button key={to} type="submit" name="resend" value={to} className={screen.action}>
                Send again to the {to}
              </button>
            ))}
          </form>
        )}
      </section>

      <section className={screen.section} aria-labelledby="trail">
        <h2 id="trail">What happened</h2>
        <ol className={styles.trail}>
          {trail.map(({ id: eventId, at, text, by, undo }) => (
            <li key={eventId}>
              <span className={screen.quiet}>{at}</span>{' '}
              <span>
                {text} {by}
              </span>
              {undo && <UndoAction change={undo} />}
            </li>
          ))}
        </ol>
        {trail.length === 0 && <p className={screen.quiet}>Ordered {placed}.</p>}
      </section>
    </>
  );
}

type OwnerOfOrder = NonNullable<Route.ComponentProps['loaderData']['owner']>;

interface AskedToCancelProps {
  number: string;
  name: string;
  owner: OwnerOfOrder | undefined;
}

/** The customer's wish, with its two answers. */
function AskedToCancel({ number, name, owner }: AskedToCancelProps) {
  return (
    <section className={styles.asked} aria-labelledby="asked">
      <h2 id="asked">{name} asks to cancel this order</h2>
      {owner ? (
        <>
          <div className={screen.actions}>
            <CancelAction order={number} />
            <form method="post">
              <button type="submit" name="do" value="keep" className={screen.action}>
                Keep the order
              </button>
            </form>
          </div>
          <p>
            {owner.email
              ? 'The customer gets your answer by e-mail.'
              : 'The customer has no e-mail address here: please ring.'}{' '}
            A refund is made apart.
          </p>
        </>
      ) : (
        <p>Ask the owner before you make it.</p>
      )}
    </section>
  );
}

function Cancel({ number, owner }: { number: string; owner: OwnerOfOrder }) {
  return (
    <section className={screen.section} aria-labelledby="cancel">
      <h2 id="cancel">Cancel</h2>
      <p className={screen.quiet}>
        {owner.isToFree
          ? 'It still takes up its place in the calendar. Cancelling frees it'
          : 'It leaves the lists of what to make'}
        {owner.email
          ? ', and the customer gets an e-mail.'
          : '. The customer has no e-mail address here: please ring.'}
        {!owner.isToFree && ' A refund is made apart.'}
      </p>
      <div className={screen.actions}>
        <CancelAction order={number} />
      </div>
    </section>
  );
}
