import { data, href } from 'react-router';
import { calendarDone } from '#app/owner/days/calendar-outcome.ts';
import { changeInWords } from '#app/owner/days/words.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { Restore, VERSIONS_TO_READ, versionRows } from '#app/owner/frame/versions/version-rows.ts';
import { VersionsScreen } from '#app/owner/frame/versions/versions-screen.tsx';
import { shopContext } from '#app/shop-context.ts';
import { LOST_RULES, type StoredCalendar } from '#domain/calendar/rules.ts';
import { changeBetween } from '#domain/calendar/stored-calendar.ts';
import {
  calendarVersion,
  calendarVersions,
  restoreCalendar,
  storedCalendars,
} from '#server/content/calendar.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/versions';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  // Before the versions: a change in between must be one that the form does not know.
  const version = await calendarVersion(shop);
  const [versions, names] = await Promise.all([
    storedCalendars(shop, { last: version, limit: VERSIONS_TO_READ }),
    namesOfPeople(shop),
  ]);
  // Without a calendar that can be read, versions are compared with an empty one.
  const now = versions.find(({ number }) => number === version)?.content ?? LOST_RULES;
  const describe = (before: StoredCalendar, after: StoredCalendar) => {
    const change = changeBetween(before, after);
    return change ? changeInWords(change) : [];
  };
  return {
    title: 'Calendar',
    path: href('/owner/calendar'),
    version,
    versions: versionRows({
      versions,
      names,
      describe,
      differences: (content) => describe(now, content),
    }),
  };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Restore, async ({ shop, by, form: { number, version } }) => {
    const done = await restoreCalendar(shop, number, { version, by });
    if (!done) throw data(null, { status: 404 });
    if (!done.ok) return { words: CHANGED };
    const versions = { after: done.version - 1, last: done.version };
    const [change] = await calendarVersions(shop, versions);
    return { to: href('/owner/calendar'), ...(await calendarDone(shop, change)) };
  });
}

const CHANGED =
  'Not put back: somebody has just changed the calendar. Look again at what putting it back changes now.';

export default function Versions({ loaderData }: Route.ComponentProps) {
  return <VersionsScreen {...loaderData} />;
}
