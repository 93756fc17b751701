import type { Ref } from 'react';
import { countLetters, MESSAGE_MAX, MESSAGE_PLACEHOLDER } from '#domain/orders/message.ts';
import styles from './message-field.module.css';
import part from './part.module.css';

interface MessageFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  problem: string | undefined;
  onChange: (message: string) => void;
}

/** Nothing is cut off: a message that is too long stays as it was typed, and the field says so. */
export function MessageField({ ref, value, problem, onChange }: MessageFieldProps) {
  return (
    <div>
      <div className={styles.header}>
        <label htmlFor="message" className={part.title}>
          Message on the cake
        </label>
        <span id="message-count" className={styles.count}>
          {countLetters(value.trim())} / {MESSAGE_MAX}
        </span>
      </div>
      <input
        ref={ref}
        id="message"
        type="text"
        className={styles.input}
        placeholder={MESSAGE_PLACEHOLDER}
        autoComplete="off"
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby="message-count message-problem"
        onChange={(event) => onChange(event.target.value)}
      />
      <p id="message-problem" className={styles.problem} role="status">
        {problem}
      </p>
    </div>
  );
}
