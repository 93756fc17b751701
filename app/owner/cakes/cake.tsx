import { data, href, Link, redirect } from 'react-router';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { personContext } from '#app/owner/person-context.ts';
import { readFormData } from '#app/read-form.ts';
import { cakePath } from '#app/seo/addresses.ts';
import { shopContext } from '#app/shop-context.ts';
import screen from '#app/ui/kit/kit.module.css';
import { shortSize } from '#domain/catalogue/sizes.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import type { Route } from './+types/cake';
import { CakeEditor } from './cake-editor.tsx';
import { setState } from './cake-form.ts';
import { leftText } from './left-prices.ts';
import { editorChoices, stateOf, submitCake } from './submit-cake.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const entry = (await shop.content()).catalogue.entry(params.cake);
  if (!entry) throw data(null, { status: 404 });
  const { cake, hidden, archived } = entry;
  const { searchParams } = new URL(request.url);
  const { rules } = await shownRules(shop);
  return {
    id: cake.id,
    kind: cake.kind,
    title: cake.title,
    hidden,
    archived,
    path: cake.kind === 'cake' && !hidden ? cakePath(cake) : undefined,
    state: stateOf(entry),
    isNamed: cake.contains !== undefined,
    words: cake.allergens,
    shopLeadDays: rules.leadDays,
    choices: await editorChoices(shop, cake.kind),
    isSaved: searchParams.has('saved'),
    left: leftText(searchParams.get('left')),
    unpriced: cake.sizes
      .filter(({ size, api }) => api === null && searchParams.getAll('unpriced').includes(size))
      .map(shortSize),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const cakeId = params.cake;
  const button = (await readFormData(request.clone())).get('do');
  if (button === 'archive' || button === 'restore') {
    await setState(shop, cakeId, button === 'archive' ? 'archived' : 'hidden', by);
    throw redirect(`${href('/owner/cakes/:cake', { cake: cakeId })}?saved`, 303);
  }
  return submitCake({ shop, request, by, cakeId, kind: 'cake' });
}

export default function EditCake({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, hidden, archived, path, isSaved, unpriced, left, choices, kind } = loaderData;
  return (
    <>
      <ScreenTitle title={title} />
      <p>
        <Link to={href('/owner/cakes')} className={screen.quietLink}>
          All cakes
        </Link>
      </p>
      <h1 className={screen.title}>{title}</h1>
      <p className={screen.actions}>
        {path && (
          <a className={screen.action} href={path}>
            Open its page
          </a>
        )}
        <Link className={screen.action} to={href('/owner/cakes/:cake/versions', { cake: id })}>
          Versions
        </Link>
      </p>
      <CakeEditor
        key={id}
        cakeId={id}
        kind={kind}
        state={actionData ?? loaderData.state}
        choices={choices}
        words={loaderData.isNamed ? undefined : loaderData.words}
        shopLeadDays={loaderData.shopLeadDays}
        saved={isSaved && !actionData ? savedText(archived, hidden, unpriced, left) : undefined}
      />
      <form method="post" className={screen.actions}>
        <button
          type="submit"
          name="do"
          value={archived ? 'restore' : 'archive'}
          className={screen.quietButton}
        >
          {archived ? 'Bring back from the archive' : 'Archive: take off the list for good'}
        </button>
      </form>
    </>
  );
}

function savedText(archived: boolean, hidden: boolean, unpriced: string[], left: string): string[] {
  if (archived) return ['Archived. Orders keep their data.'];
  return [
    hidden ? 'Saved. It is hidden: visitors do not see it.' : 'Saved. Visitors see it now.',
    ...unpriced.map(
      (name) =>
        `${name}: cannot be ordered yet, because Stripe does not answer. Save again in a minute.`,
    ),
    ...(left ? [left] : []),
  ];
}
