import { href } from 'react-router';
import * as z from 'zod';
import { Text, Time } from '#app/owner/frame/form-fields.ts';
import type { Problems } from '#app/ui/kit/refusal.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, isDay } from '#domain/calendar/days.ts';
import { formatPence, sumPence } from '#domain/money.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { Pence } from '#domain/pence.ts';
import { rulesForItems } from '#server/orders/move.ts';
import { EmailedQuote, PhoneOrderRequest, takePhoneOrder } from '#server/orders/phone.ts';
import type { AskedFor } from '#server/requests/ordered.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { chosenItemsOf, sayBeside } from './chosen-items.ts';
import { explainAll, explainDay, PRICES_NOT_SYNCED, shortcomingOf } from './explain-difference.ts';
import { type DraftItem, FREE_LINE, PAY_WORDS, QUOTE, readDeposit } from './phone-draft.ts';

// On the server: books what the form of an order on the phone says.

/** What is typed into the form, without the fields of its cakes (`readItems`). */
export const PhoneDraft = z.object({
  /** Of the order that it becomes. */
  id: Text,
  /** A day, or `other`. */
  day: Text,
  'other-day': Text,
  /** The day that is wanted although customers cannot choose it. */
  sure: Text,
  time: Time,
  name: Text,
  phone: Text,
  email: Text,
  note: Text,
  pay: Text,
  /** Whether a part is paid first. Empty: no. */
  'asks-deposit': Text,
  deposit: Text,
  /** When the rest is paid: `collection`, or `link`. */
  rest: Text,
  /** Empty: the day before baking starts. */
  'rest-by': Text,
  'valid-until': Text,
  /** Empty: no. */
  'holds-day': Text,
  'quote-message': Text,
  /** What the button said, in pence. Empty: nothing, because scripts are off. */
  total: Text,
});
type PhoneDraft = z.output<typeof PhoneDraft>;

interface TakenFor {
  request?: AskedFor | undefined;
  /** The id of the quote that it replaces. */
  replaces?: OrderId | undefined;
}

/** @returns what is wrong, or the screen of the order or the quote. */
export async function takeOrder(
  shop: Shop,
  by: string,
  draft: PhoneDraft & { values: Record<string, string[]> },
  { request, replaces }: TakenFor,
) {
  const { pay, sure, total: said } = draft;
  // A quote is replaced by a quote.
  const isQuote = pay === QUOTE || replaces !== undefined;
  const field = draft.day === 'other' ? 'other-day' : 'day';
  const day = draft[field];
  const isSure = sure !== '' && sure === day;
  const chosen = await chosenItemsOf(shop, draft.values, day);
  const { items, chosenItems, problems } = chosen;
  if (!isQuote && !Object.hasOwn(PAY_WORDS, pay)) problems.pay = 'Please choose how it is paid.';
  const asked: Problems = {
    ...(isQuote && { '': 'The quote is not made yet.' }),
    ...(isSure && { sure }),
    ...chosen.asked,
  };
  if (!isDay(day)) problems[field] = 'Please choose a day.';
  const total = sumPence(chosenItems.map(({ price }) => price));
  if (Object.keys(problems).length === 0 && said !== '' && said !== String(total)) {
    problems[''] =
      `It comes to ${formatPence(total)}; the button said ${saidTotal(said)}. ${isQuote ? 'Please look at the prices, then send it.' : 'Please tell the customer, then book it.'}`;
  }
  const deposit = await readTerms(shop, draft, { total, day, items: chosenItems, problems });
  const validUntil = draft['valid-until'];
  if (isQuote && !isDay(validUntil)) problems['valid-until'] = 'Please choose a day.';
  else if (isQuote && validUntil < todayAt(shop)) problems['valid-until'] = OVER;
  const email = draft.email.trim();
  const schema = isQuote && email !== '' ? EmailedQuote : PhoneOrderRequest;
  const read = schema.safeParse({
    id: draft.id,
    name: draft.name,
    phone: draft.phone,
    email,
    note: draft.note,
    items: chosenItems.map((item) => ({ ...item, time: draft.time })),
    deposit,
    ...(isQuote &&
      isDay(validUntil) && {
        quote: {
          validUntil,
          holdsDay: draft['holds-day'] !== '',
          message: draft['quote-message'],
        },
      }),
  });
  let ofAll: string | undefined;
  for (const { path, message } of read.error?.issues ?? []) {
    const [name, index, part, place] = path;
    // Another one, which can be one of an order.
    if (name === 'id') problems.id = crypto.randomUUID();
    else if (name === 'deposit' || name === 'quote')
      problems[TERMS[String(index)] ?? ''] ??= message;
    else if (name !== 'items') problems[String(name)] ??= message;
    else if (index === undefined) ofAll = message;
    else sayBeside(chosen, [index, part, place], message);
  }
  // Their sum says nothing while one of them is wrong.
  if (ofAll && Object.keys(problems).length === 0) problems[''] = ofAll;
  if (!read.success || !isDay(day) || Object.keys(problems).length > 0) {
    // While the customer is on the phone.
    const wrong =
      isDay(day) && !isSure && (await shortcomingOf(day, items.flatMap(chosenCake), shop));
    if (isDay(day) && wrong) Object.assign(problems, await explainDay({ day, field }, wrong, shop));
    return notBooked(problems, asked);
  }

  const isPaid = !isQuote && pay === 'already';
  const result = await takePhoneOrder(shop, read.data, {
    by,
    evenIfClosed: isSure,
    isPaid,
    request,
    replaces,
  });
  if (result.ok) {
    return {
      to: href('/owner/orders/:order', { order: result.id }),
      words: isQuote ? quotedInWords(read.data) : 'It is in the book.',
    };
  }
  switch (result.reason) {
    case 'changed':
      return notBooked(await explainAll(shop, result.differences, { items, day, field }), asked);
    case 'earlier-quote':
      return notBooked({ '': EARLIER_PROBLEMS[result.problem] }, asked);
    case 'prices-not-synced':
      return notBooked({ '': PRICES_NOT_SYNCED });
    case 'other-content':
      return notBooked({ '': BOOKED_BEFORE, earlier: draft.id, id: crypto.randomUUID() });
  }
}

