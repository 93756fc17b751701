import { expect, test } from 'vitest';
import { toText } from './log.ts';

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
  [{ level: 40, notes: ['one'], msg: 'not ready' }, '09:30:00  WARN  not ready notes=["one"]\n'],
])('a terminal shows %o as text', (facts, text) => {
  expect(toText(JSON.stringify({ ...facts, time: TIME }))).toBe(text);
});
