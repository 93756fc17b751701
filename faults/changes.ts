import { setTimeout as pause } from 'node:timers/promises';
import { typedPounds } from '#domain/money.ts';
import type { BasketItem } from '../harness/shop-client.ts';
import { payByCard } from '../test/card-page.ts';
import { readLink } from './evidence.ts';
import {
  type Attempted,
  get,
  post,
  postAsStaff,
  pressSometimesTwice,
  type Tried,
  tryUntilAnswered,
} from './forms.ts';
import type { Random } from './random.ts';
import type { Attempt } from './shopper.ts';
import type { World } from './world.ts';

export type ChangeKind = Change['what'];

/** What a customer or the cafe wanted of a paid order. */
export type Change = Attempted & { orderId: string } & (
    | { what: 'move'; day: string; toDay: string }
    | { what: 'ask to cancel' }
    /** Its price in pence. */
    | { what: 'add'; item: BasketItem; title: string; price: number }
    /** By the cafe. The position is that in the basket. */
    | { what: 'take off'; position: number }
    /** `id` is that of the form, which the shop passes on to Stripe. */
    | { what: 'refund'; id: string; amount: number }
    /** By the cafe. */
    | { what: 'cancel' }
  );

const MAX_LINK_MS = 15_000;
const LINK_POLL_MS = 500;
/** What the page of an order shows as its version that nobody has changed yet: before any event of an order. */
const NEVER_CHANGED = '1';
const HIDDEN = /name="(refund|version|taking)" value="([^"]*)"/g;
/** What can be taken off, by its position. */
const TAKEABLE = /name="item"[^>]* value="(\d+)"/g;

/**
 * Changes some paid orders, by the customer's link, by the owner's screens and at Stripe, all at once.
 * @param only the only change; default: some or none, at random.
 */
