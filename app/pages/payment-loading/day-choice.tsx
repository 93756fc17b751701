import { useId } from 'react';
import type { BasketItem } from '#domain/basket/basket-item.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import styles from './day-choice.module.css';

/** The answer that no offered day will do. */
export const TAKE_OUT = 'take-out';

export function dayFieldName(item: BasketItem): string {
  return `day-${item.id}`;
}

interface DayChoiceProps {
  item: BasketItem;
  offered: Day[];
  unanswered: boolean;
}

/** No day is chosen beforehand: a cake on another day may be no use at all. */
export function DayChoice({ item, offered, unanswered }: DayChoiceProps) {
  const problemId = useId();
  if (offered.length === 0) return <p>No other day can be chosen, so it will be taken out.</p>;
  const choices = [
    ...offered.map((day) => ({ value: day, label: dayInWords(day, 'short') })),
    { value: TAKE_OUT, label: 'Take it out of the basket' },
  ];
  return (
    <fieldset className={styles.days} aria-describedby={unanswered ? problemId : undefined}>
      <legend>Collect {item.cake.title} on</legend>
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={dayFieldName(item)} value={value} required />
          {label}
        </label>
      ))}
      {unanswered && (
        <p id={problemId} className={styles.problem}>
          Please choose one of these.
        </p>
      )}
    </fieldset>
  );
}
