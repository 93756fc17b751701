import { data, href, redirect } from 'react-router';
import { movedPhotos } from '#app/owner/cafe/photos/move-photo.ts';
import { timeInLondon } from '#app/owner/frame/london-time.ts';
import { type CakeContent, contentOf } from '#domain/catalogue/cake-content.ts';
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
import { addCake, type SaveCakeResult, type Saved, saveCake } from '#server/content/cakes.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import { knownFor, readCakeForm } from './cake-form.ts';
import { leftText } from './left-prices.ts';

// On the server: what the editor shows and what its form does.

/** The fields that another person has changed since the form was loaded. */
interface OthersChange {
  who: string;
  at: string;
  changes: FieldChange[];
  /** The names of fields that the form has changed too. */
  conflicts: string[];
}

export interface EditorState {
  draft: CakeDraft;
  /** JSON of the content that the form is made from; empty for a new cake. */
  base: string;
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

export function stateOf(content: CakeContent): EditorState {
  return { draft: draftOf(content), base: JSON.stringify(content), problems: {} };
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
  const { form, draft, base, button } = await readCakeForm(request);
  const entry = (await shop.content()).catalogue.entry(cakeId);
  if (cakeId !== '' && !entry) throw data(null, { status: 404 });
  const again = (changed: CakeDraft, more: Partial<EditorState> = {}) => {
    const json = base ? JSON.stringify(base) : '';
    return { draft: changed, base: json, problems: {}, ...more };
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
  const result = await saveCake(shop, cakeId, { base, content, by });
  if (result.ok) {
    if (result.unpriced.length > 0) {
      return data(await unpricedState(shop, result, content), { status: 503 });
    }
    throw redirect(savedPath(result), 303);
  }
  if (result.reason === 'changed') {
    return data(await mergedState(shop, base ?? content, result), { status: 409 });
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

/** The form of what was saved, with the prices that could not be made: the next save makes them. */
async function unpricedState(
  { content: currentContent }: Pick<Shop, 'content'>,
  { id, unpriced, left }: Saved,
  typed: CakeContent,
): Promise<EditorState> {
  const entry = (await currentContent()).catalogue.entry(id);
  if (!entry) throw data(null, { status: 404 });
  const content = contentOf(entry);
  const problems: DraftProblems = {};
  const notice = 'Saved, except the marked prices: Stripe does not answer. Save again in a minute.';
  const others = leftText(String(left.length));
  const sizes = content.sizes.map((size, row) => {
    const wanted = typed.sizes.find((one) => one.id === size.id);
    if (!wanted || !unpriced.includes(size.size)) return size;
    const isSold = entry.cake.sizes[row]?.api !== null;
    problems[`price ${row}`] = isSold
      ? `Not the new price yet. It is still ${formatPence(size.price)}.`
      : 'It cannot be ordered yet.';
    return { ...size, price: wanted.price };
  });
  return {
    ...stateOf(content),
    draft: draftOf({ ...content, sizes }),
    problems,
    notice: others ? `${notice} ${others}` : notice,
  };
}

/** The form with both changes in it. Where both changed the same field, it keeps what was typed. */
async function mergedState(
  shop: Shop,
  base: CakeContent,
  { current, merged, last }: Extract<SaveCakeResult, { reason: 'changed' }>,
): Promise<EditorState> {
  const names = await namesOfPeople(shop);
  return {
    ...stateOf(current),
    draft: draftOf(merged.content),
    others: {
      who: names.get(last?.by ?? '') ?? 'A command',
      at: last ? timeInLondon(last.at) : '',
      changes: describeChanges(base, current),
      conflicts: merged.conflicts,
    },
  };
}
