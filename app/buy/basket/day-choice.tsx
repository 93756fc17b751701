import { useState } from 'react';
import { useLazy } from '#app/ui/defer-loading.ts';
import { offeredDays } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { DayChips } from './day-chips.tsx';
import styles from './day-choice.module.css';

interface DayChoiceProps {
  today: Day;
  rules: CalendarRules;
  chosen?: Day;
  onChoose: (day: Day) => void;
}

/** The days offered first, and the whole calendar, which is loaded when it is opened. */
export function DayChoice({ today, rules, chosen, onChoose }: DayChoiceProps) {
  const [isWhole, setWhole] = useState(false);
  const [turnedTo, setTurnedTo] = useState<Day>();
  const [reason, setReason] = useState<string>();
  const { Component: Calendar, failed } = useLazy(isWhole, loadCalendar);
  const offered = offeredDays(today, rules);
  return (
    <div className={styles.choice}>
      <DayChips days={offered} chosen={chosen} onChoose={onChoose} />
      <details onToggle={({ currentTarget }) => setWhole(currentTarget.open)}>
        <summary className="word-button">More days</summary>
        {Calendar && isWhole && (
          <Calendar
            month={turnedTo ?? chosen ?? offered[0] ?? today}
            onShowMonth={setTurnedTo}
            chosen={chosen}
            onChoose={onChoose}
            onReason={setReason}
            today={today}
            rules={rules}
          />
        )}
        <p className={`${styles.reason} quiet`} role="status">
          {failed ? 'The calendar could not be fetched. Please check your connection.' : reason}
        </p>
      </details>
    </div>
  );
}

async function loadCalendar() {
  return (await import('./collection-calendar.tsx')).CollectionCalendar;
}
