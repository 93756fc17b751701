import { data, href, redirect } from 'react-router';
import { withDone } from '#app/owner/frame/undo/undo-address.ts';
import {
  readRestore,
  VERSIONS_TO_READ,
  VersionsScreen,
  versionRows,
} from '#app/owner/frame/versions/versions-screen.tsx';
import { personContext } from '#app/owner/person-context.ts';
import { readVersion } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import {
  changeBetween,
  readStored,
  type StoredCalendar,
} from '#domain/calendar/stored-calendar.ts';
import { calendarVersion, restoreCalendar, storedCalendars } from '#server/content/calendar.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/versions';
import { changeInWords } from './calendar-words.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  // First: of a change between the two, the form says that it does not know it.
  const version = await calendarVersion(shop);
  const [versions, names] = await Promise.all([
    storedCalendars(shop, { last: version, limit: VERSIONS_TO_READ }),
    namesOfPeople(shop),
  ]);
  // One that cannot be read is as if there were none.
  const now = versions.find(({ number }) => number === version)?.content ?? readStored(undefined);
  const describe = (before: StoredCalendar, after: StoredCalendar) => {
    const change = changeBetween(before, after);
    return change ? changeInWords(change) : [];
  };
  return {
    title: 'Calendar',
    path: href('/owner/calendar'),
    base: String(version),
    versions: versionRows({
      versions,
      names,
      describe,
      differences: (content) => describe(now, content),
    }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { id: by } = context.get(personContext);
  const { number, base } = await readRestore(request);
  const edit = { version: readVersion(base), by };
  const done = await restoreCalendar(context.get(shopContext), number, edit);
  if (!done) throw data(null, { status: 404 });
  if (!done.ok) return data({ problem: CHANGED }, { status: 409 });
  throw redirect(withDone(href('/owner/calendar'), done), 303);
}

const CHANGED =
  'Not put back: somebody has just changed the calendar. Look again at what putting it back changes now.';

export default function Versions({ loaderData, actionData }: Route.ComponentProps) {
  return <VersionsScreen {...loaderData} problem={actionData?.problem} />;
}
