import { href } from 'react-router';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { cakePath } from '#app/seo/addresses.ts';
import { shopContext } from '#app/shop-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { isNoticeTooLong } from '#domain/calendar/cake-rules.ts';
import { contentOfDraft, draftOf } from '#domain/catalogue/cake-draft.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/cake';
import { CakeEditor } from './cake-editor.tsx';
import {
  CakeForm,
  editorChoices,
  findCake,
  knownFor,
  saveAndAnswer,
  unmadePrices,
} from './cake-form.ts';
import { ALL_CAKES, NOT_SAVED } from './words.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const entry = await findCake(shop, params.cake);
  const { cake, content, hidden, archived, version } = entry;
  const unmade = unmadePrices(entry);
  return {
    id: cake.id,
    kind: cake.kind,
    title: cake.title,
    archived,
    version,
    path: cake.kind === 'cake' && !hidden ? cakePath(cake) : undefined,
    options: content.options?.length ?? 0,
    draft: draftOf(content),
    unmade: content.sizes.map((size) => unmade.get(size.id)),
    words: cake.contains === undefined ? cake.allergens : undefined,
    choices: await editorChoices(shop),
    isNoticeTooLong: isNoticeTooLong(cake, await calendarRules(shop), todayAt(shop)),
  };
}

export function action(args: Route.ActionArgs) {
  return ownerAction(args, CakeForm, async ({ shop, by, form: { version, ...draft } }) => {
    const id = args.params.cake;
    const entry = await findCake(shop, id);
    const known = await knownFor(shop, entry.cake.kind, entry);
    const { content, problems } = contentOfDraft(draft, known);
    if (Object.keys(problems).length > 0) return { problems: { '': NOT_SAVED, ...problems } };
    return saveAndAnswer(shop, id, { content, version, by });
  });
}

export default function EditCake({ loaderData }: Route.ComponentProps) {
  const { id, kind, title, archived, path, options, draft, choices } = loaderData;
  const screen = href('/owner/cakes/:cake', { cake: id });
  return (
    <Screen title={title} above={ALL_CAKES}>
      <p className={kit.actions}>
        {path && (
          <a className={kit.action} href={path}>
            Open its page
          </a>
        )}
        {kind === 'cake' && (
          <ActionLink to={href('/owner/cakes/:cake/options', { cake: id })}>
            Options{options > 0 && `: ${options}`}
          </ActionLink>
        )}
        <ActionLink to={href('/owner/cakes/:cake/versions', { cake: id })}>Versions</ActionLink>
      </p>
      {loaderData.isNoticeTooLong && (
        <Notice kind="warning">
          Nobody can order it: it needs {draft.leadDays || choices.shopLeadDays} days of notice, and
          customers can order up to {choices.daysAhead} days ahead.
        </Notice>
      )}
      <CakeEditor key={id} {...loaderData} to={screen} />
      <Action
        to={href('/owner/cakes/:cake/sale', { cake: id })}
        fields={{ state: archived ? 'hidden' : 'archived' }}
        className={kit.actions}
        look="quiet"
      >
        {archived ? 'Bring it back from the archive' : 'Archive: take it off the list for good'}
      </Action>
    </Screen>
  );
}
