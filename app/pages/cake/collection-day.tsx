import { type RefObject, useId, useState } from 'react';
import { useIsNear, useLazy } from '#app/ui/lazy.ts';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { nextOpenDays, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, weekday, weekdayName } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import pageStyles from './cake.module.css';
import styles from './collection-day.module.css';
import monthStyles from './month.module.css';

const OFFERED_DAYS = 5;

interface CollectionDayProps {
  ref: RefObject<HTMLDivElement | null>;
  chosen: Day | undefined;
  /** The chosen day, if it has closed since. */
  unavailableDay: Day | undefined;
  onChoose: (day: Day) => void;
  today: Day;
  rules: CalendarRules;
}

export function CollectionDay(props: CollectionDayProps) {
  const { ref, chosen, unavailableDay, onChoose, today, rules } = props;
  const titleId = useId();
  // Stable while the page is open, even if a day closes, so that no button moves under a finger.
  const [soonest] = useState(() => nextOpenDays(OFFERED_DAYS, today, rules));
  const [shownMonth, setShownMonth] = useState(soonest[0] ?? today);
  const [lookedAt, setLookedAt] = useState<Day>();
  const { Component: Calendar } = useLazy(useIsNear(ref, '50% 0px'), loadCalendar);

  function reasonOf(day: Day): string | undefined {
    const reason = whyClosed(day, today, rules);
    return reason && reasonText(reason, day, today, rules);
  }

  function chooseOffered(day: Day) {
    setShownMonth(day);
    if (reasonOf(day)) setLookedAt(day);
    else onChoose(day);
  }

  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={pageStyles.stepTitle}>
        Collection day
      </h2>
      {/* Focusable, for a month without an open day. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would say that all days are one field. */}
      <div ref={ref} className={styles.panel} role="group" aria-labelledby={titleId} tabIndex={-1}>
        {Calendar ? (
          <Calendar
            month={shownMonth}
            onShowMonth={setShownMonth}
            chosen={chosen}
            onChoose={onChoose}
            onLookAt={setLookedAt}
            today={today}
            rules={rules}
          />
        ) : (
          <MonthPreview
            month={shownMonth}
            chosen={chosen}
            isOpen={(day) => reasonOf(day) === undefined}
          />
        )}
        <p className={styles.reason}>{sayWhy(lookedAt, today, rules)}</p>
        <NextOpenDays days={soonest} chosen={chosen} reasonOf={reasonOf} onChoose={chooseOffered} />
        <p
          className={`${styles.chosen} ${unavailableDay ? styles.unavailableDay : ''}`}
          role="status"
        >
          {chosen && `You collect on ${dayInWords(chosen)}.`}
          {unavailableDay && explainUnavailableDay(unavailableDay, today, rules)}
        </p>
      </div>
    </section>
  );
}

/** Until it has loaded, or if it fails, the day buttons below it work without it. */
async function loadCalendar() {
  return (await import('./collection-calendar.tsx')).CollectionCalendar;
}

function explainUnavailableDay(day: Day, today: Day, rules: CalendarRules): string {
  // The page was left open overnight; the cafe has not closed the day.
  const isTooSoon = whyClosed(day, today, rules) === 'too-soon';
  const what = isTooSoon ? 'By now it is too late for' : 'We have had to close';
  return `${what} ${dayInWords(day)}: please choose another day.`;
}

/** The reason of the previewed day, or the general rules. */
function sayWhy(lookedAt: Day | undefined, today: Day, rules: CalendarRules): string {
  const reason = lookedAt && whyClosed(lookedAt, today, rules);
  if (reason)
    return `${dayInWords(lookedAt, 'short')}: ${reasonText(reason, lookedAt, today, rules)}`;
  return [
    rules.leadDays > 0 && reasonText('too-soon', today, today, rules),
    rules.closedWeekdays.length > 0 && reasonText('closed-weekday', today, today, rules),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface NextOpenDaysProps {
  days: Day[];
  chosen: Day | undefined;
  /** Why the day can no longer be chosen. */
  reasonOf: (day: Day) => string | undefined;
  onChoose: (day: Day) => void;
}

/** The next open days as buttons, as an alternative to the calendar. */
function NextOpenDays({ days, chosen, reasonOf, onChoose }: NextOpenDaysProps) {
  return (
    <ul className={styles.offeredDays} aria-label="The next days that can be chosen">
      {days.map((day) => {
        const reason = reasonOf(day);
        return (
          <li key={day}>
            <button
              type="button"
              className={styles.offeredDay}
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

/** `Tue 24 Nov` in three lines: five fit side by side on a small phone. */
function Leaf({ day }: { day: Day }) {
  const [weekday, date, month] = dayInWords(day, 'short').split(' ');
  return (
    <>
      <span className={styles.offeredLine}>{weekday} </span>
      <span className={styles.offeredDate}>{date} </span>
      <span className={styles.offeredLine}>{month}</span>
    </>
  );
}

interface MonthPreviewProps {
  /** Any day of the displayed month. */
  month: Day;
  chosen: Day | undefined;
  isOpen: (day: Day) => boolean;
}

/**
 * Reserves the space of the calendar and looks like it until it has loaded. It is not interactive,
 * so it is hidden from screen readers.
 */
function MonthPreview({ month, chosen, isOpen }: MonthPreviewProps) {
  const weeks = weeksOf(month);
  return (
    <div className={monthStyles.month} aria-hidden="true">
      <span className={monthStyles.turn} />
      <span className={monthStyles.caption}>{monthInWords(month)}</span>
      <span className={monthStyles.turn} />
      <table className={monthStyles.grid}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} className={monthStyles.weekday}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, place) => (
                <td key={WEEKDAYS[place]} className={monthStyles.day}>
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
  const look = [monthStyles.number, chosen && monthStyles.chosen, !open && monthStyles.closed];
  return <span className={look.filter(Boolean).join(' ')}>{Number(day.slice(-2))}</span>;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => weekdayName(day).slice(0, 3));

/** The days of a month in rows from Monday to Sunday; undefined for days of other months. */
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
