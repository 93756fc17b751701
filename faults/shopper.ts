import { setTimeout as pause } from 'node:timers/promises';
import type { OrderableCatalogue } from '../harness/orderable-catalogue.ts';
import {
  type BasketItem,
  createShopClient,
  type PlaceResult,
  type SeenOrder,
} from '../harness/shop-client.ts';
import { CARDS, payByCard } from '../test/card-page.ts';
import type { Random } from './random.ts';
import { TIMES, type World } from './world.ts';

interface Basket {
  items: BasketItem[];
  /** Of the items, in pence. */
  prices: number[];
  total: number;
  /** What each item is called, and its options. */
  titles: string[][];
}

export interface Attempt {
  id: string;
  basket: Basket;
}

/** What a customer waits for. */
interface Wish {
  /** Of the entry of the waiting list. */
  id: string;
  basket: Basket;
}

/** A visitor who wants one order, and what the shop showed them. */
export interface Shopper {
  name: string;
  attempts: Attempt[];
  wishes: Wish[];
  /** The orders that the shop showed as paid. */
  shownPaid: Set<string>;
  /** Unexpected responses of the shop. */
  complaints: string[];
}

interface ShopperSettings {
  name: string;
  random: Random;
  world: World;
  /** What the shopper does; default: drawn. */
  visit?: Visit | undefined;
}

/** A visit for a fault: one order is placed, perhaps replaced, and paid by card. */
export interface Visit {
  changes: Plan['changes'];
  /** Awaited before the first payment. */
  beforePaying?: (() => Promise<void>) | undefined;
  /** A place that was offered: what is ordered, and the token of the offer. */
  offer?: { basket: Basket; token: string };
}

/** What a shopper will do. */
interface Plan {
  /** If not, they open the thank-you page without paying. */
  pays: boolean;
  /** Sends the same order from two tabs at once and pays in both. */
  twoTabs: boolean;
  /** Pays and never opens the thank-you page. */
  closesTab: boolean;
  /** Sends the order again after paying and pays any checkout offered. */
  paysAgain: boolean;
  /** When they replace the order, relative to paying in the old tab. */
  changes: 'no' | 'before-paying' | 'while-paying' | 'after-paying';
  payment: 'card' | 'delayed-succeeds' | 'delayed-fails';
}

const PLAIN: Plan = {
  pays: true,
  twoTabs: false,
  closesTab: false,
  paysAgain: false,
  changes: 'no',
  payment: 'card',
};

function drawPlan(random: Random): Plan {
  return {
    pays: random.chance(0.9),
    twoTabs: random.chance(0.25),
    closesTab: random.chance(0.3),
    paysAgain: random.chance(0.2),
    changes: random.chance(0.25)
      ? random.pick(['before-paying', 'while-paying', 'after-paying'])
      : 'no',
    payment: random.chance(0.1) ? random.pick(['delayed-succeeds', 'delayed-fails']) : 'card',
  };
}

interface Placed {
  attempt: Attempt;
  /** Of the card pages; none: it, or the order before, is paid or being paid, or the shopper has given up. */
  urls: string[];
}

const MAX_PLACING_MS = 25_000;
const MAX_POLLING_MS = 12_000;
const MAX_CHECKOUTS = 3;
const MAX_DEBIT_MS = 2_000;

