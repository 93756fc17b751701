import { beforeEach, expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { freshStorage } from '#test/fake-shop.ts';
import { sampleOrder } from '#test/samples.ts';
import {
  forgetLink,
  keepOrdered,
  keepUntil,
  linkTokenFor,
  nextOrder,
  orderedLinks,
} from './kept-links.ts';

beforeEach(freshStorage);

const today = londonDay(new Date().toISOString());
const [soon, later] = [addDays(today, 3), addDays(today, 9)];
const orders: OrderId[] = [1, 2, 3].map(() => sampleOrder().id);

test('a browser leads to the paid order that it collects next, until it is past or taken out', () => {
  const [first, second, third] = orders;
  if (!first || !second || !third) throw new Error('There are three orders.');
  const token = linkTokenFor(first, [later, soon]);
  expect(linkTokenFor(first, [soon, later])).toBe(token);
  expect(nextOrder()).toBeUndefined();
  expect(keepOrdered(first)).toBe(token);
  expect(nextOrder()).toBe(token);

  const sooner = linkTokenFor(second, [soon]);
  expect(sooner).not.toBe(token);
  expect(nextOrder()).toBe(token);
  keepOrdered(second);
  expect(nextOrder()).toBe(sooner);
  expect(orderedLinks().map((link) => link.token)).toEqual([sooner, token]);
  expect(keepUntil(sooner, addDays(later, 1))).toBe(true);
  expect(nextOrder()).toBe(token);

  forgetLink(token);
  expect(nextOrder()).toBe(sooner);
  keepUntil(sooner, addDays(today, -1));
  expect(nextOrder()).toBeUndefined();
  expect(keepOrdered(third)).toBeUndefined();
  expect(keepUntil(token, later)).toBe(false);
});
