import { setTimeout as pause } from 'node:timers/promises';
import { typedPounds } from '#domain/money.ts';
import { CARDS, payByCard } from '../test/card-page.ts';
import {
  type Attempted,
  get,
  post,
  postAsStaff,
  pressSometimesTwice,
  tryUntilAnswered,
} from './forms.ts';
import type { Random } from './random.ts';
import { TIMES, type World } from './world.ts';

/** An order that staff have taken on the phone, and what became of it as its customer and staff see it. */
export interface PhoneOrder {
  id: string;
  /** What it is called in e-mails. */
  title: string;
  /** In pence. */
  total: number;
  /** What is asked for first; null: all at once. */
  deposit: number | null;
  taken: Attempted;
  /** Of the collection. */
  day: string;
  /** What staff have added. */
  added?: Addition;
  /** What staff have written down as paid at the counter. */
  counter: CounterPayment[];
  /** The customer's page has said that all of it is paid. */
  isShownPaid: boolean;
  quote?: QuoteNews;
}

/** What has become of a quote beside its payments. */
export interface QuoteNews {
  /** Staff have put it into the book without a payment. */
  agreed?: Attempted;
  /** Staff have withdrawn it, or replaced it by another. */
  ended?: Attempted;
  /** Its last day is over. */
  lapsed?: Attempted;
}

/** Its price in pence. */
type Addition = Attempted & { price: number };

type CounterPayment = Attempted & { amount: number };

/** What a page to pay says, and sends. In pence. */
interface ToPay {
  /** Of the order. */
  number: string;
  due: number;
  left: number;
}

interface PayPage {
  /** Undefined: nothing can be paid there now. */
  toPay: ToPay | undefined;
  isPaid: boolean;
}

const MAX_TAKING = 5;
const MAX_POLLING_MS = 12_000;
const TO_PAY = /name="number" value="(\w+)".+name="due" value="(\d+)".+name="left" value="(\d+)"/;
const PAY_LINK = /\/pay\/[0-9a-z]+/;
const PAID = 'Paid, thank you';

/** How one of the payments is made. */
const WAYS = [
  'by card',
  'in two tabs',
  'at the counter',
  'by card and at the counter at once',
  'by a bank that takes its time',
  'not at all',
] as const;
export type Way = (typeof WAYS)[number];

/**
 * Takes an order on the phone, and lets its customer pay it in one part or two, by link, at the counter, or both at once.
 * Staff add something to some, while the customer pays or afterwards.
 */
export async function orderOnPhone(
  world: World,
  name: string,
  random: Random,
): Promise<PhoneOrder | undefined> {
  const order = await takeOrder(world, name, random);
  if (!order) return undefined;
  const { makeLink, payInParts, addItem } = openDesk(world, order, random);
  const pays = async () => {
    const link = await makeLink();
    if (link !== undefined) await payInParts(link, WAYS);
  };
  if (!random.chance(0.5)) {
    await pays();
    return order;
  }
  if (random.chance(0.5)) await Promise.all([pays(), addItem(name)]);
  else {
    await pays();
    await addItem(name);
  }
  await pays();
  return order;
}

interface QuoteForm {
  /** The id of the quote that it replaces; empty: none. */
  replaces: string;
  fields: Record<string, string>;
}

/**
 * Takes an order, or makes a quote, by the form of staff, for a day that has room.
 * @returns undefined if the shop has taken none.
 */
