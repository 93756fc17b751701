import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { areBrowserKeys, encryptPush } from './encrypt.ts';

// The example of RFC 8291, section 5 and appendix A.
const MESSAGE = 'When I grow up, I want to be a watermelon';
const BROWSER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

test('encrypts the example of RFC 8291', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const body = encryptPush(MESSAGE, BROWSER, { salt, sender, paddedBytes: 0 });
  expect(body.toString('base64url')).toBe(BODY);
});

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
