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
import type { StoredCategory } from '#server/content/catalogue.ts';
import { categoryVersions, restoreCategory } from '#server/content/categories.ts';
import { listPhotos } from '#server/content/photos.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/versions';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [{ catalogue }, versions, names, photos] = await Promise.all([
    shop.content(),
    categoryVersions(shop, params.category, { limit: VERSIONS_TO_READ }),
    namesOfPeople(shop),
    listPhotos(shop),
  ]);
  const now = catalogue.allCategories.find(({ slug }) => slug === params.category);
  if (!now) throw data(null, { status: 404 });
  const altOf = new Map(photos.map(({ file, alt }) => [file, alt]));
  const describe = (before: StoredCategory, after: StoredCategory) =>
    [
      { field: 'title', label: 'Title', before: before.title, after: after.title },
      { field: 'desc', label: 'One line about it', before: before.desc, after: after.desc },
      {
        field: 'photos',
        label: 'Picture',
        before: altOf.get(before.img) ?? before.img,
        after: altOf.get(after.img) ?? after.img,
      },
    ].filter((change) => change.before !== change.after);
  return {
    title: now.title,
    path: href('/owner/categories/:category', { category: now.slug }),
    base: String(now.version),
    versions: versionRows({
      ...{ versions, names, describe },
      differences: (content) => describe(now, content),
      problem: ({ img }) => (altOf.has(img) ? undefined : PROBLEMS['photo-deleted']),
    }),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { id: by } = context.get(personContext);
  const { number, base } = await readRestore(request);
  const edit = { version: readVersion(base), by };
  const done = await restoreCategory(context.get(shopContext), params.category, number, edit);
  if (done === 'no-such-version') throw data(null, { status: 404 });
  if (done !== 'restored') return data({ problem: PROBLEMS[done] }, { status: 409 });
  throw redirect(
    `${href('/owner/categories/:category', { category: params.category })}?saved`,
    303,
  );
}

const PROBLEMS = {
  changed: 'Not put back: somebody has just changed this category. Look again at what changes now.',
  'photo-deleted': 'It cannot be put back: its picture has been deleted.',
};

export default function Versions({ loaderData, actionData }: Route.ComponentProps) {
  return <VersionsScreen {...loaderData} problem={actionData?.problem} />;
}
