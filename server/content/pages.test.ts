import { expect, test } from 'vitest';
import { sampleCake } from '#test/samples.ts';
import { findCakePage } from './pages.ts';

const all = ['a', 'b', 'c', 'd', 'e'].map((id) => sampleCake(id));

function pageOf(cakes: typeof all, page: number) {
  const list = async ({ offset, limit }: { offset: number; limit: number }) => ({
    cakes: cakes.slice(offset, offset + limit),
    total: cakes.length,
  });
  return findCakePage({ page: list }, { page, perPage: 2 });
}

test('a list is split into pages, and there is none after the last', async () => {
  expect(await pageOf(all, 1)).toEqual({ cakes: all.slice(0, 2), total: 5, page: 1, pages: 3 });
  expect(await pageOf(all, 3)).toEqual({ cakes: all.slice(4), total: 5, page: 3, pages: 3 });
  expect(await pageOf(all, 4)).toBeUndefined();
  expect(await pageOf(all.slice(0, 4), 3)).toBeUndefined();
});

test('an empty list has one page', async () => {
  expect(await pageOf([], 1)).toEqual({ cakes: [], total: 0, page: 1, pages: 1 });
  expect(await pageOf([], 2)).toBeUndefined();
});
