import { PhoneLink } from '#app/ui/phone-link.tsx';
import { cafe } from '#demo/cafe.ts';
import { type Day, dayInWords } from '#domain/calendar/day.ts';
import styles from './collection.module.css';

/** When and where, and what to bring. */
export function Collection({ days }: { days: Day[] }) {
  const { address, mapUrl } = cafe.contact;
  return (
    <section className={styles.collection} aria-labelledby="collection">
      <h2 id="collection">Collect it from us</h2>
      <ul className={styles.days}>
        {[...new Set(days)].sort().map((day) => (
          <li key={day}>{dayInWords(day)}</li>
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
      <p>{cafe.collection.howToFind}</p>
      <p>{cafe.collection.whatToBring}</p>
      <p>
        Anything to ask or to change? Ring us on <PhoneLink />.
      </p>
    </section>
  );
}
