import { expect, test } from 'vitest';
import { sampleCake } from '#test/samples.ts';
import { findCakePage, readPageNumber } from './pages.ts';

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

const all = ['a', 'b', 'c', 'd', 'e'].map((id) => sampleCake(id));

function pageOf(cakes: typeof all, page: number) {
  const list = async ({ offset, limit }: { offset: number; limit: number }) => ({
    cakes: cakes.slice(offset, offset + limit),
    total: cakes.length,
  });
  return findCakePage({ page: list }, { page, perPage: 2 });
}

test('a list is its pages, and there is none after the last', async () => {
  expect(await pageOf(all, 1)).toEqual({ cakes: all.slice(0, 2), page: 1, pages: 3 });
  expect(await pageOf(all, 3)).toEqual({ cakes: all.slice(4), page: 3, pages: 3 });
  expect(await pageOf(all, 4)).toBeUndefined();
  expect(await pageOf(all.slice(0, 4), 3)).toBeUndefined();
});

test('a list of nothing has one page', async () => {
  expect(await pageOf([], 1)).toEqual({ cakes: [], page: 1, pages: 1 });
  expect(await pageOf([], 2)).toBeUndefined();
});
