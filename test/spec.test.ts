import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasTest } from './named-tests.ts';

const rows = [...readFileSync('test/spec.md', 'utf8').matchAll(/^\|.*\| `(\S+) › (.+)` \|$/gm)];

test('every row of test/spec.md names an existing test', () => {
  expect(rows.length).toBeGreaterThan(50);
  const gone = rows.filter(([, file = '', name = '']) => {
    const test = path.join('test', file);
    return !existsSync(test) || !hasTest(readFileSync(test, 'utf8'), name);
  });
  expect(gone.map(([, file, name]) => `${file} › ${name}`)).toEqual([]);
});
