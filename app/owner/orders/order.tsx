import { data, href, Link, redirect } from 'react-router';
import { CallLink } from '#app/owner/call-link.tsx';
import { ItemList, MoveLink } from '#app/owner/collections/collection-card.tsx';
import { collectionView, itemView } from '#app/owner/collections/collection-view.ts';
import { instantInWords } from '#app/owner/london-time.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/owner/read-form.ts';
import screen from '#app/owner/screen.module.css';
import { ScreenTitle } from '#app/owner/screen-title.tsx';
import { MadeButtons, MadeForm, useMade } from '#app/owner/ticks/made-form.tsx';
import { MADE_WORDS } from '#app/owner/ticks/tick-notice.tsx';
import { shopContext } from '#app/shop-context.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { formatPence } from '#domain/money.ts';
import { isFunded, refundedPart } from '#domain/orders/order.ts';
import type { Route } from './+types/order';
import styles from './order.module.css';
import { emailInWords, eventInWords } from './trail-words.ts';

const SENT_WORDS = {
  cafe: 'The e-mail to the cafe is sent again.',
  customer: 'The e-mails to the customer are sent again.',
  no: 'There is no e-mail to send: the order is not paid, or has no address.',
  'just-sent': 'It was sent a moment ago.',
};

const STATE_WORDS = {
  placed: 'Not paid yet',
  expired: 'Never paid',
  funded: 'Paid',
  paid: 'Paid',
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const isOwner = context.get(personContext).role === 'owner';
  const booked = await shop.bookedOrder(params.order);
  if (!booked) throw data(null, { status: 404 });
  const names = await shop.namesOfPeople();
  const sent = new URL(request.url).searchParams.get('sent');
  const today = shop.today();
  const isPaid = isFunded(booked.state);
  const { order } = booked;
  return {
    id: booked.id,
    number: booked.number,
    name: booked.name || 'Name removed',
    state: STATE_WORDS[booked.state],
    isPaid,
    isReadable: booked.isReadable,
    refunded: refundedPart(booked),
    placed: instantInWords(booked.placedAt),
    collections: booked.collections.map((collection) => ({
      ...collectionView(collection),
      words: dayInWords(collection.day),
      isPast: collection.day < today,
    })),
    // An order that is not paid has no collections.
    items: isPaid
      ? []
      : booked.items.map((item) => ({ ...itemView(item), day: dayInWords(item.day) })),
    trail: booked.trail.map((event) => ({
      id: event.id,
      at: instantInWords(event.at),
      text: eventInWords(event, isOwner),
      by: event.actor === 'staff' ? `by ${names.get(event.personId ?? '') ?? 'staff'}` : '',
    })),
    emails: booked.emails.map(emailInWords),
    // Nothing below is sent to the kitchen.
    ...(isOwner && {
      owner: {
        phone: booked.phone,
        email: order?.customer.email ?? '',
        sent: sent !== null && isSent(sent) ? SENT_WORDS[sent] : '',
        total: formatPence(booked.total),
        prices: booked.items.map(({ title, price }) => ({ title, price: formatPence(price) })),
        refunded: formatPence(booked.refunded),
        disputed: order?.reversals.some(({ kind }) => kind === 'dispute') ?? false,
        hasEmails: booked.emails.length > 0,
      },
    }),
  };
}

