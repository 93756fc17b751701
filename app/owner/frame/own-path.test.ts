import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each([
  ['/owner', '/owner'],
  ['/owner/orders?search=1&show=ready', '/owner/orders?search=1&show=ready'],
  ['/owner/day/2026-12-24', '/owner/day/2026-12-24'],
])('signing in leads back to %s', (next, path) => {
  expect(ownPath(next)).toBe(path);
});

test.each([
  null,
  '',
  '/',
  '/ownership',
  'https://evil.example/owner',
  '//evil.example/owner',
  '/\\evil.example/owner',
  '\\\\evil.example/owner',
  '/owner/../../evil',
  '/\t/evil.example/owner',
  'javascript:alert(1)//owner',
  '/owner@evil.example',
  'http://shop.invalid:8080/owner',
  '/owner/sign-in?next=/owner',
  '/owner/sign-out',
  '/owner/welcome',
])('signing in leads to Today instead of %j', (next) => {
  expect(ownPath(next)).toBe('/owner');
});
