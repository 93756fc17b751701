import { type Day, dayInWords } from '#domain/calendar/day.ts';
import styles from './next-open-days.module.css';

interface NextOpenDaysProps {
  days: Day[];
  chosen: Day | undefined;
  onChoose: (day: Day) => void;
}

/** The soonest days as plain buttons, for whoever would rather not read a calendar. */
export function NextOpenDays({ days, chosen, onChoose }: NextOpenDaysProps) {
  return (
    <ul className={styles.days} aria-label="The next days that can be chosen">
      {days.map((day) => (
        <li key={day}>
          <button
            type="button"
            className={styles.day}
            aria-pressed={day === chosen}
            onClick={() => onChoose(day)}
          >
            {dayInWords(day, 'short')}
          </button>
        </li>
      ))}
    </ul>
  );
}
