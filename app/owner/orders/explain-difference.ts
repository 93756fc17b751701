import type { Problems } from '#app/ui/kit/refusal.ts';
import { rulesAt, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { whyOutOfReach } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import { roomOn } from '#domain/capacity/capacity.ts';
import { formatPence } from '#domain/money.ts';
import type { Difference, OptionChange } from '#domain/orders/difference.ts';
import type { OrderedOption } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { dayLoads } from '#server/orders/days.ts';
import { rulesForItems } from '#server/orders/move.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { loadInWords } from './days-to-offer.ts';
import { type DraftItem, optionField } from './phone-draft.ts';
import { moveProblem, timeProblem } from './words.ts';

// On the server: why an order cannot be taken as the form says it, in words beside the field.

export const NOT_SOLD = 'It is not sold any more.';

export const PRICES_NOT_SYNCED =
  'Stripe does not know a price yet. Please try again in a few minutes.';

/** What is wrong with items, or with their day, in words beside the fields. */
export async function explainAll(
  shop: Shop,
  differences: Difference[],
  { items, day, field }: { items: DraftItem[]; day: Day; field: string },
): Promise<Problems> {
  const problems: Problems = {};
  for (const difference of differences) {
    const row = items[difference.item]?.row ?? '';
    Object.assign(problems, await explain(difference, { row, day, field }, shop));
  }
  return problems;
}

async function explain(
  difference: Difference,
  { row, day, field }: { row: string; day: Day; field: string },
  shop: Shop,
): Promise<Problems> {
  switch (difference.kind) {
    case 'gone':
      return { [`cake-${row}`]: NOT_SOLD };
    case 'price':
      return { [`size-${row}`]: newPrice(difference.size.price) };
    case 'options':
      return Object.fromEntries(
        difference.changes.map((change) => [
          optionField(row, change.group),
          optionProblem(change, difference.options),
        ]),
      );
    // Only of what visitors order.
    case 'message':
      return {};
    case 'no-message':
      return { [`message-${row}`]: 'Nothing can be written on it.' };
    case 'allergens':
      return { [`allergens-${row}`]: 'These have changed. Please read them out, then book it.' };
    case 'time':
      return {
        time: timeProblem({ isFull: false, offered: difference.offered }, day),
        sure: day,
      };
    case 'day':
      return explainDay({ day, field }, difference, shop);
  }
}

type Shortcoming = Pick<Extract<Difference, { kind: 'day' }>, 'reason' | 'notice' | 'left'>;

/** What is wrong with the day, as far as it can be said before the rest of the form is right. */
export async function shortcomingOf(
  day: Day,
  items: { cakeId: string }[],
  shop: Shop,
): Promise<Shortcoming | undefined> {
  const [{ rules }, loads] = await Promise.all([
    rulesForItems(shop, items),
    dayLoads(shop, day, day),
  ]);
  const reason = whyClosed(day, todayAt(shop), rules);
  if (reason) return { reason, ...(reason === 'too-soon' && { notice: rules.notice }) };
  const left = roomOn(day, rules, loads);
  return left <= 0 ? { reason: 'forbidden-day', left } : undefined;
}

/** Also asks whether it is wanted all the same, unless it cannot be. */
export async function explainDay(
  { day, field }: { day: Day; field: string },
  { reason, notice, left }: Shortcoming,
  shop: Shop,
): Promise<Problems> {
  const today = todayAt(shop);
  const rules = rulesAt(shop.clock.now(), await calendarRules(shop));
  const reach = whyOutOfReach(day, today);
  if (reach) return { [field]: moveProblem({ ok: false, reason: reach }, day) };
  const why = reasonText(reason, day, today, { ...rules, ...(notice && { notice }) });
  const problem = moveProblem(
    left !== undefined
      ? { ok: false, reason: 'full', day, left: Math.max(0, left) }
      : { ok: false, reason: 'closed', why },
    day,
  );
  return { [field]: `${problem} ${await loadInWords(day, shop)}`, sure: day };
}

function optionProblem({ group, why, until }: OptionChange, now: OrderedOption[]): string {
  switch (why) {
    case 'gone':
      return NOT_SOLD;
    case 'sold-out':
      return until ? `Sold out until ${dayInWords(until, 'short')}.` : 'Sold out.';
    case 'price':
      return newPrice(now.find(({ groupId }) => groupId === group)?.price ?? 0);
    case 'text':
      return 'This is too long.';
    case 'missing':
      return 'Please choose one.';
    case 'too-many':
      return 'These are too many.';
  }
}

export function newPrice(price: Pence): string {
  return `The price is ${formatPence(price)} now. Please tell the customer.`;
}
