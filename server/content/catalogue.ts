import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Day } from '#domain/calendar/day.ts';
import { isSameSet } from '#domain/catalogue/allergens.ts';
import { asSold, CakeContent, type CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { type Cake, Category, CategorySlug, wordsOf } from '#domain/catalogue/catalogue.ts';
import { choiceKey } from '#domain/catalogue/options.ts';
import { VAT_PERCENT } from '#domain/ledger/vat.ts';
import type { Pence } from '#domain/pence.ts';
import type { Tables } from '#server/db/tables.ts';
import type { StoredDocument } from './documents.ts';

// Cakes and add-ons are documents of the kind `cake`, categories of the kind `category`. What the payment provider
// knows of prices is a table apart, because it is no edit of a cake.

/** The body of a cake's document. */
export const StoredCake = CakeContent.extend({
  /** URLs with these slugs lead to the present one. */
  formerSlugs: z.array(CategorySlug).default([]),
});
export type StoredCake = z.infer<typeof StoredCake>;

/** What the owner edits of it. */
export function contentOf({ formerSlugs: _, ...content }: StoredCake): CakeContent {
  return content;
}

/** The body of a category's document, whose id is the slug. */
export const StoredCategory = Category.omit({ id: true, slug: true });
export type StoredCategory = z.infer<typeof StoredCategory>;

/** A category for the owner. */
interface CategoryEntry extends Category {
  version: number;
  /** A person's last change. */
  edited: { at: string; by: string } | undefined;
  /** Whether visitors see it: a cake for sale is in it. */
  isShown: boolean;
}

/** What the cafe sells, in memory. Hidden cakes are in `entries` alone. */
export interface Catalogue {
  /** With a cake that is for sale. Their ids are their places, from 1. */
  categories: Category[];
  /** Without add-ons. */
  cakes: Cake[];
  addOns: Cake[];
  /** Of a cake, without add-ons; undefined when there is no cake. */
  lowestPrice: Pence | undefined;
  /** Cakes and add-ons, each once; leaves out unknown ids. */
  byIds(ids: string[]): Cake[];
  /** @param category a slug; all cakes when it is missing. */
  cakesIn(category: string | undefined): Cake[];
  /** The cake that has this slug, or had it. */
  bySlug(slug: string): Cake | undefined;

  /** Also those that visitors do not see, whose ids follow the others'. */
  allCategories: CategoryEntry[];
  /** All cakes and add-ons, hidden and archived ones included. */
  entries: CatalogueEntry[];
  entry(id: string): CatalogueEntry | undefined;
  /** How much of a day's capacity is taken: by size id where it is not the usual (`usualUnits`), by `choiceKey`. */
  units: ReadonlyMap<string, number>;
  /** In percent: by the id of a cake where it is not the usual (`usualVat`), by `choiceKey` where it is not the cake's. */
  vatRates: ReadonlyMap<string, number>;
}

type Price = Pick<Tables['prices'], 'price' | 'stripe_price_id'>;
export type Prices = ReadonlyMap<string, Price>;

/** By lookup key. */
export async function readPrices(db: Kysely<Tables>): Promise<Prices> {
  const rows = await db.selectFrom('prices').selectAll().execute();
  return new Map(rows.map((row) => [row.lookup_key, row]));
}

/** Leaves out documents that cannot be read. */
export function readCatalogue(
  documents: ReadonlyMap<string, StoredDocument[]>,
  prices: Prices,
): Catalogue {
  const stored = (documents.get('cake') ?? []).flatMap(({ id, body, version, updatedBy }) => {
    const isFirst = version === 1 && updatedBy === null;
    const { data } = StoredCake.safeParse(body);
    return data ? [{ data, entry: { ...entryOf(id, data, prices), version, isFirst } }] : [];
  });
  const entries = stored.map(({ entry }) => entry);
  const entryById = new Map(entries.map((entry) => [entry.cake.id, entry]));
  const visible = entries.filter(({ hidden }) => !hidden).map(({ cake }) => cake);
  const visibleById = new Map(visible.map((cake) => [cake.id, cake]));
  const cakes = visible.filter(({ kind }) => kind === 'cake');
  const amounts = cakes.flatMap(({ sizes }) => sizes.map(({ price }) => price));
  // The id of a cake is an address of it too.
  const idBySlug = new Map(
    stored.flatMap(({ data, entry: { cake } }) =>
      [...data.formerSlugs, data.slug, cake.id].map((slug) => [slug, cake.id]),
    ),
  );

  const allCategories = readCategories(documents.get('category') ?? [], cakes);
  const categories = allCategories.filter(({ isShown }) => isShown);

  return {
    categories: categories.map(({ id, slug, title, img, desc }) => ({
      id,
      slug,
      title,
      img,
      desc,
    })),
    allCategories,
    cakes,
    addOns: visible.filter(({ kind }) => kind === 'personal-touch'),
    lowestPrice: amounts.length > 0 ? amounts.reduce((a, b) => Math.min(a, b)) : undefined,
    byIds: (ids) => [...new Set(ids)].flatMap((id) => visibleById.get(id) ?? []),

    cakesIn: (category) => cakes.filter((cake) => !category || cake.category.includes(category)),
    bySlug: (slug) => visibleById.get(idBySlug.get(slug) ?? ''),
    entries,
    entry: (id) => entryById.get(id),
    units: new Map(entries.flatMap(({ cake, content }) => unitsIn(cake.id, content))),
    vatRates: new Map(entries.flatMap(({ cake, content }) => vatRatesIn(cake.id, content))),
  };
}

function unitsIn(cakeId: string, { sizes, options = [] }: CakeContent): [string, number][] {
  const ofChoices = options.flatMap((group) =>
    group.choices.map(({ id, units }) => ({ id: choiceKey(cakeId, group.id, id), units })),
  );
  return [...sizes, ...ofChoices].flatMap(({ id, units }): [string, number][] =>
    units === undefined ? [] : [[id, units]],
  );
}

function vatRatesIn(cakeId: string, { vat, options = [] }: CakeContent): [string, number][] {
  const ofChoices = options.flatMap((group) =>
    group.choices.map((choice) => ({ ...choice, id: choiceKey(cakeId, group.id, choice.id) })),
  );
  return [{ id: cakeId, vat }, ...ofChoices].flatMap((each): [string, number][] =>
    each.vat === undefined ? [] : [[each.id, VAT_PERCENT[each.vat]]],
  );
}

function readCategories(documents: StoredDocument[], cakes: Cake[]): CategoryEntry[] {
  const all = documents.flatMap(({ id: slug, body, version, updatedAt: at, updatedBy: by }) => {
    const { data } = StoredCategory.safeParse(body);
    const isShown = cakes.some(({ category }) => category.includes(slug));
    const edited = by === null ? undefined : { at, by };
    return data ? [{ ...data, slug, version, edited, isShown }] : [];
  });
  const byId = [...all.filter(({ isShown }) => isShown), ...all.filter(({ isShown }) => !isShown)];
  return all.map((category) => ({ id: byId.indexOf(category) + 1, ...category }));
}

function entryOf(
  id: string,
  stored: StoredCake,
  prices: Prices,
): Omit<CatalogueEntry, 'version' | 'isFirst'> {
  const content = contentOf(stored);
  const { hidden, archived, slug, contains, sizes, options, vat: _, ...fields } = content;
  const unavailableUntil = awayUntil(content);
  return {
    cake: {
      id,
      ...fields,
      // A new price counts once the payment provider has it: until then the earlier one is charged.
      ...asSold(id, { sizes, options }, (key, saved) => {
        const { price = saved, stripe_price_id: api = null } = prices.get(key) ?? {};
        return { price, api };
      }),
      ...(unavailableUntil && { unavailableUntil }),
      // If they disagree with the words, the words count.
      ...(contains && isSameSet(wordsOf(contains), fields.allergens) && { contains }),
      ...(slug !== id && { slug }),
    },
    content,
    hidden,
    archived,
  };
}

/** A cake is away, too, while all choices of a group of which one must be chosen are sold out. */
function awayUntil({ unavailableUntil, options = [] }: CakeContent): Day | undefined {
  const back = options.flatMap(({ kind, choices }) => {
    const days = choices.flatMap(({ soldOutUntil }) => soldOutUntil ?? []);
    return kind === 'one' && days.length === choices.length ? days.sort().slice(0, 1) : [];
  });
  return [unavailableUntil ?? [], ...back].flat().sort().at(-1);
}
