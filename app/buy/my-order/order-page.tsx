import { href } from 'react-router';
import { Allergens } from '#app/ui/allergens.tsx';
import { useCafe, useOpeningHours } from '#app/ui/cafe.ts';
import { useFocusOnProblem } from '#app/ui/focus-on-problem.ts';
import { ItemPhoto } from '#app/ui/item-photo.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { hoursForDays } from '#domain/orders/collection-event.ts';
import {
  type Answer,
  Cancel,
  Collector,
  type Item,
  Message,
  Move,
  type Order,
  StrayProblem,
  type View,
} from './change-forms.tsx';
import { KeptHere } from './kept-here.tsx';
import styles from './my-order.module.css';
import '#app/ui/letter.css';

/** The order, and the forms that change it. @param answer of the form that was sent. */
export function OrderPage({ view, answer }: { view: View; answer: Answer | undefined }) {
  const { token, order, done, words } = view;
  const rejected = answer && 'problem' in answer ? answer : undefined;
  const asked = answer && 'asked' in answer ? answer : undefined;
  const lastDay = order.days.at(-1)?.day;
  useFocusOnProblem();
  return (
    <div className="letter">
      <header className="lines">
        <h1>Your order {order.number}</h1>
        <p>
          {order.name}
          {order.emailDetour !== 'nowhere' && `, ${order.email}`}
        </p>
        {order.emailDetour === 'at-payment' && (
          <p>
            The email address of this order does not work. Our emails go to {order.email}, which you
            gave when you paid.
          </p>
        )}
        {order.emailDetour === 'nowhere' && (
          <p>
            We cannot email you about this order: its address does not work. Please ring us on{' '}
            <PhoneLink />.
          </p>
        )}
        <StrayProblem order={order} rejected={rejected} />
        <div role="status" className={`${styles.said} lines`}>
          {!answer && done && <p className="said">{done}</p>}
          <State order={order} />
          {order.adding && !order.isOver && (
            <p className="said">
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
        <section key={day.day} className="box" aria-labelledby={`day-${day.day}`}>
          <h2 id={`day-${day.day}`}>{day.heading}</h2>
          <ul>
            {day.items.map((item) => (
              <li key={item.position} className={`${styles.item} lines`}>
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
                  className="word-button on-screen"
                  href={href('/my-order/:token/add/:day', { token, day: day.day })}
                  aria-label={`Add candles, an option or a cake: ${day.words}`}
                >
                  Add candles, an option or a cake
                </a>
              )}
              <Move token={token} order={order} day={day} rejected={rejected} asked={asked} />
              <a
                className="word-button on-screen"
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
        <section className="lines" aria-labelledby="note">
          <h2 id="note">Your note</h2>
          <p>
            <bdi>{order.note}</bdi>
          </p>
        </section>
      )}
      <section className="lines" aria-labelledby="allergens">
        <h2 id="allergens">Allergens</h2>
        <p className="quiet">{useCafe().allergenNote}</p>
      </section>
      {!order.isOver && (
        <>
          <Collector order={order} rejected={rejected} />
          <Collection words={words} days={order.days.map(({ day }) => day)} />
        </>
      )}
      <section className="lines" aria-labelledby="money">
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
            className="word-button on-screen"
            href={`${href('/thank-you-page/:order', { order: order.id })}#order-again`}
          >
            Order the same again
          </a>
        </p>
      )}
      {!order.isOver && <Cancel order={order} rejected={rejected} />}
      {lastDay && <KeptHere token={token} until={lastDay} />}
      <p className="quiet">
        {order.isOver
          ? 'If you have a question'
          : 'To take something off, for another size, and for anything else'}
        , please ring us on <PhoneLink />.
      </p>
    </div>
  );
}

/** After the order was anonymised: nothing about it is left. */
export function Over() {
  return (
    <div className="letter">
      <header className="lines">
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
      <p className="said">
        We have your request to cancel it, and will answer by email. Until then your order stays as
        it is.
      </p>
    );
  }
  if (order.cancelling === 'declined') {
    return (
      <p className="said">
        You asked us to cancel it. We are sorry that we cannot: it stays as it is.
      </p>
    );
  }
  return null;
}

function ItemText({ item }: { item: Item }) {
  return (
    <div className={styles.words}>
      <ItemPhoto file={item.img} sizes="5rem" className={`${styles.photo} thumbnail`} />
      <div>
        <h3>{item.title}</h3>
        {item.size && <p>{item.size}</p>}
        {item.options && <p>{item.options}</p>}
        <p>{item.price}</p>
        {item.message !== '' && <p className={`${styles.message} display`}>“{item.message}”</p>}
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
    <section className="lines" aria-labelledby="collection">
      <h2 id="collection">Collect it from us</h2>
      <address>{[name, ...contact.address].join(', ')}</address>
      <p>{hoursForDays(opening, days).join(' ')}</p>
      <p>{words.howToFind}</p>
      <p>
        <a className="word-button on-screen" href={contact.mapUrl}>
          Plan a route
        </a>
      </p>
      <h3>What to bring</h3>
      <p>{words.whatToBring}</p>
    </section>
  );
}
