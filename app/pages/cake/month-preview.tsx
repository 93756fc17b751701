import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, weekday } from '#domain/calendar/days.ts';
import { weekdayName } from '#domain/calendar/names.ts';
import styles from './month.module.css';

interface MonthPreviewProps {
  /** Any day of the month that is shown. */
  month: Day;
  chosen: Day | undefined;
  isOpen: (day: Day) => boolean;
}

/**
 * The month as it will look once the calendar has come, so that nothing moves then. It cannot be
 * used yet, so it is kept from those who listen; the days below it can.
 */
export function MonthPreview({ month, chosen, isOpen }: MonthPreviewProps) {
  const weeks = weeksOf(month);
  return (
    <div className={styles.month} aria-hidden="true">
      <span className={styles.turn} />
      <span className={styles.caption}>{monthInWords(month)}</span>
      <span className={styles.turn} />
      <table className={styles.grid}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} className={styles.weekday}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, place) => (
                <td key={WEEKDAYS[place]} className={styles.day}>
                  {day && <DayOfMonth day={day} chosen={day === chosen} open={isOpen(day)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayOfMonth({ day, chosen, open }: { day: Day; chosen: boolean; open: boolean }) {
  const look = [styles.number, chosen && styles.chosen, !open && styles.closed];
  return <span className={look.filter(Boolean).join(' ')}>{Number(day.slice(-2))}</span>;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => weekdayName(day).slice(0, 3));

/** The days of a month in rows from Monday to Sunday, with nothing where a row begins or ends outside it. */
function weeksOf(month: Day): (Day | undefined)[][] {
  const first = addDays(month, 1 - Number(month.slice(-2)));
  const monday = addDays(first, 1 - weekday(first));
  const weeks: (Day | undefined)[][] = [];
  for (let start = monday; start.slice(0, 7) <= first.slice(0, 7); start = addDays(start, 7)) {
    const week = WEEKDAYS.map((_, place) => addDays(start, place));
    weeks.push(week.map((day) => (day.slice(0, 7) === first.slice(0, 7) ? day : undefined)));
  }
  return weeks;
}

/** `2026-12-05` → `December 2026` */
function monthInWords(day: Day): string {
  return dayInWords(day).split(' ').slice(-2).join(' ');
}
