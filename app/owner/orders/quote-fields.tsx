import { Check, Field } from '#app/ui/kit/field.tsx';
import type { Day } from '#domain/calendar/day.ts';
import styles from './new-order.module.css';

interface Props {
  today: Day;
  last: Day;
  /** While nothing was entered. */
  validUntil: Day;
  /** Whether a day of the shop can be full. */
  hasLimits: boolean;
}

/** The terms of a quote, beside those of its payment. */
export function QuoteFields({ today, last, validUntil, hasLimits }: Props) {
  return (
    <div className={`stack ${styles.quote}`}>
      <Field
        label="Until when can they accept it?"
        hint="They accept it by paying. Afterwards the link says that it has ended."
        name="valid-until"
        type="date"
        min={today}
        max={last}
        defaultValue={validUntil}
        required
      />
      {hasLimits ? (
        <Check name="holds-day" value="yes" isChosen>
          Keep the day for them until then
        </Check>
      ) : (
        <input type="hidden" name="holds-day" value="yes" />
      )}
      <Field
        label="Your words to the customer (may be empty)"
        hint="They stand above the quote: on its page, and in the e-mail after “Dear …”."
        name="quote-message"
        rows={4}
      />
    </div>
  );
}
