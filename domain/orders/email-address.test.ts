import { expect, test } from 'vitest';
import { sampleOrder } from '#test/samples.ts';
import { deliverableAddress, emailDetour, otherEmail, reachableEmail } from './email-address.ts';

const [TYPED, GIVEN] = ['ada@example.org', 'ada.lovelace@example.org'];

test.each([
  ['an address', TYPED, GIVEN, false, TYPED, undefined],
  ['an address that was refused', TYPED, GIVEN, true, GIVEN, 'at-payment'],
  ['an address that was refused, without another', TYPED, undefined, true, TYPED, 'nowhere'],
  ['no address', 'x', GIVEN, false, GIVEN, 'at-payment'],
  ['no address, without another', 'x', undefined, false, 'x', 'nowhere'],
  ['nothing', '', GIVEN, false, '', undefined],
])(
  'who ordered with %s is reached where that works',
  (_, email, paymentEmail, isEmailRefused, reached, detour) => {
    const customer = { name: 'Ada', phone: '1', email };
    const order = { customer, paymentEmail, isEmailRefused };
    expect(reachableEmail(order)).toBe(reached);
    expect(emailDetour(order)).toBe(detour);
  },
);

test.each([
  ['another address', 'x', GIVEN, GIVEN],
  ['the same address', TYPED, 'Ada@Example.org', undefined],
  ['what is no address', 'x', 'y', undefined],
  ['no address', 'x', undefined, undefined],
  ['an address, of an order that wants no e-mails', '', GIVEN, undefined],
])('of %s given at payment is stored only what may be needed', (_, email, given, stored) => {
  const { customer } = sampleOrder();
  expect(otherEmail({ customer: { ...customer, email } }, given)).toBe(stored);
});

test.each([
  ['ada@example.org', 'ada@example.org'],
  ['ada@bäckerei.example', 'ada@xn--bckerei-5wa.example'],
  ['ada@BÄCKEREI.example', 'ada@xn--bckerei-5wa.example'],
  ['ada@example。org', 'ada@example.org'],
  // These need SMTPUTF8 on every server on the way.
  ['käse@bäckerei.example', undefined],
  ['käse@example.org', undefined],
  ['x', undefined],
  ['', undefined],
  ['@example.org', undefined],
  ['ada@', undefined],
  ['ada@example.org/path', undefined],
  ['ada@example.org:25', undefined],
  ['ada@user@example.org', undefined],
  ['ada at example.org', undefined],
])('%s is sent to %s', (typed, address) => {
  expect(deliverableAddress(typed)).toBe(address);
});
