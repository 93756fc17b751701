import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MARZIPAN } from './theme-colour.ts';

test('it is the token', () => {
  expect(readFileSync('app/ui/tokens.css', 'utf8')).toContain(`--marzipan: ${MARZIPAN};`);
});
