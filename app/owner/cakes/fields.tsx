import type { ComponentProps, ReactNode } from 'react';
import screen from '#app/owner/screen.module.css';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import styles from './cake-editor.module.css';

export interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  problem: string | undefined;
  /** What somebody else has made of the field that was changed here too. */
  theirs?: FieldChange | undefined;
  /** An input or a textarea. */
  children: React.ReactElement<ComponentProps<'input'>>;
}

export function Field({ name, label, hint, problem, theirs, children }: FieldProps) {
  const notes = [hint && `${name}-hint`, problem && `${name}-problem`, theirs && `${name}-theirs`];
  const { type: Control, props } = children;
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p id={`${name}-hint`} className={screen.quiet}>
          {hint}
        </p>
      )}
      <Control
        {...props}
        id={name}
        name={name}
        aria-invalid={problem !== undefined}
        aria-describedby={notes.filter(Boolean).join(' ') || undefined}
      />
      <Problem id={`${name}-problem`}>{problem}</Problem>
      {theirs && (
        <p id={`${name}-theirs`} className={styles.theirs}>
          Theirs: {theirs.after}
        </p>
      )}
    </div>
  );
}

export function Problem({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} role="alert" className={styles.problem}>
      {children}
    </p>
  );
}

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
      <Problem id={`${name}-problem`}>{problem}</Problem>
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
