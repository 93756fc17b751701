import { VisuallyHidden } from '#app/ui/text.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import styles from './day-chips.module.css';

interface DayChipsProps {
  days: readonly Day[];
  chosen?: Day | undefined;
  isClosed?: (day: Day) => boolean;
  onChoose: (day: Day) => void;
}

/** Some days that can be chosen, as buttons. */
export function DayChips({ days, chosen, isClosed, onChoose }: DayChipsProps) {
  return (
    <ul className={styles.chips} aria-label="The next days that can be chosen">
      {days.map((day) => {
        const closed = isClosed?.(day);
        return (
          <li key={day}>
            <button
              type="button"
              className={styles.chip}
              aria-pressed={day === chosen}
              aria-disabled={closed}
              onClick={() => onChoose(day)}
            >
              <Leaf day={day} />
              {closed && <VisuallyHidden>, no longer open</VisuallyHidden>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** `Tue 24 Nov` in three lines: five fit side by side on a small phone. */
function Leaf({ day }: { day: Day }) {
  const [weekday, date, month] = dayInWords(day, 'short').split(' ');
  return (
    <>
      <span className={styles.line}>{weekday} </span>
      <span className={`${styles.date} display`}>{date} </span>
      <span className={styles.line}>{month}</span>
    </>
  );
}
