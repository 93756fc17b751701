import { href, Link } from 'react-router';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import screen from '#app/ui/kit/kit.module.css';
import { CakeDraft } from '#domain/catalogue/cake-draft.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import type { Route } from './+types/new-cake';
import { CakeEditor } from './cake-editor.tsx';
import { type EditorState, editorChoices, submitCake } from './submit-cake.ts';

function kindOf(request: Request): Cake['kind'] {
  const isAddOn = new URL(request.url).searchParams.get('kind') === 'touch';
  return isAddOn ? 'personal-touch' : 'cake';
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const kind = kindOf(request);
  const { rules } = await shownRules(shop);
  const draft = CakeDraft.parse({
    takesMessage: 'on',
    forSale: 'on',
    size: [''],
    slices: [''],
    price: [''],
    units: [''],
  });
  const state: EditorState = { draft, version: 0, problems: {} };
  return {
    kind,
    state,
    shopLeadDays: rules.leadDays,
    choices: await editorChoices(shop, kind),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  return submitCake({ shop, request, by, cakeId: '', kind: kindOf(request) });
}

export default function NewCake({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, choices, shopLeadDays } = loaderData;
  const title = kind === 'cake' ? 'New cake' : 'New personal touch';
  return (
    <>
      <ScreenTitle title={title} />
      <p>
        <Link to={href('/owner/cakes')} className={screen.quietLink}>
          All cakes
        </Link>
      </p>
      <h1 className={screen.title}>{title}</h1>
      <CakeEditor
        key={kind}
        cakeId=""
        state={actionData ?? loaderData.state}
        kind={kind}
        choices={choices}
        shopLeadDays={shopLeadDays}
      />
    </>
  );
}
