import { type ComponentProps, useState } from 'react';
import { Field } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { daysBetween } from '#domain/calendar/cake-rules.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';

export interface OtherDayProps
  extends Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'defaultValue' | 'required'> {
  today: Day;
  last: Day;
  /** What is booked for each day, in words; no entry for nothing. */
  loads: Readonly<Record<string, string>>;
}

/** A day that is typed. It is read back with its weekday and what is booked for it, as the offered days show it. */
export function OtherDay({ today, last, loads, ...field }: OtherDayProps) {
  const { values: [entered = ''] = [], problem } = useEntered(field.name);
  const [typed, setTyped] = useState(entered || String(field.defaultValue ?? ''));
  return (
    <Field
      {...field}
      type="date"
      min={today}
      max={last}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      note={
        <p role="status" className={kit.quiet}>
          {!problem && isDay(typed) && dayReadBack(typed, today, loads[typed])}
        </p>
      }
    />
  );
}

/** `Saturday 28 November, in 3 days · 2 orders`, with the year if it is another than today's. */
function dayReadBack(day: Day, today: Day, load = 'no orders yet'): string {
  const words = dayInWords(day);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return `${isThisYear ? words.slice(0, -5) : words}, ${distance(daysBetween(today, day))} · ${load}`;
}

function distance(days: number): string {
  if (days < 0) return 'which is over';
  if (days < 2) return days === 0 ? 'today' : 'tomorrow';
  return `in ${days} days`;
}
