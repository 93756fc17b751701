import type { ReactNode } from 'react';
import { Problem } from '#app/owner/field.tsx';
import styles from './cake-editor.module.css';

interface TicksProps {
  legend: ReactNode;
  name: string;
  options: { value: string; title: string }[];
  ticked: readonly string[];
  problem?: string | undefined;
}

export function Ticks({ legend, name, options, ticked, problem }: TicksProps) {
  return (
    <fieldset className={styles.ticks} aria-describedby={problem ? `${name}-problem` : undefined}>
      <legend>{legend}</legend>
      <Problem id={`${name}-problem`} text={problem} />
      {options.map(({ value, title }) => (
        <label key={value} className={styles.tick}>
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={ticked.includes(value)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
