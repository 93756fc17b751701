import * as z from 'zod';
import { MAX_ITEMS } from '#domain/basket/basket.ts';
import { Day } from '#domain/calendar/day.ts';
import { unitsOfOptions } from '#domain/capacity/capacity.ts';
import { hasSeen, shownAllergens } from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { type AddedLine, type Addition, amountAdded } from '#domain/orders/addition.ts';
import { type OrderableNow, withVatRate } from '#domain/orders/check-items.ts';
import { checkOptions } from '#domain/orders/check-options.ts';
import { recipeNow } from '#domain/orders/declared-now.ts';
import type { Difference, OptionChange } from '#domain/orders/difference.ts';
import { type Order, OrderId, type OrderItem } from '#domain/orders/order.ts';
import { OrderRequest } from '#domain/orders/order-request.ts';
import { itemAt, withPositions } from '#domain/orders/positions.ts';
import { LEAST_PAYABLE } from '#domain/pence.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import type { BookedOrder } from './book-rows.ts';
import type { CustomerChanged } from './customer-changes.ts';
import { openLink } from './customer-link.ts';
import { lastDayToAdd } from './customer-order.ts';
import { whyNotTo } from './move.ts';
import { checkOrderable } from './place.ts';

const RequestedItem = OrderRequest.shape.items.element;

/** What a customer wants to add to what they collect on a day. Never an amount, as of an order. */
export const AdditionRequest = z.strictObject({
  /** Of the form, so that sending it twice adds it once. */
  id: OrderId,
  day: Day,
  items: z.array(RequestedItem.omit({ day: true, time: true })).max(MAX_ITEMS),
  /** Options for items that the order has. */
  options: z
    .array(
      z.strictObject({
        position: z.int().min(0),
        options: RequestedItem.shape.options.unwrap().min(1),
        /** As shown, of the item with them. */
        allergens: RequestedItem.shape.allergens,
        mayContain: RequestedItem.shape.mayContain,
      }),
    )
    .max(MAX_ITEMS),
});
export type AdditionRequest = z.infer<typeof AdditionRequest>;

export type Rejected = Exclude<CustomerChanged, { ok: true }>;

/** How many additions a customer may begin: each is a checkout. */
const MOST_ADDITIONS = 30;

export const CHANGED_SINCE = 'It has changed since you opened this page. Please look again.';
export const UNAVAILABLE = invalid(
  'The card page does not open just now. Nothing was charged. Please try again in a moment.',
);

/** Says what can be added as it was asked for, and what it costs. Changes nothing. */
export async function checkAddition(
  shop: Shop,
  token: string,
  request: AdditionRequest,
): Promise<{ ok: true; order: Order; addition: Addition } | Rejected> {
  const link = await openLink(shop, token);
  if (!link || link === 'over') return { ok: false, reason: 'unknown' };
  return checkAdditionTo(shop, link, request);
}

