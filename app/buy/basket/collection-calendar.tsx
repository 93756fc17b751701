import { type ComponentProps, createContext, useContext } from 'react';
import { DayButton, DayPicker } from 'react-day-picker';
import { enGB } from 'react-day-picker/locale/en-GB';
import { lastOpenDay, nextOpenDays, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, asDay, dayInWords, weekday } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { DayRules } from '#domain/calendar/rules.ts';
import styles from './month.module.css';

interface CollectionCalendarProps {
  /** Any day of the displayed month. */
  month: Day;
  onShowMonth: (month: Day) => void;
  chosen: Day | undefined;
  onChoose: (day: Day) => void;
  /** Called with a closed day that is pressed. */
  onRefuse?: (day: Day) => void;
  /** Called with the reason if a closed day is focused, pressed or hovered; else with undefined. */
  onReason: (reason: string | undefined) => void;
  today: Day;
  rules: DayRules;
}

/** Replaces the picker's stylesheet. */
const CLASS_NAMES = {
  month: styles.month,
  month_caption: `${styles.caption} display`,
  button_previous: `${styles.turn} round`,
  button_next: `${styles.turn} round`,
  chevron: styles.chevron,
  month_grid: styles.grid,
  weekday: styles.weekday,
  day: styles.day,
  day_button: styles.button,
  selected: styles.chosen,
};

/** Passes reasons to the day buttons, which the picker renders. */
const ReasonContext = createContext<(day: Day) => string | undefined>(() => undefined);

/**
 * Closed days are not `disabled` in the picker: its arrow keys would skip them, and nobody could find
 * out why they are closed. They are focusable and announce the reason, but cannot be chosen.
 */
export function CollectionCalendar(props: CollectionCalendarProps) {
  const { month, onShowMonth, chosen, onChoose, onRefuse, onReason, today, rules } = props;

  /** `Closed on Sundays. The next day is Mon 7 Dec.` */
  function reasonOf(day: Day): string | undefined {
    const reason = whyClosed(day, today, rules);
    if (!reason) return undefined;
    const why = reasonText(reason, day, today, rules);
    const [next] = nextOpenDays(1, today, rules, day);
    return next ? `${why}. The next day is ${dayInWords(next, 'short')}.` : why;
  }

  function showReasonOf(date: Date) {
    const day = dayOf(date);
    const reason = reasonOf(day);
    onReason(reason && `${dayInWords(day, 'short')}: ${reason}`);
  }

  // The picker's first tab stop is its `today`; here it is the first open day of the displayed month.
  const firstOfMonth = addDays(month, 1 - Number(month.slice(-2)));
  const [tabStop] = nextOpenDays(1, today, rules, firstOfMonth);

  function choose(date: Date) {
    const day = dayOf(date);
    showReasonOf(date);
    if (reasonOf(day)) onRefuse?.(day);
    else onChoose(day);
  }

  return (
    <ReasonContext value={reasonOf}>
      <DayPicker
        mode="single"
        required
        selected={chosen && dateOf(chosen)}
        onSelect={choose}
        month={dateOf(month)}
        onMonthChange={(date) => onShowMonth(dayOf(date))}
        startMonth={dateOf(today)}
        endMonth={dateOf(lastOpenDay(today, rules) ?? today)}
        hidden={{ before: dateOf(addDays(today, 1 - weekday(today))) }}
        modifiers={{ currentDay: dateOf(today), today: dateOf(tabStop ?? today) }}
        modifiersClassNames={{ currentDay: styles.today ?? '' }}
        onDayFocus={showReasonOf}
        onDayBlur={() => onReason(undefined)}
        onDayMouseEnter={showReasonOf}
        onDayMouseLeave={() => onReason(undefined)}
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
      data-weekday={formatWeekdayName(props.day.date)}
    />
  );
}

function formatWeekdayName(date: Date): string {
  return dayInWords(dayOf(date), 'short').slice(0, 3);
}

// The picker uses `Date`s at local midnight. Only local parts are converted, never an instant, so the
// 5th is the 5th in every time zone.

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
