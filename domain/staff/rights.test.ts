import { expect, test } from 'vitest';
import { may, type Right, ROLES } from './rights.ts';

const COUNTERS: Right[] = [
  'see-contact',
  'see-amounts',
  'take-payment',
  'take-orders',
  'change-orders',
];
const OWNERS: Right[] = ['cancel-and-refund', 'run-cafe'];

test('the kitchen has no right, the counter no refunds and no settings, an owner all', () => {
  const rights = [...COUNTERS, ...OWNERS];
  expect(ROLES.map((role) => [role, rights.filter((right) => may(role, right))])).toEqual([
    ['kitchen', []],
    ['counter', COUNTERS],
    ['owner', rights],
  ]);
});
