import { data, href, redirect } from 'react-router';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay } from '#domain/calendar/days.ts';
import { whyOutOfReach } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import { roomOn } from '#domain/capacity/capacity.ts';
import { formatPence, sumPence } from '#domain/money.ts';
import type { Difference } from '#domain/orders/check-items.ts';
import { Pence } from '#domain/pence.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { dayLoads } from '#server/orders/days.ts';
import { rulesForItems } from '#server/orders/move.ts';
import { PhoneOrderRequest, takePhoneOrder } from '#server/orders/phone.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { loadInWords } from './days-to-offer.ts';
import { type DraftState, PAY_WORDS, type PhoneDraft, withoutProblems } from './new-order-form.ts';
import { moveProblem } from './trail-words.ts';

// On the server: reads the form of an order on the phone.

/**
 * @returns the form again, with what is wrong; redirects when the order is in the book.
 */
export async function takeOrder(shop: Shop, by: string, draft: PhoneDraft) {
  const state = withoutProblems(draft);
  const { problems } = state;
  const { pay } = draft;
  if (!Object.hasOwn(PAY_WORDS, pay)) problems.pay = 'Please choose how it is paid.';
  const day = chosenDay(draft);
  const isSure = draft.sure !== '' && draft.sure === day;
  if (isSure) state.dayInQuestion = day;
  if (!isDay(day)) problems.day = 'Please choose a day.';
  const { catalogue } = await shop.content();
  const chosenItems = draft.items.map(({ cake: cakeId, size, message, seen, traces }, index) => {
    const [cake] = catalogue.byIds([cakeId]);
    const [sizeId = '', shown] = size.split('~');
    const chosen = cake?.sizes.find(({ id }) => id === sizeId);
    if (!cake) {
      problems[`cake-${index}`] =
        cakeId === '' ? 'Please choose a cake.' : 'It is not sold any more.';
    } else if (!chosen) problems[`size-${index}`] = 'Please choose a size.';
    else if (String(chosen.price) !== shown) {
      problems[`size-${index}`] = newPrice(chosen.price);
    } else if (chosen.api === null) {
      problems.form = 'Stripe does not know the price yet. Please try again in a few minutes.';
    }
    const shownToCaller = { allergens: seen, mayContain: traces };
    const item = { cakeId, sizeId, api: chosen?.api ?? '', message, day, ...shownToCaller };
    return { item, price: chosen?.price ?? 0 };
  });
  const total = sumPence(chosenItems.map(({ price }) => price));
  if (Object.keys(problems).length === 0 && draft.total !== '' && draft.total !== String(total)) {
    problems.form = `It comes to ${formatPence(total)}; the button said ${saidTotal(draft)}. Please tell the customer, then book it.`;
  }
  const read = PhoneOrderRequest.safeParse({
    id: draft.id,
    name: draft.name,
    phone: draft.phone,
    email: draft.email.trim(),
    items: chosenItems.map(({ item }) => item),
  });
  for (const { path, message } of read.error?.issues ?? []) {
    const [field, index, part] = path;
    if (part === 'message') problems[`message-${String(index)}`] ??= message;
    else if (field === 'id') draft.id = crypto.randomUUID();
    else if (field !== 'items') problems[String(field)] ??= message;
  }
  if (!read.success || Object.keys(problems).length > 0) {
    // While the customer is on the phone.
    const wrong = isDay(day) && !isSure && (await shortcomingOf(day, draft, shop));
    if (wrong) await explainDay(day, wrong, state, shop);
    return data(state, 422);
  }

  const isPaid = pay === 'already';
  const result = await takePhoneOrder(shop, read.data, { by, evenIfClosed: isSure, isPaid });
  if (result.ok) {
    const order = href('/owner/orders/:order', { order: result.id });
    throw redirect(`${order}?taken=${pay}`, 303);
  }
  switch (result.reason) {
    case 'changed':
      await explain(result.differences, state, shop);
      return data(state, 422);
    case 'prices-not-synced':
      problems.form = 'Stripe does not know a price yet. Please try again in a few minutes.';
      return data(state, 503);
    case 'other-content':
      state.earlier = draft.id;
      draft.id = crypto.randomUUID();
      return data(state, 409);
  }
}

async function explain(differences: Difference[], state: DraftState, shop: Shop): Promise<void> {
  const { problems } = state;
  for (const difference of differences) {
    const { kind, item } = difference;
    switch (kind) {
      case 'gone':
        problems[`cake-${item}`] = 'It is not sold any more.';
        break;
      case 'price':
        problems[`size-${item}`] = newPrice(difference.size.price);
        break;
      case 'no-message':
        problems[`message-${item}`] = 'Nothing can be written on it.';
        break;
      case 'allergens':
        problems[`allergens-${item}`] = 'Please read these out, then book it.';
        break;
      case 'day': {
        const day = chosenDay(state.draft);
        if (isDay(day)) await explainDay(day, difference, state, shop);
      }
    }
  }
}

type Shortcoming = Pick<Extract<Difference, { kind: 'day' }>, 'reason' | 'notice' | 'left'>;

/** What is wrong with the day, as far as it can be said before the rest of the form is right. */
async function shortcomingOf(
  day: Day,
  { items }: PhoneDraft,
  shop: Shop,
): Promise<Shortcoming | undefined> {
  const chosen = items.flatMap(({ cake }) => (cake === '' ? [] : { cakeId: cake }));
  const [{ rules }, loads] = await Promise.all([
    rulesForItems(shop, chosen),
    dayLoads(shop, day, day),
  ]);
  const reason = whyClosed(day, todayAt(shop), rules);
  if (reason) return { reason, ...(reason === 'too-soon' && { notice: rules.notice }) };
  const left = roomOn(day, rules, loads);
  return left <= 0 ? { reason: 'forbidden-day', left } : undefined;
}

async function explainDay(
  day: Day,
  { reason, notice, left }: Shortcoming,
  state: DraftState,
  shop: Shop,
): Promise<void> {
  const [today, rules] = [todayAt(shop), await calendarRules(shop)];
  const reach = whyOutOfReach(day, today);
  const why = reasonText(reason, day, today, { ...rules, ...(notice && { notice }) });
  state.problems.day = moveProblem(
    reach
      ? { ok: false, reason: reach }
      : left !== undefined
        ? { ok: false, reason: 'full', day, left: Math.max(0, left) }
        : { ok: false, reason: 'closed', why },
    day,
  );
  if (reach) return;
  state.problems.day += ` ${await loadInWords(day, shop)}`;
  state.dayInQuestion = day;
}

function newPrice(price: Pence): string {
  return `The price is ${formatPence(price)} now. Please tell the customer.`;
}

function saidTotal({ total }: PhoneDraft): string {
  const said = Pence.safeParse(Number(total)).data;
  return said === undefined ? 'something else' : formatPence(said);
}

function chosenDay({ day, otherDay }: PhoneDraft): string {
  return day === 'other' ? otherDay : day;
}
