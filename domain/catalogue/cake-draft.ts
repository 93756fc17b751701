import * as z from 'zod';
import { isDay } from '#domain/calendar/days.ts';
import { LeadDays } from '#domain/calendar/rules.ts';
import { sizeId } from '#domain/catalogue/sizes.ts';
import { usualVat } from '#domain/ledger/vat.ts';
import { typedPounds } from '#domain/money.ts';
import { lineProblem } from '#domain/orders/plain-text.ts';
import { Pounds } from '#domain/pence.ts';
import { CakeContent, Units, Vat } from './cake-content.ts';
import {
  type Cake,
  CategorySlug,
  Keeping,
  PreciseAllergen,
  ServingInfo,
  Size,
  Tiers,
  wordsOf,
} from './catalogue.ts';

const Text = z.string();
const Texts = z.array(z.string());

/** The fields of the editor's form, as typed. */
export const CakeDraft = z.object({
  title: Text,
  slug: Text,
  desc: Text,
  category: Texts,
  /** Of the sizes, in their order: one value a size. */
  size: Texts,
  slices: Texts,
  price: Texts,
  units: Texts,
  tiers: Text,
  photo: Texts,
  contains: Texts,
  /** Ticked if the recipe contains none of the allergens. */
  containsNone: Text,
  mayContain: Texts,
  servingInfo: Texts,
  ingredients: Text,
  carry: Text,
  keep: Text,
  cut: Text,
  keepsDays: Text,
  takesMessage: Text,
  /** Empty for the usual. */
  vat: Text,
  leadDays: Text,
  seasonFromDay: Text,
  seasonFromMonth: Text,
  seasonToDay: Text,
  seasonToMonth: Text,
  unavailableUntil: Text,
  forSale: Text,
});
export type CakeDraft = z.infer<typeof CakeDraft>;

const TypedLeadDays = number(
  LeadDays,
  'Write a whole number of days, up to 365, or leave it empty.',
);
const TypedTiers = number(Tiers, 'Write a number from 2 to 5, or leave it empty.');
export const TypedUnits = number(Units, 'Write a whole number, or leave it empty.');
const TypedKeepsDays = number(
  Keeping.shape.days.unwrap(),
  'Write a whole number of days, up to 365, or leave it empty.',
);
export const TypedDay = z.string().refine(isDay, 'Choose a day, or leave it empty.');

export function number(schema: z.ZodType<number>, problem: string) {
  return z
    .string()
    .refine((text) => schema.safeParse(Number(text)).success, problem)
    .transform(Number);
}

const MAX_SLUG = 60;
const MAX_SLICES = 20;
const MAX_SIZES = 12;
const MAX_PHOTOS = 12;

/** @throws if a file is sent where text is expected. */
export function readCakeDraft(form: FormData): CakeDraft {
  const fields = Object.entries(CakeDraft.shape);
  return CakeDraft.parse(
    Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        field === Texts ? form.getAll(name) : (form.get(name) ?? ''),
      ]),
    ),
  );
}

const ON = 'on';

/** Of a new cake: on sale, with one size to fill in. */
export function newDraft(): CakeDraft {
  const empty = readCakeDraft(new FormData());
  const size = { size: [''], slices: [''], price: [''], units: [''] };
  return { ...empty, takesMessage: ON, forSale: ON, ...size };
}

export function draftOf(content: CakeContent): CakeDraft {
  const { season, sizes, contains, keeping = {} } = content;
  const [fromMonth = '', fromDay = ''] = season?.from.split('-') ?? [];
  const [toMonth = '', toDay = ''] = season?.to.split('-') ?? [];
  return {
    title: content.title,
    slug: content.slug,
    desc: content.desc,
    category: content.category,
    size: sizes.map(({ size }) => size),
    slices: sizes.map(({ slices }) => slices ?? ''),
    price: sizes.map(({ price }) => typedPounds(price)),
    units: sizes.map(({ units }) => String(units ?? '')),
    tiers: String(content.tiers ?? ''),
    photo: [content.img, ...content.imgs],
    contains: contains ?? [],
    containsNone: contains?.length === 0 ? ON : '',
    mayContain: content.mayContain ?? [],
    servingInfo: content.servingInfo,
    ingredients: content.ingredients ?? '',
    carry: keeping.carry ?? '',
    keep: keeping.keep ?? '',
    cut: keeping.cut ?? '',
    keepsDays: String(keeping.days ?? ''),
    takesMessage: content.offMessage ? '' : ON,
    vat: content.vat ?? '',
    leadDays: String(content.leadDays ?? ''),
    seasonFromDay: fromDay.replace(/^0/, ''),
    seasonFromMonth: fromMonth,
    seasonToDay: toDay.replace(/^0/, ''),
    seasonToMonth: toMonth,
    unavailableUntil: content.unavailableUntil ?? '',
    forSale: content.hidden ? '' : ON,
  };
}

/** By the name of the field; `price 0` for the price of the first size. */
export type DraftProblems = Record<string, string>;

