import { data, href, redirect } from 'react-router';
import {
  readRestore,
  VERSIONS_TO_READ,
  VersionsScreen,
  versionRows,
} from '#app/owner/frame/versions/versions-screen.tsx';
import { personContext } from '#app/owner/person-context.ts';
import { readVersion } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { describeChanges } from '#domain/catalogue/cake-fields.ts';
import { shortSize } from '#domain/catalogue/sizes.ts';
import { cakeVersions, describeRestore, restoreCake } from '#server/content/cakes.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/versions';
import { leftText } from './left-prices.ts';
import { savedPath } from './submit-cake.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [{ catalogue }, versions, names] = await Promise.all([
    shop.content(),
    cakeVersions(shop, params.cake, { limit: VERSIONS_TO_READ }),
    namesOfPeople(shop),
  ]);
  const entry = catalogue.entry(params.cake);
  if (!entry) throw data(null, { status: 404 });
  const differences = await describeRestore(shop, entry);
  return {
    title: entry.cake.title,
    path: href('/owner/cakes/:cake', { cake: entry.cake.id }),
    base: String(entry.version),
    versions: versionRows({ versions, names, describe: describeChanges, differences }),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { id: by } = context.get(personContext);
  const { number, base } = await readRestore(request);
  const form = { number, version: readVersion(base), by };
  const done = await restoreCake(context.get(shopContext), params.cake, form);
  if (!done.ok) {
    if (done.reason === 'no-such-cake') throw data(null, { status: 404 });
    return data({ problem: PROBLEMS[done.reason] }, { status: 409 });
  }
  if (done.unpriced.length > 0) {
    const problem = [unpricedText(done.unpriced), leftText(String(done.left.length))];
    return data({ problem: problem.filter(Boolean).join(' ') }, { status: 503 });
  }
  throw redirect(savedPath(done), 303);
}

export default function Versions({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <VersionsScreen {...loaderData} kept="whether it is for sale" problem={actionData?.problem} />
  );
}

const PROBLEMS = {
  changed:
    'Not put back: somebody has just changed this cake. Look again at what putting it back changes now.',
  'photo-deleted':
    'Not put back: somebody has just deleted one of its photos. Look again at what changes now.',
  'address-taken': 'Not put back: another cake has its address of then.',
};

function unpricedText(sizes: string[]): string {
  const names = sizes.map((size) => shortSize({ size })).join(', ');
  return `Put back, but not yet with the price of ${names}: Stripe does not answer. It follows by itself.`;
}
