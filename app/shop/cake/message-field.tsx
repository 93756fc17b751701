import '@fontsource/cookie/latin-400.css';
import type { Ref } from 'react';
import { countGraphemes, MESSAGE_MAX, MESSAGE_PLACEHOLDER } from '#domain/orders/plain-text.ts';
import pageStyles from './cake.module.css';
import styles from './message-field.module.css';

interface MessageFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  problem: string | undefined;
  onChange: (message: string) => void;
}

/** Does not truncate: a message that is too long gets an error text. */
export function MessageField({ ref, value, problem, onChange }: MessageFieldProps) {
  return (
    <div>
      <div className={`${styles.header} apart`}>
        <label htmlFor="message" className={`${pageStyles.stepTitle} display`}>
          Message on the cake
        </label>
        <span id="message-count" className={`${styles.count} quiet`}>
          {countGraphemes(value.trim())} / {MESSAGE_MAX}
        </span>
      </div>
      <div className={styles.row}>
        <div>
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
          {/* Above the preview: what is typed or pasted may be long. */}
          <p id="message-problem" className={`${styles.problem} problem`} role="status">
            {problem}
          </p>
        </div>
        <Plaque message={value.trim()} />
      </div>
    </div>
  );
}

/**
 * The message as it will look on the cake. Hidden from screen readers, which read the field. The browser
 * fetches the font when the first letter shows.
 */
function Plaque({ message }: { message: string }) {
  return (
    <div className={styles.plaque} aria-hidden="true">
      {message === '' ? (
        <p className="quiet">We pipe it by hand.</p>
      ) : (
        <p className={styles.icing}>{message}</p>
      )}
    </div>
  );
}
