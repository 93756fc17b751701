import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collection } from '#cafe/words/collection.ts';
import { words } from '#cafe/words.ts';
import { Day } from '#domain/calendar/day.ts';
import { takenOffKind } from '#domain/emails/email-kinds.ts';
import { merchantOf } from '#domain/merchant.ts';
import { formatPence } from '#domain/money.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import { AT_COUNTER } from '#domain/orders/reversal.ts';
import { PlainLine } from '#domain/orders/text-schemas.ts';
import { cafeOf } from '#domain/words/words.ts';
import { NOON, sampleCake, sampleItem, sampleOrder } from '#test/samples.ts';
import {
  bankRefusedEmail,
  cancelledEmail,
  confirmationEmail,
  movedEmail,
  readyEmail,
  reminderEmail,
  takenOffEmail,
} from './customer-email.ts';

const sender = {
  ...merchantOf(cafeOf(words), collection, { closedPeriods: [], days: {} }),
  origin: 'https://cafe.example',
  link: 'https://cafe.example/my-order/0abc',
};
const [saturday, monday] = [Day.parse('2026-11-28'), Day.parse('2026-11-30')];
const order = sampleOrder({
  number: '4KX7WP',
  customer: { name: 'Ada Lovelace', email: 'ada@example.org', phone: '020 7946 0123' },
  items: [
    sampleItem({
      title: 'Red Velvet',
      message: 'Happy  Birthday Ada',
      day: saturday,
      mayContain: ['Nuts (almonds)', 'Sesame'],
    }),
    sampleItem({ title: 'Doughnuts', size: 'Box of 6', slices: null, day: monday, allergens: [] }),
  ],
  total: 9600,
});

const cakes = [
  sampleCake('victoria', {
    title: 'Red Velvet',
    keeping: { keep: 'In the fridge.', days: 3 },
    ingredients: 'Flour, eggs.',
  }),
];

const writing = {
  order,
  cakes,
  kind: '',
  sender,
  now: NOON,
  words: null,
};

describe('the confirmation', () => {
  const { subject, text, html, calendar } = confirmationEmail({
    ...writing,
    order: { ...order, paid: order.total },
  });

  test('names the order and its days in the subject', () => {
    expect(subject).toBe('Your order 4KX7WP for Sat 28 Nov and Mon 30 Nov');
  });

  test.each([
    'Dear Ada Lovelace,',
    'Your order number is 4KX7WP.',
    'TO COLLECT ON SATURDAY 28 NOVEMBER 2026\nRed Velvet, 8 inches · 14–18 slices: £48\nOn it: “Happy  Birthday Ada”\nContains: Eggs, Dairy, Gluten\nMay contain: Nuts (almonds), Sesame',
    'Doughnuts, Box of 6: £48\nContains: none of the allergens we name',
    'HOW TO KEEP RED VELVET\nKeep: In the fridge.\nEat by: Tuesday 1 December 2026\nIngredients: Flour, eggs.',
    'Paid: £96',
    '12 Chequer Row, London N8 0XX',
    cafeOf(words).contact.phone.display,
    'no food is guaranteed 100% allergen free',
    'the 14-day right to cancel',
    'https://cafe.example/my-order/0abc',
    'Please keep this link to yourself: anyone who has it can change the order.',
  ])('says %j', (part) => {
    expect(text).toContain(part);
    expect(html).toContain(part.split('\n').at(-1));
  });

  test('does not look forward to a day that has passed', () => {
    const late = confirmationEmail({ ...writing, now: '2026-12-01T12:00:00.000Z' });
    expect(late.text).toContain('its day has passed. Please ring us');
    expect(late.text).not.toContain('look forward');
    expect(late.calendar).toBeUndefined();
  });

  test('has one calendar entry for each day, with the identity of the page’s', () => {
    expect(calendar?.name).toBe('collection-4KX7WP.ics');
    const uids = calendar?.content.match(/^UID:.*$/gm);
    expect(uids).toEqual([`UID:${order.id}-${saturday}`, `UID:${order.id}-${monday}`]);
  });

  test('says what has been paid back', () => {
    const reversals = [
      {
        id: 're_1',
        kind: 'refund' as const,
        payment: 'cs_1',
        amount: 1000,
        state: 'succeeded',
        at: NOON,
      },
    ];
    expect(confirmationEmail({ ...writing, order: { ...order, reversals } }).text).toContain(
      'Paid back: £10',
    );
  });
});

