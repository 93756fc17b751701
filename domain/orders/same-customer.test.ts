import { expect, test } from 'vitest';
import { isSameEmail, isSamePhone } from './same-customer.ts';

test.each([
  ['Ada@Example.org', ' ada@example.org ', true],
  ['ada@example.org', 'ada@example.com', false],
  ['', '', false],
])('the addresses %j and %j are one: %j', (one, other, same) => {
  expect(isSameEmail(one, other)).toBe(same);
});

test.each([
  ['+44 7700 900123', '07700 900123', true],
  ['0044 (0) 7700 900123', '07700 900123', true],
  ['07700 900123', '07700 900124', false],
  ['020 7946 0123', '02079460123', true],
  ['', '', false],
  ['123', '123', false],
])('the numbers %j and %j are one: %j', (one, other, same) => {
  expect(isSamePhone(one, other)).toBe(same);
});