/** Sends the e-mails again. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id: by, role } = context.get(personContext);
  if (role !== 'owner') throw data(null, { status: 403 });
  const shop = context.get(shopContext);
  const booked = await shop.bookedOrder(params.order);
  if (!booked) throw data(null, { status: 404 });
  const to = (await readForm(request))('resend');
  if (to !== 'cafe' && to !== 'customer') throw data(null, { status: 400 });
  const result =
    to === 'cafe'
      ? await shop.resendNotification(booked.id, by)
      : await shop.resendToCustomer(booked.id, by);
  const address = href('/owner/orders/:order', { order: booked.id });
  const sent = result.ok ? to : result.reason === 'just-sent' ? 'just-sent' : 'no';
  throw redirect(`${address}?sent=${sent}`, 303);
}

function isSent(text: string): text is keyof typeof SENT_WORDS {
  return Object.hasOwn(SENT_WORDS, text);
}

export default function OrderScreen({ loaderData }: Route.ComponentProps) {
  const { number, name, state, isReadable, refunded, placed } = loaderData;
  const { collections, items, trail, emails, owner } = loaderData;
  return (
    <>
      <ScreenTitle title={`${name}, ${number}`} />
      <h1 className={screen.title}>{name}</h1>
      <p className={screen.summary}>
        Order {number} · {state}
        {refunded === 'part' && ', refunded in part'}
      </p>
      {refunded === 'all' && <p className={screen.warning}>Refunded in full: do not make it.</p>}
      {!isReadable && (
        <p className={screen.warning}>
          A part of this order cannot be read. Please look at Needs you before you make it.
        </p>
      )}
      {owner && (owner.phone || owner.email) && (
        <p className={screen.actions}>
          {owner.phone && <CallLink phone={owner.phone} />}
          {owner.email && (
            <a className={screen.action} href={`mailto:${owner.email}`}>
              E-mail {owner.email}
            </a>
          )}
        </p>
      )}

      {collections.map((collection) => (
        <section
          key={collection.id}
          className={screen.section}
          aria-labelledby={`day-${collection.day}`}
          data-row
        >
          <h2 id={`day-${collection.day}`}>
            <Link to={href('/owner/day/:day', { day: collection.day })}>{collection.words}</Link>
          </h2>
          <div className={styles.day}>
            <ItemList items={collection.items} large />
            <MadeButtons collection={collection} isPast={collection.isPast} />
            <BackToMake collection={collection} />
            {owner && <MoveLink collection={collection} />}
            <p>
              <a
                className={screen.action}
                href={href('/owner/print/label/:order/:day', {
                  order: collection.orderId,
                  day: collection.day,
                })}
                data-shortcut="p"
                aria-keyshortcuts="p"
              >
                Print label
              </a>
            </p>
          </div>
        </section>
      ))}
      {items.length > 0 && (
        <section className={screen.section} aria-labelledby="items">
          <h2 id="items">Wanted for {[...new Set(items.map(({ day }) => day))].join(', ')}</h2>
          <ItemList items={items} large />
        </section>
      )}

      {owner && (
        <section className={screen.section} aria-labelledby="money">
          <h2 id="money">Money</h2>
          <dl className={styles.facts}>
            {owner.prices.map(({ title, price }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a placed order never changes.
              <div key={place}>
                <dt>{title}</dt>
                <dd>{price}</dd>
              </div>
            ))}
            <div>
              <dt>Total</dt>
              <dd>
                <strong>{owner.total}</strong>
              </dd>
            </div>
            {refunded !== 'no' && (
              <div>
                <dt>Refunded</dt>
                <dd>{owner.refunded}</dd>
              </div>
            )}
          </dl>
          {owner.disputed && (
            <p className={screen.warning}>The customer’s bank disputes this payment.</p>
          )}
        </section>
      )}

      <section className={screen.section} aria-labelledby="emails">
        <h2 id="emails">E-mails</h2>
        <div role="status">{owner?.sent && <p className={styles.sent}>{owner.sent}</p>}</div>
        {emails.length === 0 ? (
          <p className={screen.quiet}>None yet. They are sent when the order is paid.</p>
        ) : (
          <dl className={styles.facts}>
            {emails.map((email) => (
              <div key={email.what}>
                <dt>{email.what}</dt>
                <dd>{email.state}</dd>
              </div>
            ))}
          </dl>
        )}
        {owner?.hasEmails && (
          <form method="post" className={screen.actions}>
            <button type="submit" name="resend" value="customer" className={screen.action}>
              Send again to the customer
            </button>
            <button type="submit" name="resend" value="cafe" className={screen.action}>
              Send again to the cafe
            </button>
          </form>
        )}
      </section>

      <section className={screen.section} aria-labelledby="trail">
        <h2 id="trail">What happened</h2>
        <ol className={styles.trail}>
          {trail.map(({ id, at, text, by }) => (
            <li key={id}>
              <span className={screen.quiet}>{at}</span>{' '}
              <span>
                {text} {by}
              </span>
            </li>
          ))}
        </ol>
        {trail.length === 0 && <p className={screen.quiet}>Ordered {placed}.</p>}
      </section>
    </>
  );
}

type DayOfOrder = Route.ComponentProps['loaderData']['collections'][number];

/** For a tick that was wrong, later than Undo. */
function BackToMake({ collection }: { collection: DayOfOrder }) {
  const { made } = useMade(collection);
  return (
    <div className={screen.quiet}>
      {MADE_WORDS[made]}
      {made === 'collected' && (
        <>
          {' · '}
          <MadeForm
            collection={collection}
            from={made}
            made="to-make"
            className={screen.quietButton}
          >
            Back to “To make”
          </MadeForm>
        </>
      )}
    </div>
  );
}
