import { data, href } from 'react-router';
import { pieceVersions, restoredAnswer } from '#app/owner/cafe/words/piece-versions.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { Restore, VERSIONS_TO_READ } from '#app/owner/frame/versions/version-rows.ts';
import { VersionsScreen } from '#app/owner/frame/versions/versions-screen.tsx';
import { shopContext } from '#app/shop-context.ts';
import { categoryForm } from '#domain/words/words-forms.ts';
import { categoryVersions, restoreCategory, typedCategory } from '#server/content/categories.ts';
import type { Route } from './+types/versions';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { allCategories } = (await shop.content()).catalogue;
  const category = allCategories.find(({ slug }) => slug === params.category);
  if (!category) throw data(null, { status: 404 });
  const { slug, title, version } = category;
  const versions = await categoryVersions(shop, slug, { limit: VERSIONS_TO_READ });
  return {
    title,
    path: href('/owner/categories/:category', { category: slug }),
    version,
    versions: await pieceVersions(shop, {
      form: categoryForm,
      now: typedCategory(category),
      versions,
    }),
  };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Restore, async ({ shop, by, form: { number, version } }) => {
    const { category } = args.params;
    const done = await restoreCategory(shop, category, number, { version, by });
    return restoredAnswer(done, href('/owner/categories/:category', { category }));
  });
}

export default function Versions({ loaderData }: Route.ComponentProps) {
  return <VersionsScreen {...loaderData} />;
}
