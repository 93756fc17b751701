import { expect, test } from 'vitest';
import { createHistory } from './history.ts';
import { type Email, type Evidence, judge, type Session, type ShownOrder } from './judge.ts';
import type { Shopper } from './shopper.ts';

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
};
const order: ShownOrder = { id: ID, state: 'paid', paid: true, total: 4_800, items: [item] };
const email: Email = { to: 'cafe', orderId: ID, text: 'Red Velvet\nHi\nTotal paid: £48\n' };
const confirmation: Email = { to: 'customer', orderId: ID, text: 'Red Velvet\nHi\nPaid: £48\n' };
const shopper: Shopper = {
  name: 'Shopper 1',
  attempts: [{ id: ID, basket: { items: [item], total: 4_800, titles: ['Red Velvet'] } }],
  expectedCharges: 1,
  shownPaid: new Set([ID]),
  complaints: [],
};

function violationsOf(change: Partial<Evidence>): string[] {
  const evidence: Evidence = {
    shoppers: [shopper],
    sessions: [session],
    inbox: [email, confirmation],
    orders: new Map([[ID, order]]),
    history: createHistory(),
    ...change,
  };
  return judge(evidence).violations.map(({ wrong, what }) => `${wrong}: ${what}`);
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
    'lost: cs_1 is paid: 4800 was charged, 4700 is shown, the basket had 4800',
    { orders: new Map([[ID, { ...order, total: 4_700 }]]) },
  ],
  [
    'lost: cs_1 is paid: other items are shown',
    { orders: new Map([[ID, { ...order, items: [{ ...item, message: 'Ho' }] }]]) },
  ],
  ['lost: cs_1 is paid: there is no e-mail', { inbox: [confirmation] }],
  ['lost: cs_1 is paid: the customer has no confirmation', { inbox: [email] }],
  [
    'lost: cs_1 is paid: the e-mail has other contents',
    { inbox: [{ ...email, text: 'Red Velvet' }, confirmation] },
  ],
  ['lost: cs_1 is paid: no shopper ordered it', { shoppers: [] }],
  [
    'charged twice: Shopper 1 expected 1: cs_1 and cs_2',
    { sessions: [session, { ...session, id: 'cs_2' }] },
  ],
  [
    'refused: Shopper 1: An order was answered with other-content.',
    { shoppers: [{ ...shopper, complaints: ['An order was answered with other-content.'] }] },
  ],
])('%s', (wrong, change) => {
  expect(violationsOf(change)).toEqual([wrong]);
});

test('reports an unpaid order that is shown as paid', () => {
  expect(violationsOf({ sessions: [{ ...session, payment_status: 'unpaid' }] })).toEqual([
    'unpaid shown paid: Shopper 1 saw it',
    'unpaid shown paid: the order is paid',
    'unpaid shown paid: an e-mail was sent',
  ]);
});

test.each([
  ['no failure', ['unexplained double: copy 2 of its e-mail'], () => {}],
  [
    'the kill of another server',
    ['unexplained double: copy 2 of its e-mail'],
    (history: ReturnType<typeof createHistory>) => history.serverEnded(1, Date.now(), 'SIGKILL'),
  ],
  [
    'the kill of its server',
    [],
    (history: ReturnType<typeof createHistory>) => history.serverEnded(0, Date.now(), 'SIGKILL'),
  ],
  ['a restored backup', [], (history: ReturnType<typeof createHistory>) => history.restored()],
])('a second e-mail after %s', (_, violations, happens) => {
  const history = createHistory();
  history.emailAccepted(ID, { server: 0, startedAt: Date.now(), intact: true });
  happens(history);
  history.emailAccepted(ID, { server: 0, startedAt: Date.now(), intact: true });
  expect(violationsOf({ history, inbox: [email, email, confirmation] })).toEqual(violations);
});

test('a second e-mail after an answer that was lost', () => {
  const history = createHistory();
  history.emailAccepted(ID, { server: 0, startedAt: Date.now(), intact: false });
  history.emailAccepted(ID, { server: 1, startedAt: Date.now(), intact: true });
  expect(violationsOf({ history, inbox: [email, email, confirmation] })).toEqual([]);
});