export async function takeOrder(
  world: World,
  name: string,
  random: Random,
  quote?: QuoteForm,
): Promise<PhoneOrder | undefined> {
  const { history, catalogue } = world;
  const id = random.uuid();
  const total = random.between(30, 120) * 100;
  const deposit = random.chance(0.75) ? Math.round((total * random.between(1, 9)) / 10) : null;
  const title = `Cake for ${name}`;
  history.add(`${name} ${quote ? 'gets a quote' : 'rings'}`, id);

  let day = '';

  function send(): Promise<Attempted> {
    day = random.pick(catalogue.days);
    const fields = {
      id,
      row: '1',
      'cake-1': '+',
      'title-1': title,
      'agreed-1': typedPounds(total),
      'units-1': String(random.between(0, 3)),
      'contains-none-1': 'on',
      day: 'other',
      'other-day': day,
      time: random.pick(TIMES).time,
      name,
      phone: '020 7946 0123',
      email: 'ada@example.org',
      pay: random.pick(['link', 'counter']),
      total: String(total),
      ...(deposit !== null && {
        'asks-deposit': 'yes',
        deposit: typedPounds(deposit),
        ...(random.chance(0.5) ? { rest: 'collection' } : { rest: 'link', 'rest-by': day }),
      }),
      ...quote?.fields,
    };
    const path = `/owner/orders/new${quote?.replaces ? `?quote=${quote.replaces}` : ''}`;
    return tryUntilAnswered(world, { what: `taken for ${day}`, orderId: id, random }, () =>
      postAsStaff(world, random, { path, fields }, ({ location }) =>
        location.includes(id) ? 'done' : undefined,
      ),
    );
  }

  let taken = await send();
  for (let tries = 1; taken.answered === 'rejected' && tries < MAX_TAKING; tries += 1) {
    // The day, or its time, is full.
    taken = await send();
  }
  if (taken.answered === 'rejected') return undefined;
  return { id, title, total, deposit, taken, day, counter: [], isShownPaid: false };
}

