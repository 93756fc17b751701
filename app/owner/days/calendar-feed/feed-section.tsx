import { href } from 'react-router';
import { LinkToCopy } from '#app/owner/frame/link-to-copy.tsx';
import { Button } from '#app/ui/button.tsx';
import screen from '#app/ui/kit/kit.module.css';

interface FeedSectionProps {
  /** When the person's address was made, in words; undefined if there is none. */
  madeAt: string | undefined;
  /** The address, just after it was made. */
  feed: string | undefined;
  mayMake: boolean;
}

/** The days of the cafe in the person's own calendar program. */
export function FeedSection({ madeAt, feed, mayMake }: FeedSectionProps) {
  return (
    <section aria-labelledby="calendar-feed">
      <h2 id="calendar-feed">Your calendar</h2>
      <p>
        The calendar of your phone or computer can show how many cakes each day has. It reads them
        about once an hour, without names and messages.
      </p>
      {madeAt && !feed && <p>Its address was made {madeAt}. It was shown once.</p>}
      {feed && (
        <LinkToCopy
          label="Anyone with this address can read how many cakes you make each day. It is not shown again."
          link={feed}
        >
          <a href={feed.replace(/^https?:/, 'webcal:')} className={screen.action}>
            Add to the calendar of this device
          </a>
        </LinkToCopy>
      )}
      {feed && (
        <p>
          In Google Calendar, on a computer: “Other calendars”, “From URL”. Other calendars: “Add a
          subscription”.
        </p>
      )}
      {mayMake && !feed && (
        // The answer begins at this section.
        <form method="post" action={`${href('/owner/you')}#calendar-feed`}>
          <Button type="submit" variant="outline" name="do" value="calendar-feed">
            {madeAt ? 'Make a new address, which ends the old one' : 'Make an address for it'}
          </Button>
        </form>
      )}
      {madeAt && (
        <form method="post">
          <button type="submit" name="do" value="end-calendar-feed" className={screen.quietButton}>
            End this address
          </button>
        </form>
      )}
    </section>
  );
}
