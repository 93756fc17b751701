import { type ComponentProps, createContext, useContext } from 'react';
import { DayButton, DayPicker } from 'react-day-picker';
import { enGB } from 'react-day-picker/locale/en-GB';
import { lastOpenDay, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { asDay, dayInWords } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import styles from './month.module.css';

interface CollectionCalendarProps {
  /** Any day of the month that is shown. */
  month: Day;
  onShowMonth: (month: Day) => void;
  chosen: Day | undefined;
  onChoose: (day: Day) => void;
  /** A day is focused, pressed or under the pointer; undefined when none is any more. */
  onLookAt: (day: Day | undefined) => void;
  today: Day;
  rules: CalendarRules;
}

/** The picker's own stylesheet is not used: the preview shares this one. */
const CLASS_NAMES = {
  month: styles.month,
  month_caption: styles.caption,
  button_previous: styles.turn,
  button_next: styles.turn,
  chevron: styles.chevron,
  month_grid: styles.grid,
  weekday: styles.weekday,
  day: styles.day,
  day_button: styles.button,
  today: styles.today,
  selected: styles.chosen,
};

/** Handed to the day buttons past the picker, which knows nothing of reasons. */
const ReasonContext = createContext<(day: Day) => string | undefined>(() => undefined);

/**
 * Closed days are not `disabled` to the picker: it would leave them out of the arrow keys' way, and
 * nobody could find out why they are closed. Here they can be reached and say so, but not chosen.
 */
export function CollectionCalendar(props: CollectionCalendarProps) {
  const { month, onShowMonth, chosen, onChoose, onLookAt, today, rules } = props;

  function reasonOf(day: Day): string | undefined {
    const reason = whyClosed(day, today, rules);
    return reason && reasonText(reason, day, today, rules);
  }

  function choose(day: Day) {
    onLookAt(day);
    if (!reasonOf(day)) onChoose(day);
  }

  return (
    <ReasonContext value={reasonOf}>
      <DayPicker
        mode="single"
        required
        selected={chosen && dateOf(chosen)}
        onSelect={(date) => choose(dayOf(date))}
        month={dateOf(month)}
        onMonthChange={(date) => onShowMonth(dayOf(date))}
        startMonth={dateOf(today)}
        endMonth={dateOf(lastOpenDay(today, rules) ?? today)}
        today={dateOf(today)}
        onDayFocus={(date) => onLookAt(dayOf(date))}
        onDayBlur={() => onLookAt(undefined)}
        onDayMouseEnter={(date) => onLookAt(dayOf(date))}
        onDayMouseLeave={() => onLookAt(undefined)}
        locale={enGB}
        weekStartsOn={1}
        navLayout="around"
        labels={{ labelPrevious: () => 'Previous month', labelNext: () => 'Next month' }}
        formatters={{ formatWeekdayName }}
        components={{ DayButton: CollectionDayButton }}
        classNames={CLASS_NAMES}
      />
    </ReasonContext>
  );
}

/** "Sunday 6 December 2026, Closed on Sundays" */
function CollectionDayButton(props: ComponentProps<typeof DayButton>) {
  const day = dayOf(props.day.date);
  const reason = useContext(ReasonContext)(day);
  const label = [dayInWords(day), reason, props.modifiers.selected && 'selected'];
  return (
    <DayButton
      {...props}
      aria-label={label.filter(Boolean).join(', ')}
      aria-disabled={reason !== undefined}
    />
  );
}

function formatWeekdayName(date: Date): string {
  return dayInWords(dayOf(date), 'short').slice(0, 3);
}

// The calendar component thinks in the browser's own midnights. Only local parts cross this edge,
// never a moment: in Auckland and in Los Angeles the 5th is the 5th.

export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

export function dayOf(date: Date): Day {
  const year = String(date.getFullYear()).padStart(4, '0');
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return asDay(`${year}-${month}-${day}`);
}