interface Known {
  kind: Cake['kind'];
  /** The cake before the change; undefined for a new one. */
  before: (CakeContent & { id: string }) | undefined;
  categories: string[];
  photos: string[];
  /** How far ahead customers can order. */
  daysAhead: number;
}

/** A draft that is being read, with what was found wrong with it until now. */
interface Reading extends Known {
  draft: CakeDraft;
  problems: DraftProblems;
}

/**
 * Reads a draft. With problems, `content` is as much of it as can be shown.
 * @param known what the shop has.
 */
export function contentOfDraft(
  draft: CakeDraft,
  known: Known,
): { content: CakeContent; problems: DraftProblems } {
  const { kind, before } = known;
  const isCake = kind === 'cake';
  const problems: DraftProblems = {};
  const reading: Reading = { ...known, draft, problems };

  const title = readLine(problems, 'title', draft.title, 80, 'What is it called?');
  const descMissing = 'Say in a sentence or two what it is.';
  const desc = readLine(problems, 'desc', draft.desc, 1_000, descMissing);
  const ingredients = readLine(problems, 'ingredients', draft.ingredients, 2_000);
  const keeping = isCake ? readKeeping(reading) : undefined;
  const slug = readSlug(reading, title);
  const category = isCake ? readCategories(reading) : [];
  if (isCake && category.length === 0) {
    problems.category = 'Tick at least one, so that visitors find it.';
  }
  const photos = [...new Set(draft.photo)].filter((file) => known.photos.includes(file));
  if (photos.length === 0) problems.photo = 'Choose at least one picture.';
  if (photos.length > MAX_PHOTOS) problems.photo = `${MAX_PHOTOS} pictures at most.`;
  const sizes = readSizes(reading, slug);
  const tiers = readOptional(problems, 'tiers', TypedTiers, draft.tiers);
  const contains = readContains(reading);
  const mayContain = namesIn(draft.mayContain).filter((name) => !contains?.includes(name));
  const season = readSeason(reading);
  const leadDays = readOptional(problems, 'leadDays', TypedLeadDays, draft.leadDays);
  if (leadDays !== undefined && leadDays > known.daysAhead) {
    problems.leadDays = `Customers can order up to ${known.daysAhead} days ahead, so nobody could order it.`;
  }
  const unavailableUntil = readOptional(
    problems,
    'unavailableUntil',
    TypedDay,
    draft.unavailableUntil,
  );
  const vat = Vat.safeParse(draft.vat).data;
  const [img = known.photos[0] ?? '-', ...imgs] = photos;

  const content = CakeContent.parse({
    kind,
    title: title || 'New cake',
    slug,
    desc: desc || '…',
    img,
    imgs: imgs.slice(0, MAX_PHOTOS),
    category: category.length > 0 || !isCake ? category : known.categories.slice(0, 1),
    sizes,
    // A screen of their own.
    options: before?.options,
    tiers: isCake ? tiers : undefined,
    allergens: contains ? wordsOf(contains) : (before?.allergens ?? []),
    contains,
    mayContain: mayContain.length > 0 ? mayContain : undefined,
    servingInfo: ServingInfo.options.filter((info) => draft.servingInfo.includes(info)),
    offMessage: isCake ? draft.takesMessage !== ON : true,
    season: isCake ? season : undefined,
    ingredients: ingredients || undefined,
    vat: vat === usualVat(kind) ? undefined : vat,
    keeping,
    leadDays: isCake ? leadDays : undefined,
    unavailableUntil: isCake ? unavailableUntil : undefined,
    hidden: draft.forSale !== ON,
    archived: before?.archived === true && draft.forSale !== ON,
  });
  return { content, problems };
}

/** @param missing what is wrong if it is empty; without it, it may be. */
export function readLine(
  problems: DraftProblems,
  name: string,
  typed: string,
  most: number,
  missing?: string,
): string {
  const text = typed.replaceAll(/\s+/g, ' ').trim();
  const wrong = lineProblem(text);
  if (wrong) problems[name] = wrong;
  else if (text === '' && missing) problems[name] = missing;
  else if (text.length > most) {
    problems[name] = `That is ${text.length} characters. ${most} at most fit.`;
  }
  return text.slice(0, most).trim();
}

/** @returns undefined if nothing is typed, or nothing right. */
export function readOptional<Value>(
  problems: DraftProblems,
  name: string,
  schema: z.ZodType<Value>,
  typed: string,
): Value | undefined {
  if (typed.trim() === '') return undefined;
  const { data, error } = schema.safeParse(typed.trim());
  if (error) problems[name] = error.issues[0]?.message ?? '';
  return data;
}

function readSlug({ draft, kind, before, problems }: Reading, title: string): string {
  // The form of an add-on has no field for it.
  if (before && kind !== 'cake') return before.slug;
  const typed = draft.slug.trim().toLowerCase();
  if (typed === '') return slugOf(title);
  const isSlug = CategorySlug.safeParse(typed).success && typed.length <= MAX_SLUG;
  if (!isSlug) problems.slug = 'Write small letters, digits and single hyphens: berry-drip-cake';
  return isSlug ? typed : slugOf(typed);
}

