import { setTimeout as pause } from 'node:timers/promises';
import type { OrderableCatalogue } from '../harness/orderable-catalogue.ts';
import { CARDS, payByCard } from '../test/card-page.ts';
import type { Random } from './random.ts';
import {
  type BasketItem,
  createShopClient,
  type OrderBody,
  type PlaceResult,
  type SeenOrder,
} from './shop-client.ts';
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

/** An item with its price and what it is called. */
interface Line {
  item: BasketItem;
  price: number;
  titles: string[];
}

/** What a customer waits for. */
interface Wish {
  /** Of the entry of the waiting list. */
  id: string;
  lines: Line[];
}

/** A visitor who wants one order, and what the shop showed them. */
export interface Shopper {
  name: string;
  attempts: Attempt[];
  wishes: Wish[];
  /** More than one only after the shop reported the first payment. */
  expectedCharges: number;
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
  offer?: Pick<Wish, 'lines'> & { token: string };
}

/** What a shopper will do. */
interface Plan {
  /** If not, they open the thank-you page without paying. */
  pays: boolean;
  /** Sends the same order from two tabs at once and pays in both. */
  twoTabs: boolean;
  /** Aborts the first request and sends the order again. */
  abortsFirst: boolean;
  /** Returns from the checkout and opens it again. */
  cancels: boolean;
  /** Pays and never opens the thank-you page. */
  closesTab: boolean;
  /** Sends the order again after paying and pays any checkout offered. */
  paysAgain: boolean;
  /** When they replace the order, relative to paying in the old tab. */
  changes: 'no' | 'before-paying' | 'while-paying' | 'after-paying';
  /** Orders again after the API reported that the earlier order is paid. */
  ordersBoth: boolean;
  payment: 'card' | 'delayed-succeeds' | 'delayed-fails';
}

const PLAIN: Plan = {
  pays: true,
  twoTabs: false,
  abortsFirst: false,
  cancels: false,
  closesTab: false,
  paysAgain: false,
  changes: 'no',
  ordersBoth: false,
  payment: 'card',
};

function drawPlan(random: Random): Plan {
  return {
    pays: random.chance(0.9),
    twoTabs: random.chance(0.25),
    abortsFirst: random.chance(0.15),
    cancels: random.chance(0.1),
    closesTab: random.chance(0.3),
    paysAgain: random.chance(0.2),
    changes: random.chance(0.25)
      ? random.pick(['before-paying', 'while-paying', 'after-paying'])
      : 'no',
    ordersBoth: random.chance(0.3),
    payment: random.chance(0.1) ? random.pick(['delayed-succeeds', 'delayed-fails']) : 'card',
  };
}

