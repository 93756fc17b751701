import { existsSync, readFileSync } from 'node:fs';

/** Whether a name stands in a file as a test's, alone or behind the `${…}` of a test for several pages. */
export function namesTest(file: string, name: string): boolean {
  if (!existsSync(file)) return false;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`['"\`](\\$\\{\\w+\\}: )?${escaped}['"\`]`).test(readFileSync(file, 'utf8'));
}