/** Whether a customer may add it to an order as it was asked for, by the rules by which it could be ordered. */
export async function checkAdditionTo(
  shop: Shop,
  { order, booked }: { order: Order; booked: BookedOrder },
  { id, day, items, options }: AdditionRequest,
): Promise<{ ok: true; order: Order; addition: Addition } | Rejected> {
  const ofDay = booked.days.find((each) => each.day === day);
  const position = withPositions(order.items).find((item) => item.day === day)?.position;
  if (order.cancelledAt !== null) return { ok: false, reason: 'fixed', why: 'over' };
  if (!ofDay || position === undefined) return { ok: false, reason: 'conflict' };
  if (ofDay.fulfilment !== 'to-make') return { ok: false, reason: 'fixed', why: 'ticked-off' };
  if (todayAt(shop) > lastDayToAdd(day)) return { ok: false, reason: 'fixed', why: 'too-late' };
  if (order.paid === 0) return invalid('Please pay for your order first.');
  const begun = booked.trail.filter(
    ({ kind, actor }) => actor === 'customer' && (kind === 'addition-begun' || kind === 'added'),
  );
  if (begun.length >= MOST_ADDITIONS) return { ok: false, reason: 'fixed', why: 'too-often' };
  if (items.length + options.length === 0) return invalid('Please choose something to add.');
  if (items.length + order.items.length > MAX_ITEMS)
    return invalid(`An order has at most ${MAX_ITEMS} items.`);
  // Its day is the order's, and decided below: an add-on needs no notice.
  const checked = await checkOrderable(
    shop,
    items.map((item) => ({ ...item, day })),
    { evenIfClosed: true },
  );
  if (!checked.ok) {
    return checked.reason === 'changed'
      ? invalid(differenceInWords(checked.differences))
      : UNAVAILABLE;
  }
  const lines: AddedLine[] = checked.items.map((item) => ({ item }));
  const { catalogue } = await shop.content();
  for (const wanted of options) {
    const item = itemAt(order.items, wanted.position);
    const cake = item?.cakeId ? catalogue.entry(item.cakeId)?.cake : undefined;
    if (!item || item.day !== day || !cake) return invalid(CHANGED_SINCE);
    const line = checkOptionsOf(item, cake, wanted, checked.orderable);
    if ('ok' in line) return line;
    lines.push(line);
  }
  const made = lines.flatMap((line) => {
    const item = 'item' in line ? line.item : itemAt(order.items, line.position);
    return item && !('item' in line && item.isAddOn) ? [item] : [];
  });
  const closed = made.length > 0 ? await whyNotTo(shop, made, day) : undefined;
  if (closed) {
    const why = closed.reason === 'closed' ? closed.why : 'That day cannot be chosen any more';
    return invalid(`${why}. Please ring us.`);
  }
  const amount = amountAdded(lines);
  if (amount > 0 && amount < LEAST_PAYABLE)
    return invalid('The card page takes no payment of less than 30p. Please add more, or ring us.');
  return { ok: true, order, addition: { id, position, lines } };
}

/** Checks options for an item of the order, by those of its cake as they are now. */
function checkOptionsOf(
  { day, options: has = [] }: OrderItem,
  cake: Cake,
  wanted: AdditionRequest['options'][number],
  { units, vatRates, symbols }: OrderableNow,
): AddedLine | Rejected {
  // One of a required group is chosen already.
  const groups = (cake.options ?? []).filter(({ kind }) => kind !== 'one');
  const { options, changes } = checkOptions({ options: groups }, wanted.options, { day, symbols });
  const [change] = changes;
  if (change) return invalid(optionChangeInWords(change.why));
  const isTooMany = groups.some((group) => {
    const ofGroup = [...has, ...options].filter(({ groupId }) => groupId === group.id);
    const choices = new Set(ofGroup.map(({ choiceId }) => choiceId));
    const most = group.kind === 'several' ? group.most : 1;
    return ofGroup.length > most || choices.size < ofGroup.length;
  });
  if (isTooMany) return invalid('It has this already. Please look again.');
  const recipe = recipeNow(cake, [...has, ...options]);
  if (!hasSeen(wanted, recipe)) return invalid('What it contains has changed. Please look again.');
  return {
    position: wanted.position,
    options: options.map((option) => withVatRate(option, cake, vatRates)),
    units: unitsOfOptions(options, cake.id, units),
    allergens: [...shownAllergens(recipe)],
    ...(recipe.mayContain?.length && { mayContain: [...recipe.mayContain] }),
  };
}

function differenceInWords(differences: Difference[]): string {
  const [difference] = differences;
  switch (difference?.kind) {
    case 'gone':
      return 'It is not sold any more.';
    case 'options':
      return optionChangeInWords(difference.changes[0]?.why);
    case 'message':
      return 'We cannot write all of that message. Please use letters, numbers and punctuation.';
    case 'allergens':
      return 'What it contains has changed. Please look again.';
    default:
      return CHANGED_SINCE;
  }
}

function optionChangeInWords(why: OptionChange['why'] | undefined): string {
  switch (why) {
    case 'sold-out':
      return 'One of the options is sold out for that day.';
    case 'text':
      return 'We cannot write that text. Please make it shorter, with letters and numbers.';
    case 'gone':
      return 'One of the options is not sold any more.';
    default:
      return CHANGED_SINCE;
  }
}

export function invalid(text: string): Extract<Rejected, { reason: 'invalid' }> {
  return { ok: false, reason: 'invalid', text };
}