/** In the order of before, because the cake's page is in the first; new ones come last. */
function readCategories({ draft, before, categories }: Reading): string[] {
  const ticked = draft.category.filter((each) => categories.includes(each));
  const kept = before?.category.filter((each) => ticked.includes(each)) ?? [];
  return [...new Set([...kept, ...ticked])];
}

function readSizes({ draft, before, problems }: Reading, slug: string): CakeContent['sizes'] {
  const read: CakeContent['sizes'] = [];
  const rows = draft.size.slice(0, MAX_SIZES);
  for (const [row, typed] of rows.entries()) {
    const size = readSizeLabel(typed);
    const slices = (draft.slices[row] ?? '').replaceAll(/\s+/g, ' ').trim();
    const price = Pounds.safeParse(draft.price[row] ?? '');
    const units = readOptional(problems, `units ${row}`, TypedUnits, draft.units[row] ?? '');
    const isTwice = read.some((other) => other.size === size);
    if (size === undefined) problems[`size ${row}`] = 'Write 8 for 8 inches, or Box, or Box of 6.';
    if (isTwice) problems[`size ${row}`] = 'This size is there already.';
    if (!price.success) problems[`price ${row}`] = 'Write it as 52 or 52.50.';
    if (slices.length > MAX_SLICES || lineProblem(slices)) {
      problems[`slices ${row}`] = 'A short number, such as 14–18.';
    }
    if (size === undefined || isTwice) continue;
    const there = before?.sizes.find((other) => other.size === size);
    read.push({
      id: there?.id ?? sizeId(before?.id ?? slug, size),
      size,
      slices: size.startsWith('Box') || slices === '' ? null : slices.slice(0, MAX_SLICES),
      price: price.success ? price.data : (there?.price ?? 100),
      ...(units !== undefined && { units }),
    });
  }
  if (draft.size.length > MAX_SIZES) problems.sizes = `${MAX_SIZES} sizes at most.`;
  if (rows.length === 0) problems.sizes = 'Add at least one size.';
  // Something to show in the preview.
  const none = { id: sizeId(slug, 'Box'), size: 'Box', slices: null, price: 100 };
  return read.length > 0 ? read : [none];
}

function readContains({ draft, before, problems }: Reading): PreciseAllergen[] | undefined {
  const named = namesIn(draft.contains);
  if (draft.containsNone === ON) {
    if (named.length > 0) problems.contains = 'Untick “None of these”, or the allergens.';
    return named;
  }
  if (named.length > 0) return named;
  // The cafe has not named them precisely, and may leave it so.
  if (before && before.contains === undefined) return undefined;
  problems.contains = 'Tick what the recipe contains, or “None of these”.';
  return [];
}

function readKeeping({ draft, problems }: Reading): Keeping | undefined {
  const carry = readLine(problems, 'carry', draft.carry, 200) || undefined;
  // With the day it is four lines of a label.
  const keep = readLine(problems, 'keep', draft.keep, 100) || undefined;
  const cut = readLine(problems, 'cut', draft.cut, 200) || undefined;
  const days = readOptional(problems, 'keepsDays', TypedKeepsDays, draft.keepsDays);
  const isEmpty = [carry, keep, cut, days].every((part) => part === undefined);
  return isEmpty ? undefined : { carry, keep, cut, days };
}

function readSeason({ draft, problems }: Reading) {
  const { seasonFromDay, seasonFromMonth, seasonToDay, seasonToMonth } = draft;
  const typed = [seasonFromDay, seasonFromMonth, seasonToDay, seasonToMonth];
  if (typed.every((part) => part.trim() === '')) return undefined;
  const from = dateOf(seasonFromDay, seasonFromMonth);
  const to = dateOf(seasonToDay, seasonToMonth);
  if (from && to) return { from, to };
  problems.season = 'Write both days with their months, or leave all four empty.';
  return undefined;
}

/** In the order of the list. */
export function namesIn(ticked: string[]): PreciseAllergen[] {
  return PreciseAllergen.options.filter((name) => ticked.includes(name));
}

/** `8`, `8 in`, `box of 6` → as the catalogue has them. */
function readSizeLabel(typed: string): string | undefined {
  const text = typed.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const inches = /^0*(\d{1,2}) ?("|″|in|inch|inches)?$/.exec(text)?.[1];
  const label = inches ?? text.replace(/^box/, 'Box');
  return label !== '0' && Size.shape.size.safeParse(label).success ? label : undefined;
}

function dateOf(day: string, month: string): string | undefined {
  const date = `${month.trim().padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
  // In a leap year: a season may begin or end on the 29th of February.
  return isDay(`2000-${date}`) ? date : undefined;
}

/** `Zoë’s Crème Brûlée` → `zoes-creme-brulee` */
export function slugOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replaceAll(/^-+|-+$/g, '');
  return slug || 'cake';
}
