import { data, href } from 'react-router';
import { PieceEditor } from '#app/owner/cafe/words/piece-editor.tsx';
import { conflictWith, notSaved, PieceForm, typedIn } from '#app/owner/cafe/words/piece-form.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { categoryPath } from '#app/seo/addresses.ts';
import { shopContext } from '#app/shop-context.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import { categoryForm } from '#domain/words/words-forms.ts';
import { NEW_CATEGORY, saveCategory, typedCategory } from '#server/content/categories.ts';
import { listPhotos } from '#server/content/photos.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/category';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const category = await findCategory(shop, params.category);
  const { slug, edited } = category;
  const photos = await listPhotos(shop);
  return {
    ...category,
    path: slug === NEW_CATEGORY ? undefined : categoryPath({ slug }),
    edited: edited && { ...edited, at: instantInWords(edited.at) },
    cakes: [],
    photos: photos.map(({ file, alt }) => ({ file, alt })),
    note: category.isHidden
      ? 'No cake that is for sale is in this category, so visitors do not see it.'
      : undefined,
  };
}

/** A category as the form shows it; an empty one for a new one. @throws a 404 page if there is none. */
async function findCategory(shop: Shop, slug: string) {
  const [{ catalogue }, names] = await Promise.all([shop.content(), namesOfPeople(shop)]);
  const category = catalogue.allCategories.find((each) => each.slug === slug);
  if (!category && slug !== NEW_CATEGORY) throw data(null, { status: 404 });
  const { title = '', desc = '', img = '', version = 0, edited, isShown } = category ?? {};
  return {
    slug,
    typed: typedCategory({ title, desc, img }),
    version,
    edited: edited && { by: nameOf(names, edited.by), at: edited.at },
    isHidden: isShown === false,
  };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, PieceForm, async ({ shop, by, form: { version }, values }) => {
    const { slug } = await findCategory(shop, args.params.category);
    const typed = typedIn(categoryForm, values);
    const saved = await saveCategory(shop, slug, { typed, version }, by);
    if (saved.ok) {
      const { isHidden } = await findCategory(shop, saved.slug);
      return {
        to: href('/owner/categories/:category', { category: saved.slug }),
        words: isHidden ? 'Saved.' : 'Saved. Visitors see it now.',
      };
    }
    if (saved.reason === 'invalid') return notSaved(saved.problems);
    return conflictWith(shop, categoryForm, await findCategory(shop, slug), saved.typed);
  });
}

export default function EditCategory({ loaderData }: Route.ComponentProps) {
  const { slug, path, typed } = loaderData;
  return (
    <PieceEditor
      key={slug}
      form={categoryForm}
      to={href('/owner/categories/:category', { category: slug })}
      title={typed.fields.title || 'New category'}
      summary={
        path
          ? `Its page stays at ${path} if you change the title.`
          : 'Visitors see it when a cake that is for sale is in it.'
      }
      page={path}
      versions={path && href('/owner/categories/:category/versions', { category: slug })}
      above={{ path: href('/owner/categories'), title: 'Categories' }}
      piece={loaderData}
      note={loaderData.note}
    />
  );
}
