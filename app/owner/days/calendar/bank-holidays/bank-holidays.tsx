import { href, Link } from 'react-router';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Rows } from '#app/ui/kit/rows.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import styles from './bank-holidays.module.css';
import type { undecidedHolidays } from './undecided-holidays.ts';

interface BankHolidaysProps {
  holidays: Awaited<ReturnType<typeof undecidedHolidays>>;
}

/** Each is closed, gets hours, or stays as every week. */
export function BankHolidays({ holidays }: BankHolidaysProps) {
  return (
    <Rows label="Bank holidays">
      {holidays.map(({ day, name, words }) => (
        <li key={day} className={kit.actionRow} data-row>
          <span className={styles.name}>
            <strong>{words}</strong> · {name}
          </span>
          <span className={styles.choices}>
            <Link
              to={`${href('/owner/calendar/close')}?${new URLSearchParams({ from: day, reason: name })}`}
            >
              Close<VisuallyHidden> {words}</VisuallyHidden>
            </Link>
            <Link to={`${href('/owner/calendar/hours')}?day=${day}`}>
              Other hours<VisuallyHidden> on {words}</VisuallyHidden>
            </Link>
            <Action to={href('/owner/calendar/bank-holidays/keep')} fields={{ day }} look="quiet">
              Leave as it is<VisuallyHidden> {words}</VisuallyHidden>
            </Action>
          </span>
        </li>
      ))}
    </Rows>
  );
}