test('the confirmation says of cakes and of candles what may come back', () => {
  const text = (...items: OrderItem[]) =>
    confirmationEmail({ ...writing, order: { ...order, items } }).text;
  const [cake, candles] = [sampleItem(), sampleItem({ isAddOn: true })];
  expect(text(cake)).toContain('Your cake is made for you');
  expect(text(cake)).not.toContain('Candles that you have not opened');
  expect(text(candles)).toContain('CANCELLING\nCandles that you have not opened');
  expect(text(candles, cake)).toMatch(
    /Your cake is made for you.*\nCandles that you have not opened/,
  );
});

test('the reminder names the items of its day only', () => {
  const kind = `reminder ${saturday}`;
  const { subject, text, calendar } = reminderEmail({ ...writing, kind }) ?? {};
  expect(subject).toBe('See you on Sat 28 Nov: your order 4KX7WP');
  expect(text).toContain('Red Velvet');
  expect(text).not.toContain('Doughnuts');
  expect(calendar?.content.match(/BEGIN:VEVENT/g)).toHaveLength(1);
});

test('the reminder says how to keep the cakes of its day until when', () => {
  const text = (day: Day) => reminderEmail({ ...writing, kind: `reminder ${day}` })?.text;
  expect(text(saturday)).toContain(
    'HOW TO KEEP RED VELVET\nKeep: In the fridge.\nEat by: Tuesday 1 December 2026',
  );
  expect(text(saturday)).not.toContain('Eat by: Thursday 3 December 2026');
  expect(text(monday)).toContain('Eat by: Thursday 3 December 2026');
  expect(text(monday)).not.toContain('Eat by: Tuesday 1 December 2026');
});

test('the reminder of a phone order says what is to pay, unless a bank is paying it', () => {
  const agreed = { ...order, state: 'agreed' as const };
  const text = (changes: object) =>
    reminderEmail({
      ...writing,
      order: { ...agreed, ...changes },
      kind: `reminder ${saturday}`,
    })?.text;
  expect(text({ payment: 'none' })).toContain(`To pay: ${formatPence(order.total)}`);
  expect(text({ payment: 'failed' })).toContain(`To pay: ${formatPence(order.total)}`);
  expect(text({ payment: 'processing' })).not.toContain('To pay');
  expect(text({ payment: 'processing' })).toContain('You need not pay again.');
});

test('a cancellation speaks of the bank only if it pays something back', () => {
  const of = { kind: 'refund', payment: 'cs_1' } as const;
  const refund = { ...of, amount: 1000, state: 'succeeded', at: NOON };
  const text = (id: string) =>
    cancelledEmail({
      ...writing,
      order: { ...order, cancelledAt: NOON, reversals: [{ ...refund, id }] },
    }).text;
  expect(text('re_1')).toMatch(/Paid back: £10.*your account/);
  expect(text(`${AT_COUNTER}1`)).toContain('Paid back: £10');
  expect(text(`${AT_COUNTER}1`)).not.toContain('your account');
  // Nothing of it can be changed.
  expect(text('re_1')).toContain('See your order: https://cafe.example/my-order/0abc');
});

test('who learns that the bank did not pay reads what is left of it, and what can be done', () => {
  const quote = { validUntil: saturday, holdsDay: false, evenIfFull: false, message: '' };
  const text = (changes: object, now = NOON) => {
    const refused = { ...order, payment: 'failed' as const, ...changes };
    const payUrl = 'https://cafe.example/pay/0paylink';
    return bankRefusedEmail({ ...writing, order: refused, now, payUrl }).text;
  };
  const agreed = text({ state: 'agreed' });
  expect(agreed).toContain(`Your order stays as it is, and is still to pay.`);
  expect(agreed).toContain('https://cafe.example/pay/0paylink');
  const expired = text({ state: 'expired' });
  expect(expired).toContain('nothing is ordered');
  expect(expired).toContain('Order again: https://cafe.example/cakes');
  // The customer's page is of orders that are in the book.
  expect(expired).not.toContain('/my-order/');
  const quoted = text({ state: 'quoted', quote });
  expect(quoted).toContain('You can still accept it until Saturday 28 November 2026.');
  expect(quoted).toContain('https://cafe.example/pay/0paylink');
  for (const over of [
    text({ state: 'quoted', quote }, '2026-11-30T12:00:00.000Z'),
    text({ state: 'expired', quote }),
  ]) {
    expect(over).toContain('nothing is ordered');
    expect(over).toContain('please ask us');
    expect(over).not.toContain('https://');
  }
});

