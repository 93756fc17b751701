import { randomUUID } from 'node:crypto';
import { Day } from '#domain/calendar/day.ts';
import type { Cake, Category, OptionChoice, OptionGroup } from '#domain/catalogue/catalogue.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import { orderNumber } from '#domain/orders/new-order.ts';
import { type CatalogueLine, isFunded, type Order, type OrderItem } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import type { Seed } from '#server/content/seed.ts';
import type { PricedProduct } from '#server/stripe/prices.ts';

/** Text that wrong encoding, comparison or escaping would corrupt. */
export const AWKWARD = `Zoë's “crème brûlée” 🎂👩‍🍳 — 100% 'ok'; \\ £5 ½ 你好`;

export const NOON: Instant = '2026-11-20T12:00:00.000Z';

/** @returns the time `seconds` after noon. */
export function at(seconds: number): Instant {
  return plusSeconds(NOON, seconds);
}

export function sampleCategory(id: number, slug: string): Category {
  return { id, slug, title: `Category ${id}`, img: `${slug}.jpg`, desc: `All about ${slug}` };
}

export function sampleCake(id: string, changes: Partial<Cake> = {}): Cake {
  return {
    id,
    kind: 'cake',
    title: `Cake ${id}`,
    desc: 'Two layers and a filling.',
    img: `${id}.jpg`,
    imgs: [`${id}-2.jpg`, `${id}-3.jpg`],
    category: ['birthday'],
    sizes: [
      { id: `${id}-8`, size: '8', slices: '14–18', price: 4800, api: null },
      { id: `${id}-box`, size: 'Box of 6', slices: null, price: 2150, api: null },
    ],
    allergens: ['Eggs', 'Gluten'],
    servingInfo: ['vege'],
    offMessage: false,
    ...changes,
  };
}

/** Of each kind one; nuts come with the topping. @param first of the first choice of the sponge. */
export function sampleOptions(first: Partial<OptionChoice> = {}): OptionGroup[] {
  const free = { price: 0, api: null, vegan: true };
  return [
    {
      id: 'sponge',
      name: 'Sponge',
      kind: 'one',
      choices: [
        { id: 'vanilla', name: 'vanilla', ...free, ...first },
        { id: 'lemon', name: 'lemon', ...free, price: 300, api: 'price_lemon' },
      ],
    },
    {
      id: 'topping',
      name: 'Toppings',
      kind: 'several',
      most: 2,
      choices: [
        {
          ...{ id: 'praline', name: 'praline', ...free },
          contains: ['Nuts (hazelnuts)'],
          mayContain: ['Nuts (almonds)'],
        },
        { id: 'berries', name: 'berries', ...free },
      ],
    },
    {
      id: 'number',
      name: 'Number topper',
      kind: 'text',
      limit: 2,
      choices: [{ id: 'number', name: 'Number topper', ...free, price: 400, api: 'price_number' }],
    },
  ];
}

/** A price as the payment provider returns it. Its id contains the amount. */
export function samplePrice(lookupKey: string, price: Pence): PricedProduct {
  return { lookupKey, price, stripePriceId: `${lookupKey}-at-${price}` };
}

export function sampleSeed(changes: Partial<Seed> = {}): Seed {
  return {
    categories: [sampleCategory(2, 'wedding'), sampleCategory(1, 'birthday')],
    cakes: [
      sampleCake('victoria', { category: ['wedding', 'birthday'] }),
      sampleCake('angel', { title: AWKWARD, desc: AWKWARD, offMessage: true }),
      sampleCake('candles', { kind: 'personal-touch', category: [], allergens: [] }),
    ],
    calendar: {
      leadDays: 3,
      daysAhead: 90,
      closedWeekdays: [7],
      closedPeriods: [{ from: '12-24', to: '01-02' }],
      days: {
        [Day.parse('2026-12-05')]: { is: 'no-collections' },
        [Day.parse('2026-12-19')]: { is: 'no-collections' },
      },
    },
    ...changes,
  };
}

export function sampleItem(changes: Partial<CatalogueLine> = {}): CatalogueLine {
  return {
    cakeId: 'victoria',
    sizeId: 'victoria-8',
    isAddOn: false,
    api: 'price_1',
    title: 'Victoria Sponge',
    img: 'victoria.jpg',
    size: '8',
    slices: '14–18',
    price: 4800,
    vatRate: 0,
    units: 0,
    message: '',
    day: Day.parse('2026-12-01'),
    allergens: ['Eggs', 'Dairy', 'Gluten'],
    ...changes,
  };
}

export function sampleFreeLine(): OrderItem {
  return {
    ...sampleItem({ title: 'Rocket cake', price: 9500, units: 3 }),
    ...{ cakeId: null, sizeId: null, api: null, img: null, size: '', slices: null },
    allergens: ['Eggs', 'Dairy (milk)', 'Gluten (wheat)'],
    mayContain: ['Nuts (almonds)'],
  };
}

export function sampleCharge(changes: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    kind: 'charge',
    id: 'cs_1',
    paymentId: 'pi_1',
    amount: 9600,
    at: NOON,
    ...changes,
  };
}

export function sampleOrder(changes: Partial<Order> = {}): Order {
  const { id = randomUUID() } = changes;
  return {
    id,
    number: orderNumber(id),
    state: 'placed',
    customer: { name: 'Ada Baker', email: 'ada@example.com', phone: '020 7946 0000' },
    items: [sampleItem(), sampleItem({ slices: null, size: 'Box', message: AWKWARD })],
    total: 9600,
    paid: isFunded(changes.state ?? 'placed') ? (changes.total ?? 9600) : 0,
    surplus: 0,
    kept: 0,
    deposit: null,
    restBy: null,
    placedAt: NOON,
    payBy: at(3600),
    checkoutId: null,
    payment: 'none',
    reversals: [],
    replacedBy: null,
    cancelledAt: null,
    ...changes,
  };
}

/** SQL that adds a refund which cannot be read to an order. */
export function unreadableReversal(orderId: string): string {
  return `insert into reversals (order_id, id, kind, payment, provider_id, amount, is_pending, state, at)
    values ('${orderId}', 're_1', 'refund', 'cs_1', 're_1', 100, 0, 'succeeded', 'never')`;
}
