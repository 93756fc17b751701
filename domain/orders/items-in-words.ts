import { type NamedOption, optionsInWords } from '#domain/catalogue/options.ts';
import { titleWithSize } from '#domain/catalogue/sizes.ts';
import type { OrderItem } from './order.ts';

type SortedItem = Pick<OrderItem, 'title' | 'size' | 'units' | 'isAddOn'>;

interface SoldItem extends SortedItem {
  options?: readonly NamedOption[] | undefined;
}

/** Longer orders do not fit a subject or a row of a list. */
const MOST_NAMED = 3;

/**
 * How every list sorts what was ordered: cakes, the largest first, then add-ons. An order keeps its items as they were
 * ordered, because their positions name them.
 */
export function cakesFirst(one: SortedItem, other: SortedItem): number {
  return (
    Number(one.isAddOn) - Number(other.isAddOn) ||
    other.units - one.units ||
    inchesOf(other) - inchesOf(one) ||
    one.title.localeCompare(other.title, 'en-GB')
  );
}

/** 0 for boxes. */
function inchesOf({ size }: SortedItem): number {
  return Number.parseInt(size, 10) || 0;
}

/** How many there are of each cake and size, with the same options. */
export interface Group {
  count: number;
  /** `Victoria Sponge 8 in`, `Red Velvet 8 in (Sponge: chocolate)` */
  what: string;
}

/** Cakes first. */
export function groupItems(items: readonly SoldItem[]): Group[] {
  return groupBy(items, titleAsMade);
}

function titleAsMade(item: SoldItem): string {
  return titleWithOptions({ ...item, options: withoutTexts(item) });
}

function groupBy(items: readonly SoldItem[], nameOf: (item: SoldItem) => string): Group[] {
  const groups = Map.groupBy([...items].sort(cakesFirst), nameOf);
  return [...groups].map(([what, { length }]) => ({ count: length, what }));
}

/** `Red Velvet 8 in (Sponge: chocolate · Number topper: “7”)` */
export function titleWithOptions(item: Pick<SoldItem, 'title' | 'size' | 'options'>): string {
  const options = optionsInWords(item.options ?? []);
  return options === '' ? titleWithSize(item) : `${titleWithSize(item)} (${options})`;
}

/** `2 × 16 Rainbow Tall Candles, new options for Red Velvet 8 in (Number topper: “7”)`: not another Red Velvet. */
export function additionInWords(
  added: readonly SoldItem[],
  withOptions: readonly SoldItem[],
): string {
  return [
    ...groupBy(added, titleWithOptions).map(groupInWords),
    ...withOptions.map((item) => `new options for ${titleWithOptions(item)}`),
  ].join(', ');
}

/** What the kitchen makes alike, whatever their customers wrote. */
export function withoutTexts({ options = [] }: Pick<SoldItem, 'options'>): NamedOption[] {
  return options.map(({ group, name, text }) => ({ group, name: text === undefined ? name : '' }));
}

/**
 * What an order, or its part for a day, is called: `Red Velvet 10 in, 2 × Victoria Sponge 8 in + candles`, without
 * options. Add-ons alone have their whole names. Empty without items.
 */
export function itemsInWords(items: readonly SoldItem[]): string {
  return inALine(items, titleWithSize, MOST_NAMED);
}

/** All that is to make, in a line: cakes with other options are others. */
export function makingInWords(items: readonly SoldItem[]): string {
  return inALine(items, titleAsMade, items.length);
}

function inALine(
  items: readonly SoldItem[],
  nameOf: (item: SoldItem) => string,
  most: number,
): string {
  const cakes = items.filter(({ isAddOn }) => !isAddOn);
  if (cakes.length === 0) return named(groupBy(items, nameOf), most);
  const addOns = items.filter(({ isAddOn }) => isAddOn);
  return [named(groupBy(cakes, nameOf), most), ...addOnsInWords(addOns)].join(' + ');
}

function named(groups: Group[], most: number): string {
  const rest = groups.slice(most).reduce((sum, { count }) => sum + count, 0);
  const words = groups.slice(0, most).map(groupInWords);
  return [...words, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

function addOnsInWords(addOns: SoldItem[]): string[] {
  const groups = [...Map.groupBy(addOns.toSorted(cakesFirst), shortName)].map(
    ([what, { length: count }]) => ({
      count,
      what,
    }),
  );
  return groups.length > MOST_NAMED
    ? [`${addOns.length} personal touches`]
    : groups.map(groupInWords);
}

/** `3 × Victoria Sponge 8 in`; a single one without its number. */
export function groupInWords({ count, what }: Group): string {
  return count === 1 ? what : `${count} × ${what}`;
}

/** `16 Rainbow Tall Candles (18 cm)` → `candles`; `Macaron Crown (gold)` → `macaron crown`. */
function shortName({ title }: SoldItem): string {
  const words = title.toLowerCase().split('(')[0]?.trim() ?? '';
  return words.match(/\bcandles?$/)?.[0] ?? (words || title);
}
