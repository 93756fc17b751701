import { data, href } from 'react-router';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { Restore, VERSIONS_TO_READ, versionRows } from '#app/owner/frame/versions/version-rows.ts';
import { VersionsScreen } from '#app/owner/frame/versions/versions-screen.tsx';
import { shopContext } from '#app/shop-context.ts';
import { describeChanges } from '#domain/catalogue/cake-fields.ts';
import { cakeVersions, describeRestore, restoreCake } from '#server/content/cakes.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/versions';
import { findCake } from './cake-form.ts';
import { savedInWords } from './words.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [entry, versions, names] = await Promise.all([
    findCake(shop, params.cake),
    cakeVersions(shop, params.cake, { limit: VERSIONS_TO_READ }),
    namesOfPeople(shop),
  ]);
  const differences = await describeRestore(shop, entry);
  return {
    title: entry.cake.title,
    path: href('/owner/cakes/:cake', { cake: entry.cake.id }),
    version: entry.version,
    versions: versionRows({ versions, names, describe: describeChanges, differences }),
  };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Restore, async ({ shop, by, form: { number, version } }) => {
    const { cake } = args.params;
    const entry = await findCake(shop, cake);
    const done = await restoreCake(shop, cake, { number, version, by });
    if (!done.ok) {
      if (done.reason === 'no-such-cake') throw data(null, { status: 404 });
      if (done.reason === 'address-taken') return refused(ADDRESS_TAKEN);
      return { words: CHANGED[done.reason] };
    }
    const words =
      done.unpriced.length > 0 ? unpricedInWords(done.unpriced) : savedInWords(entry.content, done);
    return { to: href('/owner/cakes/:cake', { cake }), words };
  });
}

export default function Versions({ loaderData }: Route.ComponentProps) {
  return <VersionsScreen {...loaderData} kept="whether it is for sale" />;
}

const CHANGED = {
  changed: 'Not put back: somebody has just changed this cake. Look again, then put it back.',
  'photo-deleted':
    'Not put back: somebody has just deleted one of its photos. Look again, then put it back.',
};

const ADDRESS_TAKEN = 'Not put back: another cake has the address that it had then.';

function unpricedInWords(labels: string[]): string {
  return `Put back, but not yet with the price of ${labels.join(', ')}: Stripe does not answer. It follows by itself.`;
}
