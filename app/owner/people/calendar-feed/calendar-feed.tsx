import { href } from 'react-router';
import { LinkToCopy } from '#app/owner/frame/link-to-copy.tsx';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { Action, ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useOnce } from '#app/ui/kit/refusal-context.ts';
import type { Instant } from '#domain/clock.ts';

interface CalendarFeedProps {
  /** Undefined if there is none. */
  madeAt: Instant | undefined;
  mayMake: boolean;
}

/** The days of the cafe in the person's own calendar program. */
export function CalendarFeed({ madeAt, mayMake }: CalendarFeedProps) {
  return (
    <>
      <p>
        The calendar of your phone or computer can show how many cakes each day has, without names
        and messages. It looks about once an hour.
      </p>
      <ActionForm to={href('/owner/you/calendar-feed')} className={kit.form}>
        <Address madeAt={madeAt} mayMake={mayMake} />
      </ActionForm>
      {madeAt && (
        <Action to={href('/owner/you/calendar-feed/end')} look="quiet">
          End this link
        </Action>
      )}
    </>
  );
}

/** The address while it is new, or else a button that makes one. */
function Address({ madeAt, mayMake }: CalendarFeedProps) {
  const [address] = useOnce();
  if (madeAt && address) {
    return (
      <>
        <LinkToCopy
          label="Anyone with this link can read how many cakes you make each day. It is not shown again."
          link={address}
        >
          <a href={address.replace(/^https?:/, 'webcal:')} className={kit.action}>
            Add to the calendar of this device
          </a>
        </LinkToCopy>
        <p>
          In Google Calendar, on a computer: “Other calendars”, “From URL”. Other calendars: “Add a
          subscription”.
        </p>
      </>
    );
  }
  return (
    <>
      {madeAt && <p>Its link was made {instantInWords(madeAt)}, and shown once.</p>}
      {mayMake && (
        <Submit>{madeAt ? 'Make a new link, and end the old one' : 'Make a link for it'}</Submit>
      )}
    </>
  );
}
