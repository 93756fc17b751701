import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import styles from './next-open-days.module.css';

interface NextOpenDaysProps {
  days: Day[];
  chosen: Day | undefined;
  /** Why it can be chosen no longer, if so. */
  reasonOf: (day: Day) => string | undefined;
  onChoose: (day: Day) => void;
}

/** The soonest days as plain buttons, for whoever would rather not read a calendar. */
export function NextOpenDays({ days, chosen, reasonOf, onChoose }: NextOpenDaysProps) {
  return (
    <ul className={styles.days} aria-label="The next days that can be chosen">
      {days.map((day) => {
        const reason = reasonOf(day);
        return (
          <li key={day}>
            <button
              type="button"
              className={styles.day}
              aria-pressed={day === chosen}
              aria-disabled={reason !== undefined}
              onClick={() => onChoose(day)}
            >
              <Leaf day={day} />
              {reason && <VisuallyHidden>, {reason}</VisuallyHidden>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** `Tue 24 Nov` in three lines, like a calendar’s leaf: five stand side by side even on a small phone. */
function Leaf({ day }: { day: Day }) {
  const [weekday, date, month] = dayInWords(day, 'short').split(' ');
  return (
    <>
      <span className={styles.line}>{weekday} </span>
      <span className={styles.date}>{date} </span>
      <span className={styles.line}>{month}</span>
    </>
  );
}
