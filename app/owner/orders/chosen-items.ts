import type { Problems } from '#app/ui/kit/refusal.ts';
import { Units } from '#domain/catalogue/cake-content.ts';
import { type Cake, PreciseAllergen } from '#domain/catalogue/catalogue.ts';
import { sumPence } from '#domain/money.ts';
import { pipingProblem } from '#domain/orders/plain-text.ts';
import { type Pence, Pounds } from '#domain/pence.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Shop } from '#server/shop.ts';
import { NOT_SOLD, newPrice, PRICES_NOT_SYNCED } from './explain-difference.ts';
import {
  type DraftItem,
  FREE_LINE,
  optionField,
  readItems,
  readOptions,
  readPriced,
} from './phone-draft.ts';
import { unpipedProblem } from './words.ts';

// On the server: the items that a form of staff asks for.

/** The items that the form asks for, what is wrong with them, and what the person may confirm. */
export async function chosenItemsOf(shop: Shop, values: Record<string, string[]>, day: string) {
  const items = readItems(values);
  const problems: Problems = {};
  const { piping } = await currentWords(shop);
  /** Asked about as long as the form is shown. */
  const asked: Problems = {};
  for (const { row, message, piped } of items) {
    const problem = pipingProblem(message, piping);
    if (!problem) continue;
    asked[`piped-${row}`] = message;
    if (piped !== message) problems[`message-${row}`] = unpipedProblem(problem);
  }
  const { catalogue } = await shop.content();
  const chosenItems = items.map((item) =>
    item.cake === FREE_LINE
      ? freeItem(item, day, problems)
      : catalogueItem(item, day, catalogue.byIds([item.cake])[0], problems),
  );
  return { items, chosenItems, problems, asked };
}

/** Says what the schema finds wrong with an item beside its field. @param path from the item's index on. */
export function sayBeside(
  { items, chosenItems, problems }: Awaited<ReturnType<typeof chosenItemsOf>>,
  [index, part, place]: (PropertyKey | undefined)[],
  message: string,
): void {
  const row = items[Number(index)]?.row ?? '';
  if (part === 'message' || part === 'title') problems[`${part}-${row}`] ??= message;
  if (part !== 'options') return;
  const item = chosenItems[Number(index)];
  const group = item && 'options' in item ? item.options?.[Number(place)]?.group : undefined;
  problems[optionField(row, group ?? '')] ??= message;
}

function catalogueItem(
  { row, cake: cakeId, catalogue, agreed, message }: DraftItem,
  day: string,
  cake: Cake | undefined,
  problems: Problems,
) {
  const { id: sizeId, price: shown } = readPriced(catalogue.size);
  const size = cake?.sizes.find(({ id }) => id === sizeId);
  const chosen = readOptions(cake?.options ?? [], catalogue.options);
  const price =
    agreed === ''
      ? size && sumPence([size.price, ...chosen.map(({ now }) => now?.price ?? 0)])
      : agreedPrice(agreed, row, problems);
  if (!cake) {
    problems[`cake-${row}`] = cakeId === '' ? 'Please choose a cake.' : NOT_SOLD;
  } else if (!size) problems[`size-${row}`] = 'Please choose a size.';
  else if (agreed === '' && size.price !== shown) problems[`size-${row}`] = newPrice(size.price);
  else if (size.api === null) problems[''] = PRICES_NOT_SYNCED;
  for (const { group, now, isRepriced } of chosen) {
    if (agreed === '' && now && isRepriced) problems[optionField(row, group)] = newPrice(now.price);
  }
  const { allergens, mayContain } = catalogue;
  const declared = { allergens, mayContain };
  return {
    cakeId,
    sizeId,
    api: size?.api ?? '',
    ...(chosen.length > 0 && { options: chosen.map(requestedOption) }),
    price: price ?? 0,
    message,
    day,
    ...declared,
  };
}

function requestedOption({ group, choice, text, now }: ReturnType<typeof readOptions>[number]) {
  return { group, choice, ...(text !== undefined && { text }), api: now?.api ?? null };
}

function freeItem({ row, free, agreed, message }: DraftItem, day: string, problems: Problems) {
  const price = agreedPrice(agreed, row, problems) ?? 0;
  const units = Units.safeParse(Number(free.units)).data;
  if (units === undefined) problems[`units-${row}`] = 'A whole number, such as 2.';
  const allergens = PreciseAllergen.options.filter((name) => free.contains.includes(name));
  if (free.containsNone && allergens.length > 0) {
    problems[`contains-${row}`] = 'Untick “None of these”, or the allergens.';
  } else if (!free.containsNone && allergens.length === 0) {
    problems[`contains-${row}`] = 'Please tick what is in it, or “None of these”.';
  }
  const mayContain = PreciseAllergen.options.filter(
    (name) => free.mayContain.includes(name) && !allergens.includes(name),
  );
  const kind = free.isNoFood ? 'personal-touch' : 'cake';
  const { title } = free;
  const vat = free.hasVat ? 'standard' : undefined;
  const declared = { allergens, mayContain };
  return { cakeId: null, title, price, kind, vat, units: units ?? 0, message, day, ...declared };
}

function agreedPrice(typed: string, row: string, problems: Problems): Pence | undefined {
  const price = Pounds.safeParse(typed).data;
  if (price === undefined) problems[`agreed-${row}`] = 'Pounds, such as 52 or 52.50.';
  return price;
}
