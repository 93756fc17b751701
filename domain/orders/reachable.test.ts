import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksReachable, suggestEmail } from './reachable.ts';

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['Ada.L+cakes@GMIAL.CON', 'Ada.L+cakes@gmail.com'],
  ['ada@gmail,com', 'ada@gmail.com'],
  ['ada@gmail.com.', 'ada@gmail.com'],
  ['ada@gmailcom', 'ada@gmail.com'],
  ['ada@gmail', 'ada@gmail.com'],
  ['ada@gmail.co.uk', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@hotmail.cm', 'ada@hotmail.com'],
  ['ada@hotmail.co.k', 'ada@hotmail.co.uk'],
  ['ada@yahoo.couk', 'ada@yahoo.co.uk'],
  ['ada@yaho.co.uk', 'ada@yahoo.co.uk'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@iclould.com', 'ada@icloud.com'],
  ['ada@btintenet.com', 'ada@btinternet.com'],
  ['ada@sky.con', 'ada@sky.com'],
  ['ada@her-bakery.con', 'ada@her-bakery.com'],
])('%s was meant as %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  'ada@gmail.com',
  ' ada@HotMail.co.uk ',
  'ada@mail.com',
  'ada@email.com',
  'ada@ymail.com',
  'ada@hotmail.fr',
  'ada@yahoo.ca',
  'ada@yahoo.co.in',
  'ada@outlook.de',
  'ada@live.nl',
  'ada@he.com',
  'ada@example.org',
  'ada@bäckerei.example',
  'ada@a@gmial.com',
  'ada',
  '@gmial.com',
  '',
])('“%s” is left as it is', (email) => {
  expect(suggestEmail(email)).toBeUndefined();
});

test('what is suggested keeps the part before the @ and is not questioned again', () => {
  const slip = fc
    .constantFrom('gmail.com', 'hotmail.co.uk', 'icloud.com')
    .chain((domain) =>
      fc
        .record({ at: fc.nat(domain.length - 1), letter: fc.constantFrom('', 'a', '.', 'x', ',') })
        .map(({ at, letter }) => `${domain.slice(0, at)}${letter}${domain.slice(at + 1)}`),
    );
  const local = fc.stringMatching(/^[A-Za-z0-9.+_-]{1,12}$/);
  fc.assert(
    fc.property(local, fc.oneof(slip, fc.string()), (name, domain) => {
      const suggested = suggestEmail(`${name}@${domain}`);
      if (suggested === undefined) return;
      expect(suggested.startsWith(`${name}@`)).toBe(true);
      expect(suggestEmail(suggested)).toBeUndefined();
    }),
  );
});

test.each([
  ['ada@example.org', 'none', true],
  ['none', '020 7946 0123', true],
  ['none', '+44 20 7946 0123', true],
  ['none', '12345', false],
  ['ada@gmial.com', 'I have none', false],
])('%s and %s can be reached: %s', (email, phone, isReachable) => {
  expect(looksReachable({ email, phone })).toBe(isReachable);
});
