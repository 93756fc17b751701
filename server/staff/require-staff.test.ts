import { expect, test } from 'vitest';
import { cutNotice, nameOfDevice } from './require-staff.ts';

const MOZILLA = 'Mozilla/5.0';
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    `${MOZILLA} (Linux; Android 10; K) ${SAFARI} Chrome/141.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `${MOZILLA} (iPad; CPU OS 17_5 like Mac OS X) ${SAFARI} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari on iPad',
  ],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${SAFARI} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    'Edge on Windows',
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0`,
    'Firefox on a Mac',
  ],
  ['<script>alert(1)</script>', 'A browser'],
  ['', 'A browser'],
])('%s is named for people', (userAgent, name) => {
  expect(nameOfDevice(userAgent)).toBe(name);
});

test.each(['🎂', 'ü', '%'])('a notice of any number of %s fits into a cookie', (letter) => {
  const words = cutNotice(`Our note: ${letter.repeat(5_000)}`);
  expect(words).toMatch(/^Our note: .*…$/u);
  const undo = '[{"kind":"events","ids":[123456789]}]';
  const cookie = encodeURIComponent(JSON.stringify({ words, undo, at: Date.now() }));
  expect(cookie.length).toBeLessThan(4_000);
  expect(cutNotice('Our note: none.')).toBe('Our note: none.');
});
