import { data, href } from 'react-router';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { Restore, VERSIONS_TO_READ, versionRows } from '#app/owner/frame/versions/version-rows.ts';
import { VersionsScreen } from '#app/owner/frame/versions/versions-screen.tsx';
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
    version: now.version,
    versions: versionRows({
      ...{ versions, names, describe },
      differences: (content) => describe(now, content),
      problem: ({ img }) => (altOf.has(img) ? undefined : PHOTO_DELETED),
    }),
  };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Restore, async ({ shop, by, form: { number, version } }) => {
    const { category } = args.params;
    const done = await restoreCategory(shop, category, number, { version, by });
    switch (done) {
      case 'restored':
        return {
          to: href('/owner/categories/:category', { category }),
          words: 'Saved. Visitors see it now.',
        };
      case 'changed':
        return { words: CHANGED };
      case 'photo-deleted':
        return refused(PHOTO_DELETED);
      case 'no-such-version':
        throw data(null, { status: 404 });
    }
  });
}

const CHANGED =
  'Not put back: somebody has just changed this category. Look again, then put it back.';
const PHOTO_DELETED = 'It cannot be put back: its picture has been deleted.';

export default function Versions({ loaderData }: Route.ComponentProps) {
  return <VersionsScreen {...loaderData} />;
}