function quotedInWords({ name, email }: PhoneOrderRequest): string {
  return email === ''
    ? 'The quote is made. There is no e-mail address: please send the customer its link.'
    : `E-mail to ${name}, with the quote.`;
}

/** The fields of the terms, by their names in the request. */
const TERMS: Record<string, string> = {
  amount: 'deposit',
  restBy: 'rest-by',
  validUntil: 'valid-until',
  message: 'quote-message',
};

const OVER = 'That day is over. Please choose a later one.';

const BOOKED_BEFORE =
  'This form is booked already, with other details. Book it again only if it is another order.';

/** Why the quote that is changed cannot be replaced. */
const EARLIER_PROBLEMS: Record<
  Extract<Awaited<ReturnType<typeof takePhoneOrder>>, { reason: 'earlier-quote' }>['problem'],
  string
> = {
  paid: 'The customer has accepted the earlier quote and paid. Nothing was changed.',
  processing: 'The customer is paying the earlier quote by bank. Nothing was changed.',
  unavailable:
    'The customer may be paying the earlier quote just now. Please try again in a moment.',
  replaced: 'The earlier quote was changed or accepted meanwhile. Please look at it again.',
};

/** What the form says of a deposit. @returns undefined if all is paid at once, or something is wrong. */
async function readTerms(
  shop: Shop,
  { pay, 'asks-deposit': asks, deposit, rest, 'rest-by': restBy }: PhoneDraft,
  { total, day, items, problems }: Terms,
): Promise<PhoneOrderRequest['deposit']> {
  // The form hides it then.
  if (asks === '' || pay === 'already') return undefined;
  const amount = readDeposit(deposit, total);
  if (amount === undefined) problems.deposit = 'Please type how much: 50%, or 20 for pounds.';
  if (rest !== 'link') {
    if (rest !== 'collection') problems.rest = 'Please choose when the rest is paid.';
    return amount === undefined ? undefined : { amount, restBy: null };
  }
  const by = restBy === '' && isDay(day) ? await dayBeforeBaking(shop, day, items) : restBy;
  if (!isDay(by)) problems['rest-by'] = 'Please choose a day.';
  else if (by < todayAt(shop)) {
    problems['rest-by'] =
      restBy === ''
        ? 'You start to bake it now: please choose a day, or let them pay when they collect.'
        : OVER;
  }
  return amount === undefined || !isDay(by) ? undefined : { amount, restBy: by };
}

interface Terms {
  total: Pence;
  day: string;
  items: { cakeId: string | null }[];
  problems: Problems;
}

/** Baking starts as long before the collection as the notice of the cakes. */
async function dayBeforeBaking(shop: Shop, day: Day, items: Terms['items']): Promise<Day> {
  const cakes = items.flatMap(({ cakeId }) => (cakeId ? { cakeId } : []));
  const { leadDays } = await rulesForItems(shop, cakes);
  return addDays(day, -leadDays - 1);
}

function notBooked(problems: Problems, asked?: Problems): { problems: Problems } {
  const general = 'Not booked yet.';
  return { problems: { '': general, ...asked, ...problems } };
}

function chosenCake({ cake }: DraftItem) {
  return cake === '' || cake === FREE_LINE ? [] : { cakeId: cake };
}

function saidTotal(total: string): string {
  const said = Pence.safeParse(Number(total)).data;
  return said === undefined ? 'something else' : formatPence(said);
}
