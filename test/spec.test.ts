import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { namesTest } from './named-tests.ts';

const rows = [...readFileSync('test/spec.md', 'utf8').matchAll(/^\|.*\| `(\S+) › (.+)` \|$/gm)];

test('every row of test/spec.md names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(50);
  const gone = rows.filter(([, file = '', name = '']) => {
    const test = path.join('test', file);
    return !existsSync(test) || !namesTest(readFileSync(test, 'utf8'), name);
  });
  expect(gone.map(([, file, name]) => `${file} › ${name}`)).toEqual([]);
});
