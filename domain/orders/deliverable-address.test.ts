import { expect, test } from 'vitest';
import { deliverableAddress } from './deliverable-address.ts';

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
