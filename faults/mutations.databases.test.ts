import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUILT_SERVER, buildIfNeeded } from '../harness/build.ts';
import { mutations } from './mutations.ts';

test.each(Object.entries(mutations))('%s still changes the built shop', (_, { edits }) => {
  buildIfNeeded();
  const built = readFileSync(BUILT_SERVER, 'utf8');
  for (const { from } of edits) expect(built.match(new RegExp(from, 'g'))).toHaveLength(1);
});
