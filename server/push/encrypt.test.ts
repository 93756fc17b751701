import { expect, test } from 'vitest';
import { areBrowserKeys, encryptPush } from './encrypt.ts';

const BROWSER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('makes every body as long, and none like another', () => {
  const bodies = ['a', 'a', 'ü'.repeat(200)].map((text) => encryptPush(text, BROWSER));
  expect(new Set(bodies.map(({ length }) => length)).size).toBe(1);
  expect(new Set(bodies.map((body) => body.toString('hex'))).size).toBe(3);
});

test.each([
  ['no point', { ...BROWSER, p256dh: Buffer.alloc(65, 4).toString('base64url') }],
  ['a short point', { ...BROWSER, p256dh: BROWSER.p256dh.slice(4) }],
  ['a short secret', { ...BROWSER, auth: 'BTBZMqHH6r4Tts7J' }],
  ['nothing', { p256dh: '', auth: '' }],
])('knows that keys with %s are of no browser', (_, keys) => {
  expect(areBrowserKeys(BROWSER)).toBe(true);
  expect(areBrowserKeys(keys)).toBe(false);
});
