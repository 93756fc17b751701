import { type ComponentProps, useId } from 'react';
import styles from './field.module.css';

export type FieldName = 'name' | 'email' | 'phone';

const FIELDS: Record<FieldName, { label: string } & ComponentProps<'input'>> = {
  name: { label: 'Your Name', type: 'text', autoComplete: 'name', autoCapitalize: 'words' },
  email: { label: 'Email address', type: 'email', autoComplete: 'email', inputMode: 'email' },
  phone: { label: 'Phone number', type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
};

interface FieldProps {
  name: FieldName;
  problem: string | undefined;
  /** A hint that blocks nothing; undefined where the field has none at all. */
  note: string | undefined;
  onLeave: () => void;
}

export function Field({ name, problem, note, onLeave }: FieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  const noteId = `${id}-note`;
  const { label, ...input } = FIELDS[name];
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? problemId : `${problemId} ${noteId}`}
        onBlur={onLeave}
        {...input}
      />
      <div className={styles.below}>
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
        {note !== undefined && (
          <p id={noteId} className={styles.note} aria-live="polite">
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
