import { expect, test } from 'vitest';
import { adviceOn, classOf, needsOwner } from './failing-emails.ts';

/** The code, whether the owner is told at once, and what the advice names. */
const AT_ONCE: [reason: string, words: string][] = [
  ['status 403', 'allow API requests from non-browser applications'],
  ['status 404', 'Compare the ids and the public key'],
  ['status 412', 'reconnect it'],
  ['status 413', 'too large'],
  ['smtp 535', 'SMTP_URL'],
  ['smtp EAUTH', 'SMTP_URL'],
];
const LATER: [reason: string, words: string][] = [
  ['status 429', 'Wait'],
  ['status 500', 'Wait'],
  ['status 503', 'Wait'],
  ['status 0: ECONNREFUSED', 'Wait'],
  ['unexpected body', 'Wait'],
  ['smtp 421', 'Wait'],
  ['smtp 454', 'Wait'],
  ['smtp ESOCKET', 'Wait'],
  ['smtp 550', 'MAIL_FROM'],
];
/** The next attempt leaves out the customer's address, or has another. */
const AT_THE_THIRD: [reason: string, words: string][] = [
  ['status 400', 'Compare the ids'],
  ['status 422', 'To Email'],
];

test.each(AT_ONCE)('the owner is told of %s at once', (reason, words) => {
  expect(needsOwner(failed(reason))).toBe(true);
  expect(adviceOn(reason)).toContain(words);
});

test.each(LATER)('the owner is told of %s after a quarter of an hour', (reason, words) => {
  expect(needsOwner(failed(reason, { attempts: 8 }))).toBe(false);
  expect(needsOwner(failed(reason, { isLong: true }))).toBe(true);
  expect(adviceOn(reason)).toContain(words);
});

test.each(AT_THE_THIRD)('the owner is told of %s when it stays', (reason, words) => {
  expect(needsOwner(failed(reason, { attempts: 2 }))).toBe(false);
  expect(needsOwner(failed(reason, { attempts: 3 }))).toBe(true);
  expect(adviceOn(reason)).toContain(words);
});

test('an order that cannot be read is no failure of the e-mail service', () => {
  expect(classOf('unreadable')).toBe('unwritable');
});

function failed(reason: string, { attempts = 1, isLong = false } = {}) {
  return {
    about: 'any',
    kind: 'cafe',
    revision: 0,
    recipient: 'cafe' as const,
    attempts,
    failure: { since: '2020-01-01T00:00:00.000Z', reason, isLong, isAlone: false, isOver: false },
  };
}
