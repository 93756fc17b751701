import { data, href, redirect } from 'react-router';
import { movedPhotos } from '#app/owner/cafe/photos/move-photo.ts';
import { timeInLondon } from '#app/owner/frame/london-time.ts';
import type { CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import {
  type CakeDraft,
  changeSizes,
  contentOfDraft,
  type DraftProblems,
  draftOf,
} from '#domain/catalogue/cake-draft.ts';
import { describeChanges, type FieldChange } from '#domain/catalogue/cake-fields.ts';
import { type Cake, PreciseAllergen, ServingInfo } from '#domain/catalogue/catalogue.ts';
import { formatPence } from '#domain/money.ts';
import { addCake, type Saved, saveCake } from '#server/content/cakes.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import { knownFor, readCakeForm } from './cake-form.ts';
import { leftText } from './left-prices.ts';

// On the server: what the editor shows and what its form does.

/** What another person has saved since the form was loaded. */
interface OthersChange {
  who: string;
  at: string;
  /** From theirs to what was typed. */
  differences: FieldChange[];
}

export interface EditorState {
  draft: CakeDraft;
  /** Of the cake that the form is made from; 0 for a new one. */
  version: number;
  problems: DraftProblems;
  others?: OthersChange | undefined;
  /** Said at the top. */
  notice?: string | undefined;
}

/** What the editor needs besides the cake. */
export async function editorChoices(
  shop: Pick<Shop, 'content' | 'cafePhotos'>,
  kind: Cake['kind'],
) {
  const [{ catalogue }, known] = await Promise.all([
    shop.content(),
    knownFor(shop, kind, undefined),
  ]);
  return {
    categories: catalogue.allCategories.map(({ slug, title }) => ({ slug, title })),
    photos: known.photoChoices,
    allergens: PreciseAllergen.options,
    servingInfo: ServingInfo.options,
  };
}

export function stateOf({ content, version }: CatalogueEntry): EditorState {
  return { draft: draftOf(content), version, problems: {} };
}

interface Submitted {
  shop: Shop;
  request: Request;
  by: string;
  /** Empty for a new cake. */
  cakeId: string;
  kind: Cake['kind'];
}

/** Does what a button of the form asks for. @returns the form to show again, or throws a redirect. */
export async function submitCake({ shop, request, by, cakeId, kind }: Submitted) {
  const { form, draft, version, button } = await readCakeForm(request);
  const entry = (await shop.content()).catalogue.entry(cakeId);
  if (cakeId !== '' && !entry) throw data(null, { status: 404 });
  const again = (changed: CakeDraft, more: Partial<EditorState> = {}) => {
    return { draft: changed, version, problems: {}, ...more };
  };

  const photo = movedPhotos(form, 'photo');
  if (photo) return again({ ...draft, photo });
  const [what = '', field = ''] = button.split(':');
  if (what === 'sizes') return again(changeSizes(draft, field));

  const known = await knownFor(shop, kind, entry);
  const { content, problems } = contentOfDraft(draft, known);
  if (Object.keys(problems).length > 0) {
    const notice = 'Not saved yet. Look at what is marked.';
    return data(again(draft, { problems, notice }), { status: 422 });
  }
  if (!entry) {
    const added = await addCake(shop, content, by);
    if (!added.ok) return data(again(draft, { problems: PROBLEMS[added.reason] }), { status: 422 });
    const { id, unpriced } = added;
    const saved = new URLSearchParams([
      ['saved', '1'],
      ...unpriced.map((size) => ['unpriced', size]),
    ]);
    throw redirect(`${href('/owner/cakes/:cake', { cake: id })}?${saved}`, 303);
  }
  const result = await saveCake(shop, cakeId, { content, version, by });
  if (result.ok) {
    if (result.unpriced.length > 0) {
      return data(await unpricedState(shop, result), { status: 503 });
    }
    throw redirect(savedPath(result), 303);
  }
  if (result.reason === 'changed') {
    const { number, at, by: who, content: theirs } = result.current;
    const names = await namesOfPeople(shop);
    const others = {
      who: names.get(who ?? '') ?? 'A command',
      at: timeInLondon(at),
      differences: describeChanges(theirs, content),
    };
    return data(again(draft, { version: number, others }), { status: 409 });
  }
  if (result.reason === 'no-such-cake') throw data(null, { status: 404 });
  return data(again(draft, { problems: PROBLEMS[result.reason] }), { status: 422 });
}

/** The cake's screen, which says that it was saved. */
export function savedPath({ id, left }: Saved): string {
  const saved = new URLSearchParams({ saved: '1', left: String(left.length) });
  return `${href('/owner/cakes/:cake', { cake: id })}?${saved}`;
}

const PROBLEMS = {
  'address-taken': { slug: 'Another cake has this address, or had it. Choose another.' },
  'photo-deleted': { photo: 'Somebody has just deleted one of these photos. Choose again.' },
};

/** The form of what was saved. Says of which sizes the price could not be made: the next save makes it. */
async function unpricedState(
  { content }: Pick<Shop, 'content'>,
  { id, unpriced, left }: Saved,
): Promise<EditorState> {
  const entry = (await content()).catalogue.entry(id);
  if (!entry) throw data(null, { status: 404 });
  const notice = 'Saved, except the marked prices: Stripe does not answer. Save again in a minute.';
  const others = leftText(String(left.length));
  const problems = entry.cake.sizes.flatMap(({ size, price, api }, row) => {
    if (!unpriced.includes(size)) return [];
    const isSold = api !== null;
    const problem = isSold
      ? `Not the new price yet. It is still ${formatPence(price)}.`
      : 'It cannot be ordered yet.';
    return [[`price ${row}`, problem]];
  });
  return {
    ...stateOf(entry),
    problems: Object.fromEntries(problems),
    notice: others ? `${notice} ${others}` : notice,
  };
}
