import { expect, test } from 'vitest';
import { emailHint, looksMistyped } from '#domain/orders/customer-details.ts';

test.each([
  'ada',
  'ada.example.org',
  'ada@',
  '@example.org',
  'ada@example',
  'ada@example.',
  'ada@.org',
  'ada lovelace@example.org',
  'ada@example .org',
  'ada@@example.org',
  'ada@home@example.org',
])('%s looks mistyped', (email) => {
  expect(looksMistyped(email)).toBe(true);
});

test.each([
  'ada@example.org',
  ' ada@example.org ',
  'ada+cakes@mail.example.co.uk',
  "o'neil@example.org",
  'zoë@exämple.org',
  '',
])('“%s” does not', (email) => {
  expect(looksMistyped(email)).toBe(false);
});

test.each([
  ['x', 'Is this right? It looks mistyped.'],
  ['käse@bäckerei.example', expect.stringContaining('special letters before the @')],
  ['ada@bäckerei.example', ''],
  ['ada@example.org', ''],
])('the hint for %s', (email, hint) => {
  expect(emailHint(email)).toEqual(hint);
});
