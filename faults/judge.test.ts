import { expect, test } from 'vitest';
import type { Change } from './changes.ts';
import {
  type Email,
  emptyBook,
  type OrderBook,
  type Session,
  type ShownOrder,
  type StripeRefund,
} from './evidence.ts';
import { createHistory } from './history.ts';
import { findOversold, judge } from './judge.ts';
import type { PhoneOrder } from './phone-orders.ts';
import type { Shopper } from './shopper.ts';
import type { Evidence } from './verdict.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const item = {
  cakeId: 'c',
  sizeId: 's',
  api: 'price_1',
  message: 'Hi',
  day: '2030-01-02',
  allergens: [],
};
const session: Session = {
  id: 'cs_1',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 4_800,
  client_reference_id: ID,
  payment_intent: 'pi_1',
  metadata: {},
};
const order: ShownOrder = { id: ID, state: 'paid', paid: true, total: 4_800, items: [item] };
const email: Email = { to: 'cafe', orderId: ID, text: 'Red Velvet\nHi\nTotal paid: £48\n' };
const confirmation: Email = {
  to: 'customer',
  orderId: ID,
  text: 'Red Velvet\nHi\nPaid: £48\n',
};
const book: OrderBook = { ...emptyBook(), moved: 4_800 };
const shopper: Shopper = {
  name: 'Shopper 1',
  attempts: [
    { id: ID, basket: { items: [item], prices: [4_800], total: 4_800, titles: [['Red Velvet']] } },
  ],
  wishes: [],
  shownPaid: new Set([ID]),
  complaints: [],
};

function violationsOf(change: Partial<Evidence>): string[] {
  const evidence: Evidence = {
    shoppers: [shopper],
    phoneOrders: [],
    asked: [],
    sessions: [session],
    emails: [email, confirmation],
    devices: [],
    pushes: [],
    requests: new Set(),
    orders: new Map([[ID, order]]),
    changes: [],
    refunds: [],
    books: new Map([[ID, book]]),
    history: createHistory(),
    ...change,
  };
  return judge(evidence).map(({ wrong, what }) => `${wrong}: ${what}`);
}

test('accepts an order that is paid once, shown as ordered and e-mailed', () => {
  expect(violationsOf({})).toEqual([]);
});

test.each<[string, Partial<Evidence>]>([
  ['lost: cs_1 is paid: the order does not exist', { orders: new Map([[ID, undefined]]) }],
  [
    'lost: cs_1 is paid: the order is placed',
    { orders: new Map([[ID, { ...order, state: 'placed', paid: false }]]) },
  ],
  [
    'lost: cs_1 is paid: 4700 is shown instead of 4800',
    { orders: new Map([[ID, { ...order, total: 4_700 }]]) },
  ],
  [
    'lost: cs_1 is paid: other items are shown',
    { orders: new Map([[ID, { ...order, items: [{ ...item, message: 'Ho' }] }]]) },
  ],
  ['lost: cs_1 is paid: there is no e-mail', { emails: [confirmation] }],
  ['lost: cs_1 is paid: the customer has no confirmation', { emails: [email] }],
  [
    'lost: cs_1 is paid: the e-mail has other contents',
    { emails: [{ ...email, text: 'Red Velvet' }, confirmation] },
  ],
  ['lost: cs_1 is paid: no shopper ordered it', { shoppers: [] }],
  [
    'charged twice: Shopper 1: cs_1 and cs_2',
    {
      sessions: [session, { ...session, id: 'cs_2' }],
      books: new Map([[ID, { ...book, moved: 9_600 }]]),
    },
  ],
  [
    'refused: Shopper 1: An order was answered with other-content.',
    { shoppers: [{ ...shopper, complaints: ['An order was answered with other-content.'] }] },
  ],
])('%s', (wrong, change) => {
  expect(violationsOf(change)).toEqual([wrong]);
});

test('reports an unpaid order that is shown as paid', () => {
  const sessions = [{ ...session, payment_status: 'unpaid' }];
  expect(violationsOf({ sessions, books: new Map() })).toEqual([
    'unpaid shown paid: the order is paid',
    'unpaid shown paid: an e-mail was sent',
    'unpaid shown paid: Shopper 1 saw it',
  ]);
});

test('accepts an unpaid order whose customer gets an e-mail that the bank did not pay', () => {
  const refused = { ...confirmation, text: 'Your bank did not make your payment.' };
  const unpaid = {
    sessions: [{ ...session, payment_status: 'unpaid' }],
    books: new Map(),
    shoppers: [{ ...shopper, shownPaid: new Set<string>() }],
    orders: new Map([[ID, { ...order, state: 'expired' as const, paid: false }]]),
  };
  expect(violationsOf({ ...unpaid, emails: [refused] })).toEqual([]);
  expect(violationsOf({ ...unpaid, emails: [refused, confirmation] })).toHaveLength(1);
});

