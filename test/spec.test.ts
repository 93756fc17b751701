import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const rows = [...readFileSync('test/spec.md', 'utf8').matchAll(/^\|.*\| `(\S+) › (.+)` \|$/gm)];

test('every row of test/spec.md names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(50);
  const gone = rows.filter(([, file = '', name = '']) => !namesTest(path.join('test', file), name));
  expect(gone.map(([, file, name]) => `${file} › ${name}`)).toEqual([]);
});

/** The name stands in the file as a test's, alone or behind the `${…}` of a test for several pages. */
function namesTest(file: string, name: string): boolean {
  if (!existsSync(file)) return false;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`['"\`](\\$\\{\\w+\\}: )?${escaped}['"\`]`).test(readFileSync(file, 'utf8'));
}
