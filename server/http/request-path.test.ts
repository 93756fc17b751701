import { expect, test } from 'vitest';
import { isPlainPath, matchesRoute, normalizePath, pathForLog } from './request-path.ts';

test.each([
  '/thank-you-page/8d0e8f5c',
  '/Thank-You-Page/8d0e8f5c',
  '/thank%2Dyou-page/8d0e8f5c',
  '//thank-you-page///8d0e8f5c/',
  '/x/../thank-you-page/8d0e8f5c',
  '/thank-you-page/8d0e8f5c.data',
  '/thank-you-page/8d0e8f5c/_.data',
  '/thank-you-page/8d0e8f5c?_routes=root#top',
])('%s is an order’s page', (path) => {
  expect(normalizePath(`http://cafe.example${path}`)).toBe('/thank-you-page/8d0e8f5c');
});

test.each(['', '/', '//', '/_.data', '/.data', '/?index'])('%s is the home page', (path) => {
  expect(normalizePath(`http://cafe.example${path}`)).toBe('/');
});

test('a path that cannot be decoded stays as it is', () => {
  expect(normalizePath('http://cafe.example/%E0%A4%A')).toBe('/%e0%a4%a');
});

test.each([
  ['/owner/welcome', true],
  ['/Owner/%77elcome/', true],
  ['/owner/x/../welcome.data', true],
  ['/owner/welcome/_.data?index', true],
  ['/owner//welcome', false],
  ['//owner/welcome', false],
  ['/owner/%2fwelcome', false],
  ['/owner/welcome%2F', false],
  ['/owner%5Cwelcome', false],
  ['/owner/welcome.DATA', false],
  ['/owner/welcome%2edata', false],
])('%s is plain: %s', (path, expected) => {
  expect(isPlainPath(`http://cafe.example${path}`)).toBe(expected);
});

test.each([
  ['/api/orders/1', '/api/orders/*', true],
  ['/api/orders', '/api/orders/*', true],
  ['/api/orders-of-others', '/api/orders/*', false],
  ['/payment-loading', '/payment-loading', true],
  ['/payment-loading/more', '/payment-loading', false],
  ['/', '/*', true],
  ['/anything', '/*', true],
])('%s of %s: %s', (path, route, expected) => {
  expect(matchesRoute(path, route)).toBe(expected);
});

test('the log has no token of a link, in whatever spelling of the path', () => {
  for (const path of ['/pay/AB12', '/Pay//AB12.data', '/%70ay/AB12', '/pay/AB12/_.data']) {
    expect(pathForLog(path)).toBe('/pay/…');
  }
  expect(pathForLog('/payment-loading')).toBe('/payment-loading');
  expect(pathForLog('/Cakes/x')).toBe('/Cakes/x');
});