const change = { orderId: ID, answered: 'done' as const, from: 10, to: 20 };
const move: Change = { ...change, what: 'move', day: '2030-01-02', toDay: '2030-01-05' };
const moved = { ...order, items: [{ ...item, day: '2030-01-05' }] };
const request: Change = { ...change, what: 'ask to cancel' };
const refund: Change = { ...change, what: 'refund', id: 'form-1', amount: 800 };
const stripeRefund: StripeRefund = {
  id: 're_1',
  payment_intent: 'pi_1',
  amount: 800,
  status: 'succeeded',
  metadata: { refund: 'form-1' },
};
const reversal = { id: 're_1', amount: 800, state: 'succeeded' };
const refunded = new Map([[ID, { ...book, moved: 4_000, reversals: [reversal] }]]);
const another = { ...stripeRefund, id: 're_2' };

function restoredBackup() {
  const history = createHistory();
  history.restored(15);
  return history;
}

test.each<[string, Partial<Evidence>]>([
  ['a confirmed move', { changes: [move], orders: new Map([[ID, moved]]) }],
  ['a move that a restored backup lost', { changes: [move], history: restoredBackup() }],
  ['a move without a response', { changes: [{ ...move, answered: 'unknown' }] }],
  ['a rejected move', { changes: [{ ...move, answered: 'rejected' }] }],
  ['a confirmed refund', { changes: [refund], refunds: [stripeRefund], books: refunded }],
  [
    'a refund that was made at Stripe',
    { refunds: [{ ...stripeRefund, metadata: {} }], books: refunded },
  ],
  [
    'a refund that has failed',
    {
      refunds: [{ ...stripeRefund, status: 'failed', metadata: {} }],
      books: new Map([[ID, { ...book, reversals: [{ ...reversal, state: 'failed' }] }]]),
    },
  ],
  ['a rejected refund', { changes: [{ ...refund, answered: 'rejected' }] }],
  ['a request', { changes: [request], books: new Map([[ID, { ...book, requests: 1 }]]) }],
])('accepts %s', (_, evidence) => {
  expect(violationsOf(evidence)).toEqual([]);
});

test.each<[string, Partial<Evidence>]>([
  ['lost: cs_1 is paid: other items are shown', { changes: [move] }],
  [
    'lost: cs_1 is paid: other items are shown',
    { changes: [{ ...move, answered: 'rejected' }], orders: new Map([[ID, moved]]) },
  ],
  [
    'lost: cs_1 is paid: other items are shown',
    {
      changes: [move],
      orders: new Map([[ID, { ...order, items: [{ ...item, day: '2030-01-09' }] }]]),
    },
  ],
  ['lost: 0 of the refund of 800 was made', { changes: [refund] }],
  ['lost: the request to cancel is missing', { changes: [request] }],
  [
    'done twice: 2 requests to cancel',
    { changes: [request], books: new Map([[ID, { ...book, requests: 2 }]]) },
  ],
  [
    'done twice: 2 refunds for one form',
    {
      changes: [refund],
      refunds: [stripeRefund, another],
      books: new Map([
        [
          ID,
          {
            ...book,
            moved: 3_200,
            reversals: [reversal, { ...reversal, id: 're_2' }],
          },
        ],
      ]),
    },
  ],
  [
    'done twice: a refund of 800 instead of 700',
    { changes: [{ ...refund, amount: 700 }], refunds: [stripeRefund], books: refunded },
  ],
  [
    'done twice: a refund of 800 instead of 0',
    {
      changes: [{ ...refund, answered: 'rejected' }],
      refunds: [stripeRefund],
      books: refunded,
    },
  ],
  ['done twice: nobody asked for the refund form-1', { refunds: [stripeRefund], books: refunded }],
  [
    'ledger differs: the shop has 4800, re_1 800 succeeded; Stripe 4000, re_1 800 succeeded',
    {
      changes: [refund],
      refunds: [stripeRefund],
      books: new Map([[ID, { ...book, reversals: [reversal] }]]),
    },
  ],
  [
    'ledger differs: the shop has 4000; Stripe 4000, re_1 800 succeeded',
    {
      changes: [refund],
      refunds: [stripeRefund],
      books: new Map([[ID, { ...book, moved: 4_000 }]]),
    },
  ],
  ['ledger differs: the shop has 0; Stripe 4800', { books: new Map() }],
])('%s', (wrong, evidence) => {
  expect(violationsOf(evidence)).toEqual([wrong]);
});

