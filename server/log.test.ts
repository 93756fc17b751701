import { expect, test } from 'vitest';
import { toText, withoutTokens } from './log.ts';

const TIME = '2026-12-01T09:30:00.000Z';

test.each([
  [
    { level: 30, method: 'GET', path: '/', status: 200, requestId: 'a', msg: 'request' },
    '09:30:00  request method=GET path=/ status=200\n',
  ],
  [
    {
      level: 50,
      err: { type: 'Error', stack: 'Error: out of reach\n    at x' },
      msg: 'a job failed',
    },
    '09:30:00  ERROR a job failed\nError: out of reach\n    at x\n',
  ],
  [
    { level: 30, path: '/\r\n09:30:00  order funded\u001b[2J\u009b2J\u202e', msg: 'request' },
    '09:30:00  request path=/%0D%0A09:30:00  order funded%1B[2J%C2%9B2J%E2%80%AE\n',
  ],
  [{ level: 40, notes: ['one'], msg: 'not ready' }, '09:30:00  WARN  not ready notes=["one"]\n'],
])('a terminal shows %o as text', (facts, text) => {
  expect(toText(JSON.stringify({ ...facts, time: TIME }))).toBe(text);
});

test('a token of a customer’s link is removed from every line, wherever it stands', () => {
  const token = '0abc1def2ghj3kmn4pqr5stv6w';
  const id = '8d0e8f5c-1b7c-4a06-9f0c-0f4f5f0b7a11';
  for (const spelled of [token, token.toUpperCase()]) {
    const line = JSON.stringify({ orderId: id, err: { stack: `POST "/my-order/${spelled}"` } });
    expect(withoutTokens(line)).toBe(line.replace(spelled, '…'));
  }
});
