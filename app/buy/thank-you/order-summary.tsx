import { href } from 'react-router';
import { AllergenNote } from '#app/ui/allergens.tsx';
import { useCafe, useOpeningHours } from '#app/ui/cafe.ts';
import { ItemPhoto } from '#app/ui/item-photo.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { hoursForDays } from '#domain/orders/collection-event.ts';
import { cakesFirst } from '#domain/orders/items-in-words.ts';
import type { PublicOrder } from '#domain/orders/public-order.ts';
import type { Words } from '#domain/words/words.ts';
import styles from './order-summary.module.css';

type Item = PublicOrder['items'][number];

export function OrderSummary({ order }: { order: PublicOrder }) {
  // A phone order may be cancelled unpaid.
  const isPaid = order.state === 'funded' || order.state === 'paid';
  const items = [...order.items].sort(cakesFirst);
  return (
    <section className={`${styles.order} stack`} aria-labelledby="your-order">
      <h2 id="your-order">Your order</h2>
      <ul>
        {items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a placed order never changes.
          <ItemRow key={place} item={item} />
        ))}
      </ul>
      <p className={`${styles.total} total`}>
        {isPaid ? 'Paid' : 'Total'} <strong>{formatPence(order.total)}</strong>
      </p>
      {!isPaid && order.parts && order.parts.paid > 0 && (
        <p className={`${styles.total} total`}>
          Paid <strong>{formatPence(order.parts.paid)}</strong>
        </p>
      )}
      {order.refunded > 0 && (
        <p className={`${styles.total} total`}>
          Paid back <strong>{formatPence(order.refunded)}</strong>
        </p>
      )}
      {order.note && (
        <p>
          <strong>Your note:</strong> <bdi>{order.note}</bdi>
        </p>
      )}
      <AllergenNote items={items} />
      <p className="quiet">Order {order.number}</p>
    </section>
  );
}

function ItemRow({ item }: { item: Item }) {
  return (
    <li className={styles.item}>
      <ItemPhoto file={item.img} sizes="6rem" className={`${styles.photo} thumbnail`} />
      <div>
        <h3>{item.title}</h3>
        {describeSize(item) && <p>{describeSize(item)}</p>}
        {item.options && <p>{optionsInWords(item.options)}</p>}
        {item.message !== '' && <p className={styles.message}>“{item.message}”</p>}
        <p>Collect on {whenInWords(item.day, item.time)}</p>
      </div>
      <p className="display">{formatPence(item.price)}</p>
    </li>
  );
}

interface CollectionProps {
  order: PublicOrder;
  words: Words['collection'];
}

/** When and where to collect, and what to bring. */
export function Collection({ order, words }: CollectionProps) {
  const { name, contact } = useCafe();
  const { address, mapUrl } = contact;
  const opening = useOpeningHours();
  const days = daysOf(order);
  return (
    <section className={`${styles.collection} stack`} aria-labelledby="collection">
      <h2 id="collection">Collect it from us</h2>
      <ul className={styles.collectionDays}>
        {days.map((day) => (
          <li key={day} className="apart">
            <span className={`${styles.collectionDay} display`}>
              {whenInWords(day, timeOf(order.items, day))}
            </span>
            <a
              className="word-button"
              href={href('/thank-you-page/:order/calendar/:day', { order: order.id, day })}
              aria-label={`Add to calendar: ${dayInWords(day)}`}
            >
              Add to calendar
            </a>
          </li>
        ))}
      </ul>
      <address>
        {[name, ...address].map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <a className={styles.collectionRoute} href={mapUrl}>
        Plan a route
      </a>
      <p>{hoursForDays(opening, days).join(' ')}</p>
      <p>{words.howToFind}</p>
      <h3>What to bring</h3>
      <p>{words.whatToBring}</p>
      <p>
        Anything to ask or to change? Ring us on <PhoneLink />.
      </p>
    </section>
  );
}

/** Not `collectionDays`, which loads the schemas of orders. */
export function daysOf({ items }: PublicOrder): Day[] {
  return [...new Set(items.map(({ day }) => day))].sort();
}