const candles = { ...item, cakeId: 'candles', message: '' };
const adds: Change = { ...change, what: 'add', item: candles, title: 'Candles', price: 600 };
const addition: Session = {
  ...session,
  id: 'cs_2',
  amount_total: 600,
  payment_intent: 'pi_2',
  metadata: { addition_0: '[{}]' },
};
const grown = { ...order, total: 5_400, items: [item, candles] };
const withAddition = {
  changes: [adds],
  sessions: [session, addition],
  books: new Map([[ID, { ...book, moved: 5_400 }]]),
};

test('accepts what was added and paid, and not what was added twice or is missing', () => {
  const shown = { orders: new Map([[ID, grown]]) };
  expect(violationsOf({ ...withAddition, ...shown })).toEqual([]);
  expect(violationsOf({ changes: [adds] })).toEqual([]);
  expect(violationsOf(withAddition)).toEqual(['lost: cs_1 is paid: 4800 is shown instead of 5400']);
  const sessions = [session, addition, { ...addition, id: 'cs_3' }];
  const books = new Map([[ID, { ...book, moved: 6_000 }]]);
  expect(violationsOf({ ...withAddition, ...shown, sessions, books })).toEqual([
    'charged twice: Shopper 1 has paid 2 additions and made 1',
  ]);
});

const small = { ...item, sizeId: 'small', day: '2030-01-03' };
const two = {
  shoppers: [
    {
      ...shopper,
      attempts: [
        {
          id: ID,
          basket: {
            items: [item, small],
            prices: [3_000, 1_800],
            total: 4_800,
            titles: [['Red Velvet'], ['Small Velvet']],
          },
        },
      ],
    },
  ],
  emails: [email, confirmation].map((each) => ({ ...each, text: `Small Velvet\n${each.text}` })),
};
const takesOff: Change = { ...change, what: 'take off', position: 1 };
const left = new Map([[ID, { ...order, total: 3_000 }]]);
const whole = new Map([[ID, { ...order, items: [item, small] }]]);

test('accepts what was taken off, and not what is left of it or has come back', () => {
  expect(violationsOf({ ...two, changes: [takesOff], orders: left })).toEqual([]);
  const late = { ...email, text: email.text.replace('£48', '£30') };
  expect(
    violationsOf({ ...two, changes: [takesOff], orders: left, emails: [late, confirmation] }),
  ).toEqual([]);
  const lost = 'lost: cs_1 is paid:';
  expect(violationsOf({ ...two, changes: [takesOff], orders: whole })).toEqual([
    `${lost} 4800 is shown instead of 3000`,
  ]);
  const unsure: Change = { ...takesOff, answered: 'unknown' };
  for (const orders of [left, whole]) {
    expect(violationsOf({ ...two, changes: [unsure], orders })).toEqual([]);
  }
  const rejected: Change = { ...takesOff, answered: 'rejected' };
  expect(violationsOf({ ...two, changes: [rejected], orders: whole })).toEqual([]);
  expect(violationsOf({ ...two, changes: [rejected], orders: left })).toEqual([
    `${lost} 3000 is shown instead of 4800`,
  ]);
  const other = new Map([[ID, { ...order, total: 3_000, items: [small] }]]);
  expect(violationsOf({ ...two, changes: [takesOff], orders: other })).toEqual([
    `${lost} other items are shown`,
  ]);
});

test('accepts an e-mail that was written after an addition and before something was taken off', () => {
  const orders = new Map([[ID, { ...order, total: 3_600, items: [item, candles] }]]);
  const changes = [adds, takesOff];
  for (const [written, wrongs] of [
    ['£54', 0],
    ['£60', 1],
  ] as const) {
    const emails = [{ ...email, text: email.text.replace('£48', written) }, confirmation];
    expect(violationsOf({ ...two, ...withAddition, orders, changes, emails })).toHaveLength(wrongs);
  }
});

test('accepts one push about an order on each phone, and its copies, and no other', () => {
  const pushOf = (deviceId: string, copy: string) => ({ deviceId, tag: ID, copy });
  const pushes = [pushOf('a', '0'), pushOf('a', '0'), pushOf('b', '0')];
  const devices = ['a', 'b'];
  expect(violationsOf({ devices, pushes })).toEqual([]);
  expect(violationsOf({ devices, pushes: pushes.slice(0, 2) })).toEqual([
    'lost: a phone of staff has not shown it',
  ]);
  expect(violationsOf({ devices, pushes: [], history: restoredBackup() })).toEqual([]);
  const twice = [...pushes, pushOf('b', '1')];
  expect(violationsOf({ devices, pushes: twice })).toEqual([
    'told wrongly: a phone of staff has shown it 2 times',
  ]);
  // Its request has a push too.
  const books = new Map([[ID, { ...book, requests: 1 }]]);
  expect(violationsOf({ devices, pushes: twice, changes: [request], books })).toEqual([]);
});

