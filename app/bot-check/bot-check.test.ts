import { expect, test } from 'vitest';
import { byRecaptcha, byWork, listenToLog } from '#test/bot-check-surroundings.ts';
import { activate, cachedToken, getToken, pendingToken } from './bot-check.ts';

// One page's life, told in order: what is switched on stays on.

test('before it is switched on there is no token, and no check to wait for', async () => {
  const logged = listenToLog();
  expect(await getToken()).toEqual({ ok: false, error: 'use-before-activation' });
  expect(await cachedToken()).toBeUndefined();
  expect(pendingToken()).toBeUndefined();
  expect(logged).toEqual(['Bot check: use-before-activation']);
});

test('switched on again with the same settings it goes on, with others it stays as it was', () => {
  const logged = listenToLog();
  activate(byWork);
  activate({ ...byWork });
  expect(logged).toEqual([]);
  activate(byRecaptcha);
  expect(logged).toEqual(['Bot check: already-initialized']);
});
