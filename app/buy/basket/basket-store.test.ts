import { beforeEach, expect, test, vi } from 'vitest';
import { basket, freshStorage } from '#test/fake-shop.ts';
import {
  changeBasket,
  dismissNotices,
  readBasket,
  replaceBasket,
  subscribe,
} from './basket-store.ts';

const page = new EventTarget();

beforeEach(() => {
  freshStorage();
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

test('a page from the back/forward cache shows the basket of now and does not write back its own', async () => {
  const [cake] = basket;
  const unsubscribe = subscribe(() => {});
  replaceBasket(basket);
  // The page of a paid order, while this one slept.
  localStorage.setItem('basket', '[]');
  restore();
  await dismissNotices();
  expect(await readBasket()).toEqual([]);
  expect(localStorage.getItem('basket')).toBe('[]');

  localStorage.setItem('basket', JSON.stringify(basket));
  restore();
  await changeBasket((now) => [...now, { ...cake, id: 8 }]);
  expect(await readBasket()).toEqual([cake, { ...cake, id: 8 }]);
  unsubscribe();
});

test('where storage fails, a page from the back/forward cache keeps its basket', async () => {
  vi.stubGlobal('localStorage', undefined);
  vi.spyOn(console, 'warn').mockReturnValue();
  const unsubscribe = subscribe(() => {});
  replaceBasket(basket);
  restore();
  expect(await readBasket()).toEqual(basket);
  unsubscribe();
});

function restore(): void {
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
}