test('reports a day that is oversold without a record', () => {
  const day = { what: 'points on 2030-01-02', count: 12, most: 12 };
  expect(findOversold([day])).toEqual([]);
  expect(findOversold([{ ...day, count: 13 }])).toMatchObject([
    { wrong: 'oversold', what: '13 of 12 points on 2030-01-02' },
  ]);
});

const FORM = '00000000-0000-4000-8000-000000000002';
const phoneOrder: PhoneOrder = {
  id: ID,
  title: 'Rocket cake',
  total: 8_000,
  deposit: 3_000,
  taken: { answered: 'done', from: 1, to: 2 },
  day: '2030-01-02',
  counter: [],
  isShownPaid: false,
};
const deposit: Session = { ...session, amount_total: 3_000 };
const rest: Session = { ...session, id: 'cs_2', amount_total: 5_000, payment_intent: 'pi_2' };
const bookOf = (state: string, paid: number, change: Partial<OrderBook> = {}, total = 8_000) =>
  new Map([[ID, { ...emptyBook(), moved: paid, order: { state, paid, total }, ...change }]]);
const phoneEmails: Email[] = (['cafe', 'customer'] as const).map((to) => ({
  to,
  orderId: ID,
  text: 'Rocket cake',
}));
const onPhone = {
  shoppers: [],
  orders: new Map(),
  emails: phoneEmails,
  phoneOrders: [phoneOrder],
  sessions: [deposit],
  books: bookOf('agreed', 3_000),
};
const atCounter = { amount: 5_000, answered: 'done', from: 10, to: 20 } as const;
const both = { sessions: [deposit, rest], books: bookOf('paid', 8_000) };
const added = { price: 600, answered: 'done', from: 10, to: 20 } as const;
const withAdded = (change: object = {}) => [{ ...phoneOrder, added: { ...added, ...change } }];
const ofAddition: Session = { ...session, id: 'cs_3', amount_total: 600, payment_intent: 'pi_3' };

test.each<[string, Partial<Evidence>]>([
  ['a deposit', {}],
  ['both parts by card', both],
  [
    'the rest at the counter',
    {
      phoneOrders: [{ ...phoneOrder, counter: [atCounter], isShownPaid: true }],
      books: bookOf('paid', 8_000, { moved: 3_000, cash: 5_000 }),
    },
  ],
  [
    'the rest at the counter, which a restored backup lost, and then by card',
    {
      ...both,
      phoneOrders: [{ ...phoneOrder, counter: [atCounter] }],
      history: restoredBackup(),
    },
  ],
  [
    'what staff have added, unpaid',
    { phoneOrders: withAdded(), ...both, books: bookOf('agreed', 8_000, {}, 8_600) },
  ],
  [
    'what staff have added, paid by itself',
    {
      phoneOrders: withAdded(),
      sessions: [deposit, rest, ofAddition],
      books: bookOf('paid', 8_600, {}, 8_600),
    },
  ],
  [
    'what staff have added, paid with the rest',
    {
      phoneOrders: withAdded(),
      sessions: [deposit, { ...rest, amount_total: 5_600 }],
      books: bookOf('paid', 8_600, {}, 8_600),
    },
  ],
  ['an addition without a response', { phoneOrders: withAdded({ answered: 'unknown' }), ...both }],
  [
    'an addition that was paid, and that a restored backup lost,',
    {
      phoneOrders: withAdded(),
      sessions: [deposit, rest, ofAddition],
      books: bookOf('paid', 8_000),
      history: restoredBackup(),
    },
  ],
  [
    'a quote that was replaced',
    {
      phoneOrders: [{ ...phoneOrder, quote: { ended: phoneOrder.taken } }],
      sessions: [],
      books: bookOf('expired', 0),
    },
  ],
  [
    'a quote that its customer accepts on its last day',
    {
      phoneOrders: [{ ...phoneOrder, quote: { lapsed: phoneOrder.taken } }],
      sessions: [],
      books: bookOf('accepting', 0),
    },
  ],
  [
    'a refund of both payments by one form',
    {
      ...both,
      books: bookOf('paid', 8_000, {
        moved: 2_000,
        reversals: [
          { ...reversal, amount: 5_000 },
          { ...reversal, id: 're_2', amount: 1_000 },
        ],
      }),
      changes: [{ ...refund, id: FORM, amount: 6_000 }],
      refunds: [
        { ...stripeRefund, payment_intent: 'pi_2', amount: 5_000, metadata: { refund: FORM } },
        { ...another, amount: 1_000, metadata: { refund: `${FORM}-2` } },
      ],
    },
  ],
])('accepts %s of an order on the phone', (_, evidence) => {
  expect(violationsOf({ ...onPhone, ...evidence })).toEqual([]);
});

