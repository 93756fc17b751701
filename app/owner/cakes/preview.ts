import { data } from 'react-router';
import { fieldsOf, readFormData, valuesIn } from '#app/read-form.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import {
  asSold,
  type CakeContent,
  type OptionGroupContent,
} from '#domain/catalogue/cake-content.ts';
import { contentOfDraft, readCakeDraft } from '#domain/catalogue/cake-draft.ts';
import {
  groupOfDraft,
  OptionKind,
  readOptionDraft,
  withGroup,
} from '#domain/catalogue/option-draft.ts';
import type { Route } from './+types/preview';
import { knownFor } from './cake-form.ts';

/** Shows a cake's page as it would be with what is typed in the editor. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await readFormData(request);
  const field = fieldsOf(form);
  const entry = (await shop.content()).catalogue.entry(field('cake'));
  const kind = OptionKind.safeParse(field('kind')).data;
  // The form of an option, or of the rest of the cake.
  const content =
    entry && kind
      ? withDraft(entry.content, { kind, option: field('option') }, valuesIn(form))
      : contentOfDraft(readCakeDraft(form), await knownFor(shop, 'cake', entry)).content;
  if (entry && entry.cake.kind !== 'cake') throw data(null, { status: 400 });
  const { hidden: _, archived: __, vat: ___, sizes, options, ...cake } = content;
  const id = entry?.cake.id ?? cake.slug;
  const page = await context.get(siteContext).renderCake({
    ...cake,
    id,
    // What has no price id would say that it cannot be ordered.
    ...asSold(id, { sizes, options }, (_key, price) => ({ price, api: 'preview' })),
  });
  // What tells visitors without scripts would be wrong here.
  const html = (await page.text()).replaceAll(/<((?:no)?script)\b[^>]*>[\s\S]*?<\/\1>/g, '');
  return new Response(html, {
    status: page.status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

function withDraft(
  content: CakeContent,
  { kind, option }: { kind: OptionGroupContent['kind']; option: string },
  values: Record<string, string[]>,
): CakeContent {
  const groups = content.options ?? [];
  const before = groups.find(({ id }) => id === option);
  const known = { kind: before?.kind ?? kind, groups, before };
  return withGroup(content, groupOfDraft(readOptionDraft(values), known).group);
}