test('no text of a visitor becomes markup or another line of the subject', () => {
  const line = fc
    .oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
      fc.constantFrom('<script>', '"><img src=x onerror=alert(1)>', "'</title>", '&lt;'),
    )
    .filter((text) => PlainLine.safeParse(text).success);
  const tagsOf = (html: string) => html.match(/<[^>]*>/g);
  const plain = sampleOrder({ note: 'x', items: [sampleItem({ message: 'x' })] });
  const expected = tagsOf(confirmationEmail({ ...writing, order: plain }).html);
  fc.assert(
    fc.property(line, line, (name, message) => {
      const customer = { ...plain.customer, name };
      const note = `x${message}`;
      const typed = { ...plain, customer, note, items: [sampleItem({ message })] };
      const { html, subject } = confirmationEmail({ ...writing, order: typed });
      expect(tagsOf(html)).toEqual(expected);
      expect(subject).not.toMatch(/[\r\n]/);
    }),
  );
});

test('the e-mail of a move says what stays on the day from which only a part is moved', () => {
  const moved = (from: Day) =>
    movedEmail({ ...writing, kind: `moved ${from} ${saturday} 1` })?.text;
  const text = moved(monday);
  expect(text).toContain('The rest is still for Monday 30 November');
  expect(text).toContain('TO COLLECT ON SATURDAY 28 NOVEMBER 2026\nRed Velvet');
  expect(text).toContain('TO COLLECT ON MONDAY 30 NOVEMBER 2026\nDoughnuts');
  const all = moved(Day.parse('2026-11-27'));
  expect(all).toContain(
    'Your order for Friday 27 November 2026 is now for Saturday 28 November 2026.',
  );
  expect(all).not.toContain('The rest');
});

test('what is taken off leaves the customer’s calendar with the last item of its entry', () => {
  const [cake, doughnuts] = order.items;
  if (!cake || !doughnuts) throw new Error('The sample order is empty.');
  const eventsAfter = (taken: OrderItem, ...left: OrderItem[]) => {
    const takenOff = [{ position: 7, item: taken }];
    const email = takenOffEmail({
      ...writing,
      order: { ...order, items: left, takenOff },
      kind: takenOffKind([7]),
    });
    const file = email.calendar?.content ?? '';
    expect(file).not.toContain('METHOD');
    return file
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) => [
        /UID:(.*)\r/.exec(event)?.[1],
        /SEQUENCE:(\d+)/.exec(event)?.[1],
        event.includes('STATUS:CANCELLED'),
      ]);
  };
  const [onSaturday, onMonday] = [`${order.id}-${saturday}`, `${order.id}-${monday}`];
  expect(eventsAfter(doughnuts, cake)).toEqual([
    [onSaturday, undefined, false],
    [onMonday, '1', true],
  ]);
  expect(eventsAfter(doughnuts, cake, doughnuts)).toEqual([
    [onSaturday, undefined, false],
    [onMonday, undefined, false],
  ]);
  // Moved to the day of the other, it has an entry of its own.
  const moved = { ...doughnuts, day: saturday, moved: { firstDay: monday, times: 2 } };
  expect(eventsAfter(moved, cake)).toEqual([
    [onSaturday, undefined, false],
    [onMonday, '3', true],
  ]);
});

test('a cake is ready until the cafe closes, or the collection time ends; what is no single cake is an order', () => {
  const on = (day: Day, time?: string) => {
    const items = order.items.map((item) => ({ ...item, ...(time && { time }) }));
    return readyEmail({ ...writing, order: { ...order, items }, kind: `ready ${day}` })?.subject;
  };
  expect(on(saturday)).toBe('Your cake is ready until 6pm: order 4KX7WP');
  expect(on(saturday, '17:00-19:00')).toBe('Your cake is ready until 7pm: order 4KX7WP');
  expect(on(monday)).toBe('Your order is ready until 6pm: order 4KX7WP');
});