/** What staff and the customer do about an order that is to be paid. */
export function openDesk(world: World, order: PhoneOrder, random: Random) {
  const { history, origins } = world;
  const { id, deposit, day } = order;
  const about = { orderId: id, random };

  /** @returns the path of a link to pay; undefined if the order cannot be paid any more. */
  async function makeLink(): Promise<string | undefined> {
    let link: string | undefined;
    const path = `/owner/orders/${id}/pay-link`;
    await tryUntilAnswered(world, { ...about, what: 'make a pay link' }, () =>
      postAsStaff(world, random, { path, fields: {} }, ({ html, location }) => {
        [link] = PAY_LINK.exec(html) ?? [];
        if (link) return 'done';
        // The order has been paid, or cancelled.
        return location.includes(id) ? 'rejected' : undefined;
      }),
    );
    return link;
  }

  async function payAtCounter({ due: amount, left }: ToPay): Promise<void> {
    const path = `/owner/orders/${id}/paid`;
    const fields = { amount: String(amount), left: String(left) };
    const attempted = await tryUntilAnswered(world, { ...about, what: `counter ${amount}` }, () =>
      postAsStaff(world, random, { path, fields }, ({ said, location }) => {
        if (said.includes(' paid £')) return 'done';
        if (said.includes('Try again')) return 'again';
        // It is not in the book any more.
        if (said !== '' || location.includes(id)) return 'rejected';
        return undefined;
      }),
    );
    order.counter.push({ ...attempted, amount });
  }

  async function addItem(name: string): Promise<void> {
    const price = random.between(300, 2_000);
    const fields = {
      id: random.uuid(),
      row: '0',
      'cake-0': '+',
      'title-0': `Topper for ${name}`,
      'agreed-0': typedPounds(price),
      'units-0': String(random.between(0, 1)),
      'contains-none-0': 'on',
      day,
      sure: day,
    };
    const path = `/owner/orders/${id}/add`;
    const attempted = await pressSometimesTwice(random, () =>
      tryUntilAnswered(world, { ...about, what: `add for ${price}` }, () =>
        postAsStaff(world, random, { path, fields }, ({ said, location }) => {
          if (said.includes('Added: ')) return 'done';
          // It is not in the book any more.
          return location.includes(id) ? 'rejected' : undefined;
        }),
      ),
    );
    order.added = { ...attempted, price };
  }

  async function openPage(link: string): Promise<PayPage | undefined> {
    const html = await get(`${random.pick(origins)}${link}`)
      .then((response) => (response.status === 200 ? response.text() : undefined))
      .catch(() => undefined);
    if (html === undefined) return undefined;
    const [, number, due, left] = TO_PAY.exec(html) ?? [];
    const isPaid = html.includes(PAID);
    if (isPaid) order.isShownPaid = true;
    const toPay = number ? { number, due: Number(due), left: Number(left) } : undefined;
    return { toPay, isPaid };
  }

  /** @returns undefined once it is certain, or likely, that nothing can be paid there. */
  async function untilOpen(link: string): Promise<PayPage | undefined> {
    const deadline = Date.now() + MAX_POLLING_MS;
    while (Date.now() < deadline) {
      const page = await openPage(link);
      if (page) return page;
      await pause(random.between(100, 600));
    }
    return undefined;
  }

  /** @returns the address of the card page; undefined if the shop says that this amount is not to pay. */
  async function openCheckout(link: string, toPay: ToPay): Promise<string | undefined> {
    const { number, due, left } = toPay;
    const form = { path: link, fields: { number, due: String(due), left: String(left) } };
    let url: string | undefined;
    await tryUntilAnswered(world, { ...about, what: `card page for ${due}` }, () =>
      post(world, random, form, ({ cardPage }) => {
        url = cardPage;
        return cardPage ? 'done' : undefined;
      }),
    );
    return url;
  }

  async function completeCheckout(
    url: string | undefined,
    method?: 'card' | 'bacs_debit',
  ): Promise<void> {
    if (url === undefined) return;
    const isPaid = (await payByCard(url, CARDS.pays, method)) !== null;
    history.add(`the checkout was ${isPaid ? 'completed' : 'closed'}`, id);
  }

  async function payByBank(url: string | undefined): Promise<void> {
    if (url === undefined) return;
    await completeCheckout(url, 'bacs_debit');
    const session = new URL(url).pathname.split('/').at(-1) ?? '';
    await pause(random.between(200, 2_000));
    const status = random.pick(['succeeded', 'failed'] as const);
    // Refused by Stripe if the checkout was over.
    await world.settleDebit(session, status).catch(() => {});
  }

  async function payPart(link: string, way: Way): Promise<void> {
    const { toPay } = (await untilOpen(link)) ?? {};
    if (toPay === undefined) return;
    const open = () => openCheckout(link, toPay);
    history.add(`${toPay.due} is paid ${way}`, id);
    switch (way) {
      case 'by card':
        return completeCheckout(await open());
      case 'in two tabs': {
        const urls = await Promise.all([open(), open()]);
        await Promise.all(urls.map((url) => completeCheckout(url)));
        return;
      }
      case 'at the counter':
        return payAtCounter(toPay);
      case 'by card and at the counter at once':
        await Promise.all([open().then((url) => completeCheckout(url)), payAtCounter(toPay)]);
        return;
      case 'by a bank that takes its time':
        return payByBank(await open());
      case 'not at all':
    }
  }

  /** Reloads the page until another amount is to pay than before, or nothing. */
  async function untilPaid(link: string, before: ToPay | undefined): Promise<void> {
    const deadline = Date.now() + MAX_POLLING_MS;
    while (Date.now() < deadline) {
      const page = await openPage(link);
      if (page && (page.isPaid || page.toPay?.left !== before?.left)) return;
      await pause(random.between(200, 1_000));
    }
  }

  /** @param ways in which each part may be paid. */
  async function payInParts(link: string, ways: readonly Way[]): Promise<void> {
    for (let part = deposit === null ? 1 : 0; part < 2; part += 1) {
      const { toPay } = (await untilOpen(link)) ?? {};
      await payPart(link, random.pick(ways));
      if (random.chance(0.7)) await untilPaid(link, toPay);
    }
  }

  return { makeLink, payInParts, addItem };
}
