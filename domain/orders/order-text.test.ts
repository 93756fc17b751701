import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import type { Order } from './order.ts';
import { orderSubject, orderText } from './order-text.ts';
import { PlainLine } from './text-schemas.ts';

test('the e-mail names the items, then the customer, in the order of the specification', () => {
  const day = Day.parse('2026-12-05');
  const shared = {
    cakeId: 'x',
    sizeId: 'y',
    isAddOn: false,
    api: 'price_1',
    img: 'x.jpg',
    vatRate: 0,
    units: 1,
    day,
  };
  const order: Order = {
    id: '8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d',
    number: '4KX7WP',
    state: 'funded',
    customer: { name: 'Ada Lovelace', email: 'ada@example.org', phone: '020 7946 0123' },
    items: [
      {
        ...shared,
        title: 'Berry Drip Cake',
        size: '8',
        slices: '14–18',
        price: 6800,
        message: 'Happy Birthday Ada',
        allergens: ['Eggs', 'Dairy', 'Gluten'],
        mayContain: ['Nuts (hazelnuts)'],
      },
      {
        ...shared,
        title: '16 Rainbow Tall Candles (18 cm)',
        isAddOn: true,
        size: 'Box',
        slices: null,
        price: 600,
        message: '',
        allergens: [],
      },
    ],
    total: 7400,
    paid: 7400,
    surplus: 0,
    kept: 0,
    deposit: null,
    restBy: null,
    placedAt: '2026-11-23T10:00:00.000Z',
    payBy: '2026-11-23T11:00:00.000Z',
    checkoutId: 'cs_1',
    payment: 'none',
    reversals: [],
    replacedBy: null,
    cancelledAt: null,
  };
  expect(orderText(order)).toBe(`1. Berry Drip Cake
   Price: £68
   Size: 8 inches · 14–18 slices
   Message on cake: Happy Birthday Ada
   Collection day: 05.12.2026 (Saturday 5 December 2026)

2. 16 Rainbow Tall Candles (18 cm)
   Price: £6
   Size: Box
   Message on cake: none
   Collection day: 05.12.2026 (Saturday 5 December 2026)

Name: Ada Lovelace
Email: ada@example.org
Phone: 020 7946 0123

Allergens
1. Berry Drip Cake. Contains: Eggs, Dairy, Gluten. May contain: Nuts (hazelnuts).
2. 16 Rainbow Tall Candles (18 cm). Contains: none of the allergens we name.

Total paid: £74
Order: 4KX7WP (8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d)`);
});

test('a refund is first in the subject, and follows the customer in the text', () => {
  const refund = {
    id: 're_1',
    kind: 'refund',
    payment: 'cs_1',
    state: 'succeeded',
    amount: 6800,
    at: NOON,
  } as const;
  const order = sampleOrder({ items: [sampleItem()], total: 6800, reversals: [refund] });
  expect(orderSubject(order)).toMatch(/^REFUNDED · /);
  const [first, customer, warning] = orderText(order).split('\n\n');
  expect(first).toMatch(/^1\. /);
  expect(customer).toMatch(/^Name: /);
  expect(warning).toBe('REFUNDED IN FULL.');
});

test('who collects instead of the customer is named', () => {
  expect(orderText(sampleOrder({ collector: 'Bob' }))).toContain('\nCollected by: Bob\n');
  expect(orderText(sampleOrder())).not.toContain('Collected by');
});

test('an order on the phone is not called paid before it is', () => {
  const order = sampleOrder({ state: 'agreed', items: [sampleItem()], total: 6800 });
  expect(orderText(order)).toContain('Total, not paid: £68');
});

test("a visitor's text stays in its own line, unchanged", () => {
  const line = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
      fc.constantFrom('<img src=x onerror=alert(1)>', '{{reply_to}}', 'Bcc: x', '%0aBcc: x'),
    )
    .filter((text) => PlainLine.safeParse(text).success);
  fc.assert(
    fc.property(line, line, line, line, (name, email, phone, message) => {
      const customer = { name, email, phone };
      const [note, staffNote] = [`x${message}`, `x${name}`];
      const items = [sampleItem({ message })];
      const lines = orderText(sampleOrder({ customer, items, note, staffNote })).split(
        /\r\n|[\n\r\v\f\u0085\u2028\u2029]/,
      );
      expect(lines).toHaveLength(18);
      expect(lines[3]).toBe(`   Message on cake: ${message}`);
      expect(lines.slice(6, 9)).toEqual([`Name: ${name}`, `Email: ${email}`, `Phone: ${phone}`]);
      expect(lines.slice(9, 13)).toEqual([
        ...['', `Note from the customer: ${note}`, `Our note: ${staffNote}`, ''],
      ]);
    }),
    { numRuns: 100 },
  );
});

test('the subject names the year of a day that was far away when it was ordered', () => {
  const subject = (day: string) =>
    orderSubject(sampleOrder({ placedAt: NOON, items: [sampleItem({ day: Day.parse(day) })] }));
  const year = Number(NOON.slice(0, 4));
  expect(subject(`${year}-12-01`)).not.toContain(String(year));
  expect(subject(`${year + 1}-12-01`)).toContain(` 1 Dec ${year + 1} · `);
});
