import { expect, test } from 'vitest';
import { readPageNumber } from './page-number.ts';

test.each([
  [null, 1],
  ['2', 2],
  ['10', 10],
  ['999999', 999_999],
  // Each page has one address: these would be others of the same, or are of none.
  ...['1', '02', '+2', '2.0', '2 ', ' 2', '2e1', '0x2'].map((asked) => [asked, undefined] as const),
  ...['', '0', '-1', 'two', '٢', '1000000'].map((asked) => [asked, undefined] as const),
] as const)('%j asks for page %j', (asked, page) => {
  expect(readPageNumber(asked)).toBe(page);
});
