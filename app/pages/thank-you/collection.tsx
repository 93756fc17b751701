import { PhoneLink } from '#app/ui/phone-link.tsx';
import { cafe } from '#cafe/cafe.ts';
import { collection } from '#cafe/words/collection.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { PublicOrder } from '#domain/orders/order.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import styles from './collection.module.css';

/** When and where, and what to bring. */
export function Collection({ order }: { order: PublicOrder }) {
  const { address, mapUrl } = cafe.contact;
  const days = [...new Set(order.items.map(({ day }) => day))].sort();
  return (
    <section className={styles.collection} aria-labelledby="collection">
      <h2 id="collection">Collect it from us</h2>
      <ul className={styles.days}>
        {days.map((day) => (
          <li key={day}>
            <span className={styles.day}>{dayInWords(day)}</span>
            <AddToCalendar
              orderId={order.id}
              day={day}
              titles={order.items.filter((item) => item.day === day).map(({ title }) => title)}
            />
          </li>
        ))}
      </ul>
      <address>
        {[cafe.name, ...address].map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <a className={styles.route} href={mapUrl}>
        Plan a route
      </a>
      <p>{cafe.hours.readable.join('. ')}.</p>
      <p>{collection.howToFind}</p>
      <h3>What to bring</h3>
      <p>{collection.whatToBring}</p>
      <p>
        Anything to ask or to change? Ring us on <PhoneLink />.
      </p>
    </section>
  );
}
