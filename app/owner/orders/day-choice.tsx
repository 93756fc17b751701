import { type FormEvent, useState } from 'react';
import { Field } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { daysBetween } from '#domain/calendar/cake-rules.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { EvenSo } from './even-so.tsx';
import styles from './new-order.module.css';
import { OptionTiles } from './option-tiles.tsx';

interface DayChoiceProps {
  /** Of the days, and `other`. */
  options: { value: string; words: string; note?: string }[];
  today: Day;
  last: Day;
  /** Chosen while nothing was entered. */
  preset?: Day | undefined;
}

/** The day of an order on the phone: one of the next, or any other, which is read back with its weekday. */
export function DayChoice({ options, today, last, preset }: DayChoiceProps) {
  const { problem } = useEntered('other-day');
  // Undefined until one is chosen with scripts.
  const [chosen, setChosen] = useState<string>();
  const isOffered = options.some(({ value }) => value === preset);
  const other = isOffered ? undefined : preset;
  const [typed, setTyped] = useState<string>(other ?? '');

  function follow({ target, currentTarget }: FormEvent<HTMLElement>): void {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name === 'other-day') setTyped(target.value);
    if (target.name === 'sure') return;
    const field = currentTarget.querySelector<HTMLInputElement>('[name="other-day"]');
    setChosen(target.value === 'other' ? field?.value : target.value);
  }

  return (
    <div onInput={follow}>
      <OptionTiles
        legend="Which day?"
        name="day"
        options={options}
        preset={other ? 'other' : preset}
      >
        <div className={styles.otherDay}>
          <Field
            label="Which other day?"
            name="other-day"
            type="date"
            defaultValue={other}
            min={today}
            max={last}
            note={
              <p role="status" className={kit.quiet}>
                {!problem && isDay(typed) && dayReadBack(typed, today)}
              </p>
            }
          />
        </div>
        <EvenSo chosen={chosen}>Take it for that day all the same</EvenSo>
      </OptionTiles>
    </div>
  );
}

/** `Saturday 28 November, in 3 days`, with the year if it is another than today's. */
function dayReadBack(day: Day, today: Day): string {
  const words = dayInWords(day);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return `${isThisYear ? words.slice(0, -5) : words}, ${distance(daysBetween(today, day))}`;
}

function distance(days: number): string {
  if (days < 0) return 'which is over';
  if (days < 2) return days === 0 ? 'today' : 'tomorrow';
  return `in ${days} days`;
}
