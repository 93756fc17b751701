import { href } from 'react-router';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Screen } from '#app/ui/kit/screen.tsx';
import { contentOfDraft, newDraft } from '#domain/catalogue/cake-draft.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { addCake } from '#server/content/cakes.ts';
import type { Route } from './+types/new-cake';
import { CakeEditor } from './cake-editor.tsx';
import { CakeForm, editorChoices, knownFor } from './cake-form.ts';
import { ALL_CAKES, NOT_SAVED, NOT_SAVED_BECAUSE, savedInWords } from './words.ts';

function kindOf(request: Request): Cake['kind'] {
  const isTouch = new URL(request.url).searchParams.get('kind') === 'touch';
  return isTouch ? 'personal-touch' : 'cake';
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const choices = await editorChoices(context.get(shopContext));
  return { kind: kindOf(request), draft: newDraft(), choices };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, CakeForm, async ({ shop, by, form: draft }) => {
    const known = await knownFor(shop, kindOf(args.request), undefined);
    const { content, problems } = contentOfDraft(draft, known);
    if (Object.keys(problems).length > 0) return { problems: { '': NOT_SAVED, ...problems } };
    const added = await addCake(shop, content, by);
    if (!added.ok) return { problems: NOT_SAVED_BECAUSE[added.reason] };
    return {
      to: href('/owner/cakes/:cake', { cake: added.id }),
      words: savedInWords(content, added),
    };
  });
}

export default function NewCake({ loaderData }: Route.ComponentProps) {
  const { kind } = loaderData;
  const path = href('/owner/cakes/new');
  return (
    <Screen title={kind === 'cake' ? 'New cake' : 'New personal touch'} above={ALL_CAKES}>
      <CakeEditor
        key={kind}
        {...loaderData}
        id=""
        to={kind === 'cake' ? path : `${path}?kind=touch`}
        version={0}
      />
    </Screen>
  );
}