test.each<[string, Partial<Evidence>]>([
  [
    'charged twice: 8000 by card and 5000 at the counter, of 8000',
    {
      ...both,
      phoneOrders: [{ ...phoneOrder, counter: [atCounter] }],
      books: bookOf('paid', 13_000, { moved: 8_000, cash: 5_000 }),
    },
  ],
  [
    'lost: the order comes to 8000 instead of 8600',
    { ...both, phoneOrders: withAdded(), books: bookOf('paid', 8_000) },
  ],
  [
    'done twice: the order comes to 9200 instead of 8600',
    { ...both, phoneOrders: withAdded(), books: bookOf('agreed', 8_000, {}, 9_200) },
  ],
  [
    'charged twice: 5300 was charged, which was never to pay',
    {
      phoneOrders: withAdded(),
      sessions: [deposit, { ...rest, amount_total: 5_300 }, { ...ofAddition, amount_total: 300 }],
      books: bookOf('paid', 8_600, {}, 8_600),
    },
  ],
  [
    'charged twice: 6000 was charged, which was never to pay',
    { sessions: [{ ...deposit, amount_total: 6_000 }], books: bookOf('agreed', 6_000) },
  ],
  [
    'lost: 0 of 5000 at the counter is written down',
    { phoneOrders: [{ ...phoneOrder, counter: [atCounter] }] },
  ],
  [
    'done twice: 5000 at the counter, staff took 0',
    { books: bookOf('paid', 8_000, { moved: 3_000, cash: 5_000 }) },
  ],
  ['lost: 3000 is paid, the order has 0', { books: bookOf('agreed', 0, { moved: 3_000 }) }],
  ['lost: all is paid, and the order is agreed', { ...both, books: bookOf('agreed', 8_000) }],
  [
    'unpaid shown paid: 3000 of 8000 is paid, and the order is paid',
    { books: bookOf('paid', 3_000) },
  ],
  [
    'unpaid shown paid: the page said so, 3000 of 8000 has come',
    { phoneOrders: [{ ...phoneOrder, isShownPaid: true }] },
  ],
  [
    'lost: a payment has come, and the cafe has no e-mail about it',
    { emails: phoneEmails.slice(1) },
  ],
  [
    'charged twice: a quote that had ended was paid',
    { phoneOrders: [{ ...phoneOrder, quote: { ended: phoneOrder.taken } }] },
  ],
  [
    'lost: what staff did with a quote, which is quoted',
    {
      phoneOrders: [{ ...phoneOrder, quote: { lapsed: phoneOrder.taken } }],
      sessions: [],
      books: bookOf('quoted', 0),
    },
  ],
  [
    'lost: what staff did with a quote, which is quoted',
    {
      phoneOrders: [{ ...phoneOrder, quote: { agreed: phoneOrder.taken } }],
      sessions: [],
      books: bookOf('quoted', 0),
    },
  ],
  ['lost: the order does not exist', { sessions: [], books: new Map() }],
])('%s', (wrong, evidence) => {
  expect(violationsOf({ ...onPhone, ...evidence })).toEqual([wrong]);
});

const asked = { id: ID, answered: 'done', from: 10, to: 20 } as const;
const about: Email[] = [
  { to: 'cafe', text: `A rocket ${ID}` },
  { to: 'customer', text: `A rocket ${ID}` },
];
const withRequest: Partial<Evidence> = {
  asked: [asked],
  emails: [email, confirmation, ...about],
  requests: new Set([ID]),
};

test.each<[string, Partial<Evidence>]>([
  ['that is in the book', withRequest],
  ['that a restored backup lost', { asked: [asked], history: restoredBackup() }],
])('accepts a request %s', (_, evidence) => {
  expect(violationsOf(evidence)).toEqual([]);
});

test.each<[string, Partial<Evidence>]>([
  ['lost: the request is missing', { asked: [asked] }],
  [
    'lost: the customer has no e-mail about the request',
    { ...withRequest, emails: [email, confirmation, { to: 'cafe', text: ID }] },
  ],
])('%s', (wrong, evidence) => {
  expect(violationsOf(evidence)).toEqual([wrong]);
});