type Outcome =
  | { kind: 'checkouts'; urls: string[] }
  /** This order or an earlier one is paid, or its payment is processing. */
  | { kind: 'paid' | 'earlier-paid' | 'processing' }
  | { kind: 'gave-up' };

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
  /** By attempt. */
  const linesOf = new Map<string, Line[]>();
  const debits = new Map<string, Promise<void>>();
  let hasPaid = false;
  const shopper: Shopper = {
    name,
    attempts: [],
    wishes: [],
    expectedCharges: 1,
    shownPaid: new Set(),
    complaints: [],
  };

  function begin(lines = visit?.offer?.lines ?? fillBasket(catalogue, random, name)): Attempt {
    const attempt = { id: random.uuid(), basket: basketOf(lines) };
    linesOf.set(attempt.id, lines);
    shopper.attempts.push(attempt);
    history.add(`${name} begins`, attempt.id);
    return attempt;
  }

  function bodyOf({ basket: { items } }: Attempt, replaces: string | undefined): OrderBody {
    const customer = { name, email: 'ada@example.org', phone: '020 7946 0123' };
    return {
      ...customer,
      items,
      ...(replaces !== undefined && { replaces }),
      ...(visit?.offer && { offer: visit.offer.token }),
    };
  }

  async function send(attempt: Attempt, replaces?: string, timeoutMs?: number) {
    const result = await client.place(attempt.id, bodyOf(attempt, replaces), { timeoutMs });
    history.add(`PUT: ${describe(result)}`, attempt.id);
    return result;
  }

  /** Sends the order until the shop's response is final. */
  async function place(first: Attempt, replaced?: Attempt): Promise<[Outcome, Attempt]> {
    let attempt = first;
    let replaces = replaced?.id;
    const deadline = Date.now() + MAX_PLACING_MS;
    for (let turn = 0; Date.now() < deadline; turn += 1) {
      const current = { attempt, replaces };
      const tabs = plan.twoTabs && turn === 0 ? 2 : 1;
      const timeout = plan.abortsFirst && turn === 0 ? random.between(5, 60) : undefined;
      const results = await Promise.all(
        Array.from({ length: tabs }, () => send(current.attempt, current.replaces, timeout)),
      );
      const outcome = outcomeOf(results);
      if (outcome === 'expired') {
        replaces = attempt.id;
        attempt = begin(linesOf.get(attempt.id));
      } else if (outcome === 'full') {
        await waitForPlace(attempt);
        attempt = begin();
      } else if (outcome !== 'again') {
        return [outcome, attempt];
      }
      await pause(random.between(100, 800));
    }
    return [{ kind: 'gave-up' }, attempt];
  }

  /** Some ask for a place on the first day that may be full. */
  async function waitForPlace({ id }: Attempt): Promise<void> {
    const all = linesOf.get(id) ?? [];
    const day = all.map(({ item }) => item.day).find((each) => world.limits.has(each));
    if (day === undefined || !random.chance(0.5)) return;
    const lines = all.filter(({ item }) => item.day === day);
    const wish = { id: random.uuid(), lines };
    const isOnList = await client.wait(wish.id, { day, items: lines.map(({ item }) => item) });
    if (isOnList) shopper.wishes.push(wish);
    history.add(`${isOnList ? 'waits' : 'does not wait'} for ${day}`, id);
  }

  function outcomeOf(results: PlaceResult[]): Outcome | 'again' | 'expired' | 'full' {
    const urls = results.flatMap((result) => (result.kind === 'checkout' ? [result.url] : []));
    if (urls.length > 0) return { kind: 'checkouts', urls };
    for (const result of results) {
      if (result.kind !== 'problem') continue;
      switch (result.name) {
        case 'already-paid':
          return { kind: 'paid' };
        case 'earlier-order-paid':
          return { kind: 'earlier-paid' };
        case 'earlier-order-processing':
        case 'payment-processing':
          return { kind: 'processing' };
        case 'order-expired':
          return 'expired';
        case 'order-changed':
          // The day is full, or the server's clock is shifted: other days are chosen.
          return hasPaid || visit?.offer ? { kind: 'gave-up' } : 'full';
        case 'bot-check':
          // From a server with a shifted clock.
          return 'again';
        default:
          shopper.complaints.push(`An order was answered with ${result.name}.`);
          return { kind: 'gave-up' };
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
  async function finish([outcome, attempt]: [Outcome, Attempt]): Promise<void> {
    if (outcome.kind === 'earlier-paid' && plan.ordersBoth) {
      shopper.expectedCharges += 1;
      return finish(await place(begin(linesOf.get(attempt.id))));
    }
    if (outcome.kind !== 'checkouts') return;
    let { urls } = outcome;
    let current = attempt;
    for (let turn = 0; turn < MAX_CHECKOUTS; turn += 1) {
      const accepted = await Promise.all(urls.map((url) => pay(current, url)));
      if (accepted.some(Boolean)) return follow(current);
      const [next, nextAttempt] = await place(current);
      if (next.kind !== 'checkouts') return finish([next, nextAttempt]);
      urls = next.urls;
      current = nextAttempt;
    }
  }

  async function follow(attempt: Attempt): Promise<void> {
    if (plan.paysAgain) {
      const [again, current] = await place(attempt);
      if (again.kind === 'checkouts') for (const url of again.urls) await pay(current, url);
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

  async function change(first: Attempt, [url]: string[]): Promise<void> {
    if (url === undefined) return;
    const second = begin();
    switch (plan.changes) {
      case 'before-paying': {
        await finish(await place(second, first));
        await pay(first, url);
        return;
      }
      case 'while-paying': {
        const [placed] = await Promise.all([place(second, first), pay(first, url)]);
        return finish(placed);
      }
      default:
        await pay(first, url);
        return finish(await place(second, first));
    }
  }

  const placed = await place(begin());
  const [outcome, attempt] = placed;
  if (!plan.pays) {
    await openThankYouPage(attempt);
    await openThankYouPage(attempt);
  } else if (outcome.kind === 'checkouts' && plan.changes !== 'no') {
    await change(attempt, outcome.urls);
  } else {
    await finish(plan.cancels ? await place(attempt) : placed);
  }
  await Promise.all(debits.values());
  return shopper;
}

function fillBasket({ offers, days }: OrderableCatalogue, random: Random, note: string): Line[] {
  const chosen = Array.from({ length: random.between(1, 3) }, () => random.pick(offers));
  const { time } = random.pick(TIMES);
  return chosen.map(({ item, title, words, price, offMessage }) => ({
    item: { ...item, message: offMessage ? '' : note, day: random.pick(days), time },
    price,
    titles: [title, ...(words === '' ? [] : [words])],
  }));
}

function basketOf(lines: Line[]): Basket {
  return {
    items: lines.map(({ item }) => item),
    prices: lines.map(({ price }) => price),
    total: lines.reduce((sum, { price }) => sum + price, 0),
    titles: lines.map(({ titles }) => titles),
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
