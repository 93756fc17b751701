import { href } from 'react-router';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { Rows } from '#app/ui/kit/rows.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
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
          <span>
            <strong>{words}</strong> · {name}
          </span>
          <span className={kit.links}>
            <QuietLink
              to={`${href('/owner/calendar/close')}?${new URLSearchParams({ from: day, reason: name })}`}
            >
              Close<VisuallyHidden> {words}</VisuallyHidden>
            </QuietLink>
            <QuietLink to={`${href('/owner/calendar/hours')}?day=${day}`}>
              Other hours<VisuallyHidden> on {words}</VisuallyHidden>
            </QuietLink>
            <Action
              to={href('/owner/calendar/days')}
              fields={{ what: 'keep', from: day }}
              look="quiet"
            >
              Leave as it is<VisuallyHidden> {words}</VisuallyHidden>
            </Action>
          </span>
        </li>
      ))}
    </Rows>
  );
}