/** Runs one shopper's visit. */
export async function visitShop(settings: ShopperSettings): Promise<Shopper> {
  const { name, random, world, visit } = settings;
  const { catalogue, history, nextToken } = world;
  const client = createShopClient({ origin: () => random.pick(world.origins), nextToken });
  const plan = visit ? { ...PLAIN, changes: visit.changes } : drawPlan(random);
  let { beforePaying } = visit ?? {};
  const debits = new Map<string, Promise<void>>();
  let hasPaid = false;
  const shopper: Shopper = {
    name,
    attempts: [],
    wishes: [],
    shownPaid: new Set(),
    complaints: [],
  };

  function begin(basket = visit?.offer?.basket ?? fillBasket(catalogue, random, name)): Attempt {
    const attempt = { id: random.uuid(), basket };
    shopper.attempts.push(attempt);
    history.add(`${name} begins`, attempt.id);
    return attempt;
  }

  async function send({ id, basket }: Attempt, replaces?: string) {
    const order = {
      ...CUSTOMER,
      name,
      items: basket.items,
      ...(replaces && { replaces }),
      ...(visit?.offer && { offer: visit.offer.token }),
    };
    const result = await client.place(id, order);
    history.add(`PUT: ${describe(result)}`, id);
    return result;
  }

  /** Sends the order until the shop's response is final. */
  async function place(first: Attempt, replaced?: Attempt): Promise<Placed> {
    let attempt = first;
    let replaces = replaced?.id;
    const deadline = Date.now() + MAX_PLACING_MS;
    for (let turn = 0; Date.now() < deadline; turn += 1) {
      const current = { attempt, replaces };
      const tabs = plan.twoTabs && turn === 0 ? 2 : 1;
      const results = await Promise.all(
        Array.from({ length: tabs }, () => send(current.attempt, current.replaces)),
      );
      const next = nextOf(results);
      if (typeof next === 'object') return { attempt, ...next };
      if (next === 'expired') replaces = attempt.id;
      if (next === 'full') await waitForPlace(attempt);
      if (next !== 'again') attempt = begin(next === 'expired' ? attempt.basket : undefined);
      await pause(random.between(100, 800));
    }
    return { attempt, urls: [] };
  }

  /** Asks for a place on the first day that may be full. */
  async function waitForPlace({ id, basket }: Attempt): Promise<void> {
    const day = basket.items.map((item) => item.day).find((each) => world.limits.has(each));
    if (day === undefined) return;
    const wish = { id: random.uuid(), basket: ofDay(basket, day) };
    const isOnList = await client.wait(wish.id, { day, items: wish.basket.items });
    if (isOnList) shopper.wishes.push(wish);
    history.add(`${isOnList ? 'waits' : 'does not wait'} for ${day}`, id);
  }

  function nextOf(results: PlaceResult[]): Pick<Placed, 'urls'> | 'again' | 'expired' | 'full' {
    const urls = results.flatMap((result) => (result.kind === 'checkout' ? [result.url] : []));
    if (urls.length > 0) return { urls };
    for (const result of results) {
      if (result.kind !== 'problem') continue;
      switch (result.name) {
        case 'already-paid':
        case 'earlier-order-paid':
        case 'earlier-order-processing':
        case 'payment-processing':
          return { urls };
        case 'order-expired':
          return 'expired';
        case 'order-changed':
          // The day is full: others are chosen.
          return hasPaid || visit?.offer ? { urls } : 'full';
        case 'bot-check':
          // The token has expired.
          return 'again';
        default:
          shopper.complaints.push(`An order was answered with ${result.name}.`);
          return { urls };
      }
    }
    return 'again';
  }

  async function pay(attempt: Attempt, url: string): Promise<boolean> {
    const before = beforePaying;
    beforePaying = undefined;
    await before?.();
    const accepted =
      plan.payment === 'card' ? (await payByCard(url)) !== null : await payByDebit(url);
    hasPaid ||= accepted;
    history.add(`the checkout was ${accepted ? 'completed' : 'closed'}`, attempt.id);
    return accepted;
  }

  /** The session completes at once; the debit succeeds or fails later. */
  async function payByDebit(url: string): Promise<boolean> {
    if ((await payByCard(url, CARDS.pays, 'bacs_debit')) === null) return false;
    const session = new URL(url).pathname.split('/').at(-1) ?? '';
    if (!debits.has(session)) debits.set(session, endDebit(session));
    return true;
  }

  async function endDebit(session: string): Promise<void> {
    await pause(random.between(200, MAX_DEBIT_MS));
    await world.settleDebit(session, plan.payment === 'delayed-succeeds' ? 'succeeded' : 'failed');
  }

  /** Continues the visit after the response to an order. */
  async function finish({ urls, attempt }: Placed, turns = MAX_CHECKOUTS): Promise<void> {
    if (urls.length === 0 || turns === 0) return;
    const accepted = await Promise.all(urls.map((url) => pay(attempt, url)));
    return accepted.some(Boolean) ? follow(attempt) : finish(await place(attempt), turns - 1);
  }

  async function follow(attempt: Attempt): Promise<void> {
    if (plan.paysAgain) {
      const again = await place(attempt);
      for (const url of again.urls) await pay(again.attempt, url);
    }
    if (plan.closesTab) return;
    const deadline = Date.now() + MAX_POLLING_MS;
    while (Date.now() < deadline) {
      if (await openThankYouPage(attempt)) return;
      await pause(random.between(100, 600));
    }
  }

  /** Opens or reloads the thank-you page. @returns whether it shows the order as paid. */
  async function openThankYouPage({ id }: Attempt): Promise<boolean> {
    const seen = await (random.chance(0.7) ? client.confirm(id) : client.read(id));
    history.add(`sees ${typeof seen === 'string' ? seen : seen.state}`, id);
    if (!isShownPaid(seen)) return false;
    shopper.shownPaid.add(id);
    return true;
  }

  /** Orders something else instead. */
  async function change(first: Attempt, url: string): Promise<void> {
    const second = begin();
    if (plan.changes === 'after-paying') await pay(first, url);
    const [placed] = await Promise.all([
      place(second, first),
      plan.changes === 'while-paying' && pay(first, url),
    ]);
    await finish(placed);
    if (plan.changes === 'before-paying') await pay(first, url);
  }

  const placed = await place(begin());
  const [url] = placed.urls;
  if (!plan.pays) {
    await openThankYouPage(placed.attempt);
    await openThankYouPage(placed.attempt);
  } else if (url !== undefined && plan.changes !== 'no') {
    await change(placed.attempt, url);
  } else {
    await finish(placed);
  }
  await Promise.all(debits.values());
  return shopper;
}

const CUSTOMER = { email: 'ada@example.org', phone: '020 7946 0123' };

function fillBasket({ offers, days }: OrderableCatalogue, random: Random, note: string): Basket {
  const chosen = Array.from({ length: random.between(1, 3) }, () => random.pick(offers));
  const { time } = random.pick(TIMES);
  return {
    items: chosen.map(({ item, offMessage }) => ({
      ...item,
      message: offMessage ? '' : note,
      day: random.pick(days),
      time,
    })),
    prices: chosen.map(({ price }) => price),
    total: chosen.reduce((sum, { price }) => sum + price, 0),
    titles: chosen.map(({ title, words }) => [title, ...(words === '' ? [] : [words])]),
  };
}

function ofDay({ items, prices, titles }: Basket, day: string): Basket {
  const isThen = (_: unknown, place: number) => items[place]?.day === day;
  const own = prices.filter(isThen);
  return {
    items: items.filter(isThen),
    prices: own,
    total: own.reduce((sum, price) => sum + price, 0),
    titles: titles.filter(isThen),
  };
}

function isShownPaid(seen: SeenOrder | string): boolean {
  return typeof seen !== 'string' && (seen.paid || seen.state === 'funded');
}

function describe(result: PlaceResult): string {
  if (result.kind === 'problem') return result.name;
  if (result.kind === 'unserved') return `${result.status} ${result.name ?? 'without a problem'}`;
  return result.kind === 'checkout' ? `checkout ${result.url.split('/').at(-1)}` : 'no response';
}