export async function changeOrder(
  world: World,
  { id: orderId, basket }: Attempt,
  random: Random,
  only?: ChangeKind,
): Promise<Change[]> {
  const { catalogue } = world;
  const link = await findLink(world, orderId);
  if (link === undefined) return [];

  const attempt = async (what: string, request: () => Promise<Tried>) => ({
    orderId,
    ...(await tryUntilAnswered(world, { what, orderId, random }, request)),
  });

  const byLink = (fields: Record<string, string>) => () =>
    post(world, random, { path: link, fields }, ({ status }) =>
      status === 303 ? 'done' : undefined,
    );

  async function move(): Promise<Change> {
    const { day } = random.pick(basket.items);
    const toDay = random.pick(catalogue.days.filter((each) => each !== day));
    const form = { do: 'move', day, to: toDay, sure: toDay, version: NEVER_CHANGED };
    return { what: 'move', day, toDay, ...(await attempt(`move ${day} ${toDay}`, byLink(form))) };
  }

  async function requestCancel(): Promise<Change> {
    const form = { do: 'cancel', version: NEVER_CHANGED };
    return { what: 'ask to cancel', ...(await attempt('ask to cancel', byLink(form))) };
  }

  /** Most pay what they add, some in two tabs. */
  async function add(): Promise<Change> {
    const { item, title, price } = random.pick(catalogue.offers);
    const { day } = random.pick(basket.items);
    const { cakeId, sizeId, api, options, allergens, mayContain } = item;
    const items = [{ cakeId, sizeId, api, options, message: '', allergens, mayContain }];
    const request = JSON.stringify({ id: random.uuid(), day, items, options: [] });
    let url: string | undefined;
    const form = { path: `${link}/add/${day}`, fields: { do: 'add', request } };
    const attempted = await attempt(`add ${title}`, () =>
      post(world, random, form, ({ status, cardPage }) => {
        url = cardPage;
        // 303: its items have another day by now.
        return cardPage ? 'done' : status === 303 ? 'rejected' : undefined;
      }),
    );
    const tabs = url && random.chance(0.8) ? (random.chance(0.3) ? [url, url] : [url]) : [];
    await Promise.all(tabs.map((each) => payByCard(each)));
    return { what: 'add', item: { ...item, message: '', day }, title, price, ...attempted };
  }

  /** As staff do: opens the screen of a form. @returns undefined if there is nothing to fill in. */
  async function openForm(form: string): Promise<Opened | undefined> {
    const order = `/owner/orders/${orderId}`;
    let opened: Opened | undefined;
    await attempt(`open the form ${form}`, async () => {
      const origin = random.pick(world.origins);
      const cookie = await world.staffCookie();
      const response = await get(`${origin}${order}/${form}`, cookie);
      const { status } = response;
      const html = await response.text();
      const isOver = status === 404 || response.headers.get('Location') === order;
      if (isOver || NOTHING_LEFT.some((words) => html.includes(words))) {
        return { outcome: 'rejected', status };
      }
      const hidden = new Map(
        [...html.matchAll(HIDDEN)].map(([, key = '', value = '']) => [key, value]),
      );
      if (!hidden.has('version')) {
        if (status < 400) await world.signInAgain(cookie);
        return { outcome: 'again', status };
      }
      opened = { hidden, html };
      return { outcome: 'done', status };
    });
    return opened;
  }

  async function refund(): Promise<Change[]> {
    const amount = random.chance(0.3) ? basket.total : random.between(1, basket.total - 1);
    const { hidden } = (await openForm('refund')) ?? {};
    const id = hidden?.get('refund');
    if (!hidden || id === undefined) return [];
    const fields = { ...Object.fromEntries(hidden), amount: typedPounds(amount) };
    const attempted = await pressSometimesTwice(random, () =>
      asStaff(`refund ${amount}`, { form: 'refund', fields }, ({ location }) =>
        location.includes('#money') ? 'done' : undefined,
      ),
    );
    return [{ what: 'refund', id, amount, ...attempted }];
  }

  async function takeOff(): Promise<Change[]> {
    const { hidden, html = '' } = (await openForm('take-off')) ?? {};
    const positions = [...html.matchAll(TAKEABLE)].map(([, position]) => Number(position));
    const ordered = positions.filter((position) => position in basket.items);
    if (!hidden || ordered.length === 0) return [];
    const position = random.pick(ordered);
    const fields = { ...Object.fromEntries(hidden), item: String(position) };
    const attempted = await asStaff(
      `take off ${position}`,
      { form: 'take-off', fields },
      ({ said }) => (said.includes('Taken off') ? 'done' : undefined),
    );
    return [{ what: 'take off', position, ...attempted }];
  }

  /** Sends a form of the order's screen. */
  const asStaff = (
    what: string,
    { form, fields }: { form: string; fields: Record<string, string> },
    outcomeOf: Parameters<typeof postAsStaff>[3],
  ) =>
    attempt(what, () =>
      postAsStaff(world, random, { path: `/owner/orders/${orderId}/${form}`, fields }, outcomeOf),
    );

  async function cancel(): Promise<Change[]> {
    const { hidden } = (await openForm('cancellation')) ?? {};
    if (!hidden) return [];
    const fields = { refund: '', amount: '', ...Object.fromEntries(hidden), do: 'cancel' };
    const attempted = await asStaff('cancel', { form: 'cancellation', fields }, ({ said }) =>
      said.includes('is cancelled') ? 'done' : undefined,
    );
    return [{ what: 'cancel', ...attempted }];
  }

  async function refundAtStripe(): Promise<Change[]> {
    await world.refundAtStripe(orderId, random.between(1, basket.total - 1));
    return [];
  }

  const makers: [
    what: ChangeKind | 'refund at Stripe',
    chance: number,
    make: () => Promise<Change | Change[]>,
  ][] = [
    ['refund', 0.35, refund],
    ['take off', basket.items.length > 1 ? 0.3 : 0, takeOff],
    ['cancel', 0.1, cancel],
    ['move', 0.35, move],
    ['ask to cancel', 0.2, requestCancel],
    ['add', 0.3, add],
    ['refund at Stripe', 0.2, refundAtStripe],
  ];
  const wanted = makers.filter(([what, chance]) =>
    only === undefined ? random.chance(chance) : what === only,
  );
  return (await Promise.all(wanted.map(([, , make]) => make()))).flat();
}

/** A screen of a form. */
interface Opened {
  hidden: Map<string, string>;
  html: string;
}

const NOTHING_LEFT = ['Nothing is left to pay back', 'Nothing of it can be taken off'];

/** The path of the customer's link, from the newest e-mail that has one. */
async function findLink({ where }: World, orderId: string): Promise<string | undefined> {
  const deadline = Date.now() + MAX_LINK_MS;
  for (;;) {
    const link = readLink(where.dataDir, orderId);
    if (link !== undefined || Date.now() > deadline) return link;
    await pause(LINK_POLL_MS);
  }
}
