import { data, href, redirect } from 'react-router';
import { PieceEditor } from '#app/owner/cafe/words/piece-editor.tsx';
import { readPieceForm } from '#app/owner/cafe/words/piece-form.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { personContext } from '#app/owner/person-context.ts';
import { categoryPath } from '#app/seo/addresses.ts';
import { shopContext } from '#app/shop-context.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import { categoryForm } from '#domain/words/words-forms.ts';
import { NEW_CATEGORY, saveCategory } from '#server/content/categories.ts';
import { listPhotos } from '#server/content/photos.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/category';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const category = await findCategory(shop, params.category);
  const [photos, names] = await Promise.all([listPhotos(shop), namesOfPeople(shop)]);
  const { slug = NEW_CATEGORY, title = '', desc = '', img = '', version = 0 } = category ?? {};
  const { edited } = category ?? {};
  return {
    slug,
    path: category && categoryPath(category),
    typed: { fields: { title, desc, photos: img }, rows: [] },
    version,
    edited: edited && { by: nameOf(names, edited.by), at: instantInWords(edited.at) },
    cakes: [],
    photos: photos.map(({ file, alt }) => ({ file, alt })),
    note:
      category?.isShown === false
        ? 'No cake that is for sale is in this category, so visitors do not see it.'
        : undefined,
    isShown: category?.isShown,
    isSaved: new URL(request.url).searchParams.has('saved'),
  };
}

/** @returns undefined for a new one. */
async function findCategory(shop: Shop, slug: string) {
  const { allCategories } = (await shop.content()).catalogue;
  const category = allCategories.find((each) => each.slug === slug);
  if (!category && slug !== NEW_CATEGORY) throw data(null, { status: 404 });
  return category;
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const { slug = NEW_CATEGORY } = (await findCategory(shop, params.category)) ?? {};
  const { typed, version, button } = await readPieceForm(categoryForm, request);
  const answer = { typed, version, problems: {}, isOutdated: false };
  if (button !== 'save') return answer;
  const saved = await saveCategory(shop, slug, { typed, version }, by);
  if (saved.ok) {
    throw redirect(`${href('/owner/categories/:category', { category: saved.slug })}?saved`, 303);
  }
  const isOutdated = saved.reason === 'changed';
  const problems = saved.reason === 'invalid' ? saved.problems : {};
  const status = isOutdated ? 409 : 422;
  return data({ ...answer, typed: saved.typed, problems, isOutdated }, { status });
}

export default function EditCategory({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, path, typed } = loaderData;
  return (
    <PieceEditor
      key={slug}
      form={categoryForm}
      title={typed.fields.title || 'New category'}
      summary={
        path
          ? `Its page stays at ${path} if you change the title.`
          : 'Visitors see it when a cake that is for sale is in it.'
      }
      page={path}
      versions={path && href('/owner/categories/:category/versions', { category: slug })}
      back={{ path: href('/owner/categories'), title: 'Categories' }}
      piece={loaderData}
      answer={actionData}
    />
  );
}
