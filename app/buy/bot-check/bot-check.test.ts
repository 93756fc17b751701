import { expect, onTestFinished, test, vi } from 'vitest';
import { byRecaptcha, byWork, captureLog } from '#test/bot-check-client.ts';
import { activate, cachedToken, getToken } from './bot-check.ts';
import { storedToken } from './token-store.ts';
import { storedThrottle, throttleAfter } from './token-timers.ts';

// The tests share one module, as on one page: activation is permanent.

test('before activation there is no token', async () => {
  const logged = captureLog();
  expect(await getToken()).toEqual({ ok: false, error: 'use-before-activation' });
  expect(cachedToken()).toBeUndefined();
  expect(logged).toEqual(['Bot check: use-before-activation']);
});

test('a second activation with the same settings does nothing, with others it is reported', () => {
  const logged = captureLog();
  activate(byWork);
  activate({ ...byWork });
  expect(logged).toEqual([]);
  activate(byRecaptcha);
  expect(logged).toEqual(['Bot check: already-initialized']);
});

test('the cached token is the stored one, until it expires', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const [issuedAt, expiresAt] = [Date.now() - 1_000, Date.now() + 60_000];
  storedToken(byWork.exchange).write({ token: 'stored', issuedAt, expiresAt });
  expect(cachedToken()).toBe('stored');
  storedToken(byWork.exchange).write({ token: 'stored', issuedAt, expiresAt: issuedAt });
  expect(cachedToken()).toBeUndefined();
  storedToken(byRecaptcha.exchange).write({ token: 'of another exchange', issuedAt, expiresAt });
  expect(cachedToken()).toBeUndefined();
});

test('a stored throttle is that of its exchange, and not for longer than a day', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const now = Date.now();
  const saved = storedThrottle(byWork.exchange);
  const throttle = throttleAfter(403, undefined, now, 0);
  saved.write(throttle);
  expect(saved.read()).toEqual(throttle);
  expect(storedThrottle(byRecaptcha.exchange).read()).toBeUndefined();
  // The clock of the device was wrong.
  vi.setSystemTime(now - 1);
  expect(saved.read()).toBeUndefined();
  vi.setSystemTime(now);
  for (const [key] of stored) stored.set(key, '{"until":"soon"}');
  expect(saved.read()).toBeUndefined();
});

const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

test.each<[string, PropertyDescriptor, string[]]>([
  ['blocked', { get: blocked }, ['storage-open', 'storage-open']],
  ['broken', { value: { getItem: blocked, setItem: blocked } }, ['storage-get', 'storage-set']],
])('with %s storage there is no cached token, and it is reported', (_, storage, errors) => {
  const logged = captureLog();
  Object.defineProperty(globalThis, 'localStorage', { ...storage, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'localStorage');
  });
  expect(cachedToken()).toBeUndefined();
  storedToken(byWork.exchange).write({ token: 'lost', issuedAt: 0, expiresAt: 1 });
  expect(logged).toEqual(errors.map((error) => `Bot check: ${error}`));
});
