import { useRef } from 'react';
import { data, href } from 'react-router';
import * as z from 'zod';
import { Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { DefaultButton, Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen } from '#app/ui/kit/screen.tsx';
import { PreciseAllergen } from '#domain/catalogue/catalogue.ts';
import {
  copiedDraft,
  groupOfDraft,
  newOptionDraft,
  OptionKind,
  optionDraftOf,
  readOptionDraft,
  withGroup,
} from '#domain/catalogue/option-draft.ts';
import { choiceKey } from '#domain/catalogue/options.ts';
import type { Shop } from '#server/shop.ts';
import styles from '../cake-editor.module.css';
import { findCake, saveAndAnswer, unmadePrices } from '../cake-form.ts';
import { PagePreview, PreviewButton } from '../page-preview.tsx';
import { NOT_SAVED } from '../words.ts';
import type { Route } from './+types/option';
import { OptionChoices } from './option-choices.tsx';

const NEW = 'new';

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const entry = await findCake(shop, params.cake);
  const { cake, content, version } = entry;
  const unmade = unmadePrices(entry);
  const stored = content.options?.find(({ id }) => id === params.option);
  const isNew = params.option === NEW;
  if (cake.kind !== 'cake' || !(stored || isNew)) throw data(null, { status: 404 });
  const { kind, draft } = stored
    ? { kind: stored.kind, draft: optionDraftOf(stored) }
    : await startOf(shop, request);
  return {
    cake: cake.id,
    title: content.title,
    option: params.option,
    name: stored?.name,
    version,
    kind,
    draft,
    search: isNew ? new URL(request.url).search : '',
    unmade: Object.fromEntries(
      (stored?.choices ?? []).map(({ id }) => [
        id,
        unmade.get(choiceKey(cake.id, params.option, id)),
      ]),
    ),
    hasVat: (await shop.merchant()).vatNumber !== undefined,
    allergens: PreciseAllergen.options,
  };
}

/** What a new group starts with: nothing, or a copy of another cake's. */
async function startOf(shop: Shop, request: Request) {
  const { searchParams } = new URL(request.url);
  const [cakeId = '', groupId] = (searchParams.get('copy') ?? '').split('.');
  const other = (await shop.content()).catalogue.entry(cakeId)?.content.options;
  const copied = other?.find(({ id }) => id === groupId);
  if (copied) return { kind: copied.kind, draft: copiedDraft(copied) };
  const kind = OptionKind.safeParse(searchParams.get('kind')).data ?? 'one';
  return { kind, draft: newOptionDraft(kind) };
}

const Form = z.object({ version: Version });

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { version }, values }) => {
    const { cake: id, option } = args.params;
    const { content: before } = await findCake(shop, id);
    const stored = before.options?.find((group) => group.id === option);
    if (!stored && option !== NEW) return refused(REMOVED);
    const kind = stored?.kind ?? (await startOf(shop, args.request)).kind;
    const draft = readOptionDraft(values);
    const known = { kind, groups: before.options ?? [], before: stored };
    const { group, problems } = groupOfDraft(draft, known);
    if (Object.keys(problems).length > 0) return { problems: { '': NOT_SAVED, ...problems } };
    const content = withGroup(before, group);
    const answer = await saveAndAnswer(shop, id, { content, version, by });
    const to = href('/owner/cakes/:cake/options/:option', { cake: id, option: group.id });
    return 'words' in answer ? { ...answer, to } : answer;
  });
}

const REMOVED = 'Not saved: somebody has removed this option. Add it again if you need it.';

/** The form of an option group of a cake. */
export default function EditOption({ loaderData }: Route.ComponentProps) {
  const { cake, title, option, name, version, kind, draft, search, unmade, hasVat, allergens } =
    loaderData;
  const bar = useRef<HTMLDivElement>(null);
  const path = href('/owner/cakes/:cake/options/:option', { cake, option });
  return (
    <Screen
      title={name ?? 'New option'}
      above={{
        path: href('/owner/cakes/:cake/options', { cake }),
        title: `Options of ${title}`,
      }}
      summary={SUMMARIES[kind]}
    >
      <div key={`${option} ${search}`} className={styles.editor}>
        <ActionForm to={`${path}${search}`} version={version} className={kit.form} noValidate>
          <DefaultButton />
          <input type="hidden" name="cake" value={cake} />
          <input type="hidden" name="option" value={option} />
          <input type="hidden" name="kind" value={kind} />
          <Field
            label="Name"
            hint={`As customers read it: ${EXAMPLES[kind]}`}
            name="name"
            defaultValue={draft.name}
          />
          {kind === 'several' && (
            <Field
              label="How many may be chosen at most"
              name="most"
              defaultValue={draft.most}
              inputMode="numeric"
            />
          )}
          {kind === 'text' && (
            <Field
              label="How many letters it may have at most"
              name="limit"
              defaultValue={draft.limit}
              inputMode="numeric"
            />
          )}
          <OptionChoices
            draft={draft}
            kind={kind}
            unmade={unmade}
            hasVat={hasVat}
            allergens={allergens}
          />
          <div ref={bar} className={kit.bar}>
            <Button type="submit">Save</Button>
            <PreviewButton className={kit.action} />
          </div>
        </ActionForm>
        <PagePreview within={bar} />
      </div>
    </Screen>
  );
}

const SUMMARIES = {
  one: 'The customer chooses one. The first is chosen unless they take another.',
  several: 'The customer chooses some, or none.',
  text: 'The customer writes something, or nothing.',
};

const EXAMPLES = { one: 'Sponge', several: 'Toppings', text: 'Number topper' };
