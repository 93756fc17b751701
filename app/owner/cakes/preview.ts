import { data, href } from 'react-router';
import { onlyPosted } from '#app/owner/frame/only-posted.ts';
import { fieldsOf, readFormData } from '#app/read-form.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { asSold } from '#domain/catalogue/cake-content.ts';
import { contentOfDraft, readCakeDraft } from '#domain/catalogue/cake-draft.ts';
import type { Route } from './+types/preview';
import { knownFor } from './cake-form.ts';

/** Shows a cake's page as it would be with what is typed in the editor. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await readFormData(request);
  const entry = (await shop.content()).catalogue.entry(fieldsOf(form)('cake'));
  const { content } = contentOfDraft(readCakeDraft(form), await knownFor(shop, 'cake', entry));
  if (entry && entry.cake.kind !== 'cake') throw data(null, { status: 400 });
  const { hidden: _, archived: __, sizes, options, ...cake } = content;
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

export const loader = onlyPosted(href('/owner/cakes'));
