import { expect, test } from 'vitest';
import { readWhose } from './read-customer-selector.ts';

test("is one person's orders, or everybody's", () => {
  expect(readWhose(['--email', ' ada@example.org '])).toEqual({ email: 'ada@example.org' });
  expect(readWhose(['--email=ada@example.org'])).toEqual({ email: 'ada@example.org' });
  expect(readWhose(['--all'])).toBe('everybody');
});

test.each([
  [[]],
  [['--email']],
  [['--email', ' ']],
  [['ada@example.org']],
  [['--mail', 'ada@example.org']],
  [['--all', '--email', 'ada@example.org']],
  [['--all', 'ada@example.org']],
])('is nobody’s, for %j', (words) => {
  expect(readWhose(words)).toBeUndefined();
});
