import { useCafe, useOpeningHours } from '#app/ui/cafe.ts';
import { Photo } from '#app/ui/photo.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { hoursOn, shortHours } from '#domain/words/hours.ts';
import styles from './collect-from.module.css';

interface CollectFromProps {
  /** The chosen day; undefined for none. */
  day: Day | undefined;
  /** What the map shows. */
  mapAlt: string | undefined;
}

/** Where to collect, with the hours of the chosen day. The whole of it leads to the route. */
export function CollectFrom({ day, mapAlt }: CollectFromProps) {
  const { map, mapUrl, address } = useCafe().contact;
  const [street, ...town] = address;
  const opening = useOpeningHours();
  const hours = day && hoursOn(day, opening);
  return (
    <div className={styles.from}>
      {map && <Photo file={map} alt={mapAlt} sizes="8rem" className={`${styles.map} cover`} />}
      <div className={styles.words}>
        <p role="status">
          Collect from <strong>{street}</strong>,{' '}
          <span>{hours ? shortHours(hours) : town.join(', ')}</span>
        </p>
        <a href={mapUrl} className={styles.route}>
          Plan a route
        </a>
      </div>
    </div>
  );
}
