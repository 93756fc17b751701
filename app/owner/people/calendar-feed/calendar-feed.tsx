import { href } from 'react-router';
import * as z from 'zod';
import { LinkToCopy } from '#app/owner/frame/link-to-copy.tsx';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { hasProof, requireProof } from '#app/owner/frame/require-proof.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { Action, ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useOnce } from '#app/ui/kit/refusal-context.ts';
import { Screen } from '#app/ui/kit/screen.tsx';
import { calendarFeedMadeAt, makeCalendarFeed } from '#server/staff/calendar-feed.ts';
import type { Route } from './+types/calendar-feed';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    /** Undefined if there is none. */
    madeAt: await calendarFeedMadeAt(context.get(shopContext), context.get(personContext).id),
    mayMake: hasProof(context),
  };
}

/** Makes the address at which the person's calendar program reads the days of the cafe. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    requireProof(args.context, href('/owner/you'));
    const token = await makeCalendarFeed(shop, by);
    const { origin } = args.context.get(siteContext);
    return { once: [origin + href('/calendar-feed/:token', { token })] };
  });
}

export default function CalendarFeedScreen({ loaderData }: Route.ComponentProps) {
  return (
    <Screen title="Your calendar" above={{ path: href('/owner/you'), title: 'You' }}>
      <CalendarFeed {...loaderData} />
    </Screen>
  );
}

type CalendarFeedProps = Route.ComponentProps['loaderData'];

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
