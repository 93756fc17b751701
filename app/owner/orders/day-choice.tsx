import { type FormEvent, useState } from 'react';
import type { Day } from '#domain/calendar/day.ts';
import { EvenSo } from './even-so.tsx';
import styles from './new-order.module.css';
import { OptionTiles } from './option-tiles.tsx';
import { OtherDay, type OtherDayProps } from './other-day.tsx';

interface DayChoiceProps extends Pick<OtherDayProps, 'today' | 'last' | 'loads'> {
  /** Of the days, and `other`. */
  options: { value: string; words: string; note?: string }[];
  /** Chosen while nothing was entered. */
  preset?: Day | undefined;
}

/** The day of an order on the phone: one of the next, or any other, which is read back with its weekday. */
export function DayChoice({ options, preset, ...days }: DayChoiceProps) {
  // Undefined until one is chosen with scripts.
  const [chosen, setChosen] = useState<string>();
  const isOffered = options.some(({ value }) => value === preset);
  const other = isOffered ? undefined : preset;

  function follow({ target, currentTarget }: FormEvent<HTMLElement>): void {
    if (!(target instanceof HTMLInputElement)) return;
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
          <OtherDay label="Which other day?" name="other-day" defaultValue={other} {...days} />
        </div>
        <EvenSo chosen={chosen}>Take it for that day all the same</EvenSo>
      </OptionTiles>
    </div>
  );
}
