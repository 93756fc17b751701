import { setTimeout as pause } from 'node:timers/promises';
import { CARDS } from '../test/card-page.ts';
import type { History } from './history.ts';
import type { Basket, Menu } from './menu.ts';
import { drawPlan } from './plan.ts';
import type { Random } from './random.ts';
import {
  createShopClient,
  type OrderBody,
  type PlaceAnswer,
  type SeenOrder,
} from './shop-client.ts';

/** One try to order something; its id is the order's. */
export interface Attempt {
  id: string;
  basket: Basket;
}

/** A person who wants one order, and what became of it as they see it. */
export interface Shopper {
  name: string;
  attempts: Attempt[];
  /** How often they may be charged: more than once only after they were told of the first. */
  wantedCharges: number;
  /** The orders that the shop has shown them as paid. */
  shownPaid: Set<string>;
  /** What they met that no shopper should. */
  complaints: string[];
}

export interface ShopperSettings {
  name: string;
  random: Random;
  menu: Menu;
  origins: string[];
  history: History;
  nextToken(): Promise<string>;
  /** Pays with a card. @returns whether the checkout took it. */
  payByCard(url: string, card: string): Promise<boolean>;
  /** Pays with a method whose money comes later. @returns whether the checkout took it. */
  payDelayed(url: string, arrives: boolean): Promise<boolean>;
}

type Outcome =
  | { kind: 'checkouts'; urls: string[] }
  /** The money of this attempt or of an earlier one has come, or is on its way. */
  | { kind: 'paid' | 'told' | 'processing' }
  | { kind: 'gave-up' };

const PATIENCE_MS = 25_000;
const FOLLOWING_MS = 12_000;
const MOST_CHECKOUTS = 3;

/** Lets a shopper come. Resolves when they have left. */
export async function visitShop(settings: ShopperSettings): Promise<Shopper> {
  const { name, random, menu, history } = settings;
  const client = createShopClient(settings);
  const plan = drawPlan(random);
  const shopper: Shopper = {
    name,
    attempts: [],
    wantedCharges: 1,
    shownPaid: new Set(),
    complaints: [],
  };

  function begin(basket = menu.fillBasket(random, name)): Attempt {
    const attempt = { id: random.uuid(), basket };
    shopper.attempts.push(attempt);
    history.add(`${name} begins`, attempt.id);
    return attempt;
  }

  /** Sends the order until it is clear what becomes of it. */
  async function place(first: Attempt, replaced?: Attempt): Promise<[Outcome, Attempt]> {
    let attempt = first;
    let replaces = replaced?.id;
    const deadline = Date.now() + PATIENCE_MS;
    for (let turn = 0; Date.now() < deadline; turn += 1) {
      const body: OrderBody = {
        name,
        email: 'ada@example.org',
        phone: '020 7946 0123',
        items: attempt.basket.items,
        ...(menu.knowsReplaces && replaces !== undefined && { replaces }),
      };
      const tabs = plan.twoTabs && turn === 0 ? 2 : 1;
      const patience = plan.losesAnswer && turn === 0 ? random.between(5, 60) : undefined;
      const answers = await Promise.all(
        Array.from({ length: tabs }, () => client.place(attempt.id, body, patience)),
      );
      for (const answer of answers) history.add(`PUT: ${describe(answer)}`, attempt.id);
      const outcome = outcomeOf(answers);
      if (outcome === 'expired') {
        replaces = attempt.id;
        attempt = begin(attempt.basket);
      } else if (outcome !== 'again') {
        return [outcome, attempt];
      }
      await pause(random.between(100, 800));
    }
    return [{ kind: 'gave-up' }, attempt];
  }

  function outcomeOf(answers: PlaceAnswer[]): Outcome | 'again' | 'expired' {
    const urls = answers.flatMap((answer) => (answer.kind === 'checkout' ? [answer.url] : []));
    if (urls.length > 0) return { kind: 'checkouts', urls };
    for (const answer of answers) {
      if (answer.kind !== 'problem') continue;
      switch (answer.name) {
        case 'already-paid':
          return { kind: 'paid' };
        case 'earlier-order-paid':
          return { kind: 'told' };
        case 'earlier-order-processing':
        case 'payment-processing':
          return { kind: 'processing' };
        case 'order-expired':
          return 'expired';
        case 'bot-check':
        case 'order-changed':
          // Of a server whose clock is wrong.
          return 'again';
        default:
          shopper.complaints.push(`An order was answered with ${answer.name}.`);
          return { kind: 'gave-up' };
      }
    }
    return 'again';
  }

  async function pay(attempt: Attempt, url: string): Promise<boolean> {
    if (plan.declinedFirst) await settings.payByCard(url, CARDS.declined);
    const taken =
      plan.payment === 'card'
        ? await settings.payByCard(url, CARDS.pays)
        : await settings.payDelayed(url, plan.payment === 'delayed-arrives');
    history.add(`the checkout was ${taken ? 'completed' : 'closed'}`, attempt.id);
    return taken;
  }

  /** Goes from the answer to an order to the end of the visit. */
  async function finish([outcome, attempt]: [Outcome, Attempt]): Promise<void> {
    if (outcome.kind === 'told' && plan.insists) {
      shopper.wantedCharges += 1;
      return finish(await place(begin(attempt.basket)));
    }
    if (outcome.kind !== 'checkouts') return;
    let { urls } = outcome;
    let current = attempt;
    for (let turn = 0; turn < MOST_CHECKOUTS; turn += 1) {
      const taken = await Promise.all(urls.map((url) => pay(current, url)));
      if (taken.some(Boolean)) return follow(current);
      const [next, nextAttempt] = await place(current);
      if (next.kind !== 'checkouts') return finish([next, nextAttempt]);
      urls = next.urls;
      current = nextAttempt;
    }
  }

  async function follow(attempt: Attempt): Promise<void> {
    if (plan.impatient) {
      const [again, current] = await place(attempt);
      if (again.kind === 'checkouts') for (const url of again.urls) await pay(current, url);
    }
    if (plan.closesTab) return;
    const deadline = Date.now() + FOLLOWING_MS;
    while (Date.now() < deadline) {
      if (await look(attempt)) return;
      await pause(random.between(100, 600));
    }
  }

  /** The success page, or a reload of it. @returns whether it shows the order as paid. */
  async function look({ id }: Attempt): Promise<boolean> {
    const seen = await (random.chance(0.7) ? client.confirm(id) : client.read(id));
    history.add(`sees ${seen === undefined || seen === 'unknown' ? seen : seen.state}`, id);
    if (!isShownPaid(seen)) return false;
    shopper.shownPaid.add(id);
    return true;
  }

  async function change(first: Attempt, [url]: string[]): Promise<void> {
    if (url === undefined) return;
    const second = begin();
    if (!menu.knowsReplaces) return finish(await place(second));
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
    await look(attempt);
    await look(attempt);
  } else if (outcome.kind === 'checkouts' && plan.changes !== 'no') {
    await change(attempt, outcome.urls);
  } else {
    await finish(plan.cancels ? await place(attempt) : placed);
  }
  return shopper;
}

function isShownPaid(seen: SeenOrder | 'unknown' | undefined): boolean {
  return seen !== undefined && seen !== 'unknown' && (seen.paid || seen.state === 'funded');
}

function describe(answer: PlaceAnswer): string {
  if (answer.kind === 'problem') return answer.name;
  return answer.kind === 'checkout' ? `checkout ${answer.url.split('/').at(-1)}` : 'no answer';
}
