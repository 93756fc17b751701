import { href } from 'react-router';
import type { Problems } from '#app/ui/kit/refusal.ts';
import { rulesAt, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, dayInWords, isDay } from '#domain/calendar/days.ts';
import { whyOutOfReach } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import { roomOn } from '#domain/capacity/capacity.ts';
import { Units } from '#domain/catalogue/cake-content.ts';
import { type Cake, PreciseAllergen } from '#domain/catalogue/catalogue.ts';
import { formatPence, sumPence } from '#domain/money.ts';
import type { Difference } from '#domain/orders/check-items.ts';
import type { OptionChange } from '#domain/orders/check-options.ts';
import type { OrderedOption, OrderId } from '#domain/orders/order.ts';
import { pipingProblem } from '#domain/orders/plain-text.ts';
import { Pence, Pounds } from '#domain/pence.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { currentWords } from '#server/content/texts.ts';
import { dayLoads } from '#server/orders/days.ts';
import { rulesForItems } from '#server/orders/move.ts';
import {
  type DepositProblem,
  EmailedQuote,
  PhoneOrderRequest,
  type QuoteProblem,
  takePhoneOrder,
} from '#server/orders/phone.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { loadInWords } from './days-to-offer.ts';
import {
  type DraftItem,
  FREE_LINE,
  optionField,
  PAY_WORDS,
  readDeposit,
  readItems,
  readOptions,
  readPriced,
} from './phone-draft.ts';
import { moveProblem, timeProblem, unpipedProblem } from './words.ts';

// On the server: books what the form of an order on the phone says.

/** What is typed into the form, as text. */
interface PhoneDraft {
  /** Of the order that it becomes. */
  id: string;
  /** A day, or `other`. */
  day: string;
  'other-day': string;
  /** The day that is wanted although customers cannot choose it. May be empty. */
  sure: string;
  /** Of the day; missing in a shop that asks for none. */
  time?: CollectionTime | undefined;
  name: string;
  phone: string;
  email: string;
  note: string;
  pay: string;
  /** Whether a part is paid first. Empty: no. */
  'asks-deposit': string;
  deposit: string;
  /** When the rest is paid: `collection`, or `link`. */
  rest: string;
  /** Empty: the day before baking starts. */
  'rest-by': string;
  'valid-until': string;
  /** Empty: no. */
  'holds-day': string;
  'quote-message': string;
  /** What the button said, in pence. Empty: nothing, because scripts are off. */
  total: string;
  /** All of the form: the fields of its cakes (`readItems`). */
  values: Record<string, string[]>;
}

interface TakenFor {
  /** The id of the request that it answers. */
  request?: string | undefined;
  isQuote: boolean;
  /** The id of the quote that it replaces. */
  replaces?: OrderId | undefined;
}

/** @returns what is wrong, or the screen of the order or the quote. */
export async function takeOrder(
  shop: Shop,
  by: string,
  draft: PhoneDraft,
  { request, isQuote, replaces }: TakenFor,
) {
  const { pay, sure, total: said } = draft;
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
    else if (name === 'quote') problems['quote-message'] ??= message;
    else if (name !== 'items') problems[String(name)] ??= message;
    else if (index === undefined) ofAll = message;
    else sayBeside(chosen, [index, part, place], message);
  }
  // Their sum says nothing while one of them is wrong.
  if (ofAll && Object.keys(problems).length === 0) problems[''] = ofAll;
  if (!read.success || Object.keys(problems).length > 0) {
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
      for (const difference of result.differences) {
        const row = items[difference.item]?.row ?? '';
        Object.assign(problems, await explain(difference, { row, day, field }, shop));
      }
      return notBooked(problems, asked);
    case 'deposit':
      return notBooked(DEPOSIT_PROBLEMS[result.problem], asked);
    case 'quote':
      return notBooked(QUOTE_PROBLEMS[result.problem], asked);
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

const NOT_SOLD = 'It is not sold any more.';
export const PRICES_NOT_SYNCED =
  'Stripe does not know a price yet. Please try again in a few minutes.';
const BOOKED_BEFORE =
  'This form is booked already, with other details. Book it again only if it is another order.';

const LEAST = 'Stripe takes no payment of less than 30p.';
const DEPOSIT_PROBLEMS: Record<DepositProblem, Problems> = {
  'too-little': { deposit: LEAST },
  'too-much': { deposit: `That leaves no rest to pay. ${LEAST}` },
  'rest-past': { 'rest-by': 'That day is over. Please choose a later one.' },
  'rest-too-late': { 'rest-by': 'That is after the collection. Please choose an earlier day.' },
};

const QUOTE_PROBLEMS: Record<QuoteProblem, Problems> = {
  past: { 'valid-until': 'That day is over. Please choose a later one.' },
  'too-late': { 'valid-until': 'That is after the collection. Please choose an earlier day.' },
  'after-rest': {
    'valid-until': 'That is after the day of the rest. Please choose an earlier day.',
  },
};

/** Why the quote that is changed cannot be replaced. */
const EARLIER_PROBLEMS: Record<
  Extract<Awaited<ReturnType<typeof takePhoneOrder>>, { reason: 'earlier-quote' }>['problem'],
  string
> = {
  'just-paid': 'The customer has accepted the earlier quote and paid. Nothing was changed.',
  processing: 'The customer is paying the earlier quote by bank. Nothing was changed.',
  paying: 'The customer may be paying the earlier quote just now. Please try again in a moment.',
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
  else if (restBy === '' && by < todayAt(shop)) {
    problems['rest-by'] =
      'You start to bake it now: please choose a day, or let them pay when they collect.';
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

/** What is wrong with an item, or with its day, in words beside its field. */
export async function explain(
  difference: Difference,
  { row, day, field }: { row: string; day: string; field: string },
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
      return isDay(day)
        ? { time: timeProblem({ isFull: false, offered: difference.offered }, day), sure: day }
        : {};
    case 'day':
      return isDay(day) ? explainDay({ day, field }, difference, shop) : {};
  }
}

type Shortcoming = Pick<Extract<Difference, { kind: 'day' }>, 'reason' | 'notice' | 'left'>;

/** What is wrong with the day, as far as it can be said before the rest of the form is right. */
async function shortcomingOf(
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
async function explainDay(
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

function newPrice(price: Pence): string {
  return `The price is ${formatPence(price)} now. Please tell the customer.`;
}

function saidTotal(total: string): string {
  const said = Pence.safeParse(Number(total)).data;
  return said === undefined ? 'something else' : formatPence(said);
}
