import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { hasTest } from './named-tests.ts';

const documents = globSync(['*.md', '*/*.md']);
const code = globSync(
  '{app,bench,cafe,domain,faults,harness,practice,scripts,server,test}/**/*.{ts,tsx}',
);
/** Folders that git ignores. */
const NOT_CODE = ['node_modules', 'build', 'test-results', 'playwright-report', 'shots'];
const TABLE_HEAD = /^\|.*\n\|[-|:]+$/gm;
const read = (file: string) => readFileSync(file, 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

describe('documents about the repository', () => {
  test.each(documents)('%s links only to existing files', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)];
    const dead = links
      .map(([, link = '']) => path.join(path.dirname(document), link))
      .filter((file) => !existsSync(file));
    expect(dead).toEqual([]);
  });

  test.each(documents)('%s names only existing scripts', (document) => {
    const named = [...read(document).matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test('comments name only existing files', () => {
    expect(code.length).toBeGreaterThan(500);
    const dead = code.flatMap((file) =>
      pathsInComments(read(file))
        .filter((named) => !existsSync(named) && !existsSync(path.join(path.dirname(file), named)))
        .map((named) => `${file}: ${named}`),
    );
    expect(dead).toEqual([]);
  });

  test('the README names every folder', () => {
    const readme = read('README.md');
    const foldersOf = (glob: string) =>
      globSync(glob, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !NOT_CODE.includes(entry.name))
        .map(({ name }) => name);
    const isMissing = (row: string) => (name: string) => !row.includes(`\`${name}/\``);
    const rowOf = (folder: string) => new RegExp(`^\\| \`${folder}/\`.*$`, 'm').exec(readme)?.[0];
    expect(foldersOf('[a-z]*').filter(isMissing(readme))).toEqual([]);
    expect(foldersOf('app/*').filter(isMissing(rowOf('app') ?? ''))).toEqual([]);
    expect(foldersOf('server/*').filter(isMissing(rowOf('server') ?? ''))).toEqual([]);
  });

  test.each([
    ['docs/threats.md', 100],
    ['docs/specification-tests.md', 60],
  ])('%s names an existing test in each row', (document, leastRows) => {
    const rows =
      read(document)
        .replaceAll(TABLE_HEAD, '')
        .match(/^\|.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(leastRows);
    const unproven = rows.filter((row) => {
      const [, file = '', name = ''] = / \| `(\S+) › (.+)` \|$/.exec(row) ?? [];
      return !existsSync(file) || !hasTest(read(file), name);
    });
    expect(unproven).toEqual([]);
  });

  test('the glossary names only what the code names', () => {
    const rows =
      read('docs/glossary.md')
        .replaceAll(TABLE_HEAD, '')
        .match(/^\|.*$/gm) ?? [];
    const named = rows.flatMap(
      (row) =>
        row
          .split('|')
          .at(-2)
          ?.match(/(?<=`)[^`]+(?=`)/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(80);
    const text = [...code, 'package.json'].map(read).join('\n');
    const isNamed = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text);
    expect(named.filter((name) => !isNamed(name))).toEqual([]);
  });

  test('.env.example lists all variables and no others', () => {
    const named = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(
      ([, name]) => name,
    );
    const [schemas = ''] = read('server/env.ts').split('export type');
    const known = [...schemas.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name]) => name);
    expect(known.length).toBeGreaterThan(10);
    expect(named.sort()).toEqual(known.sort());
  });
});

function pathsInComments(text: string): string[] {
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<![:'"\w])\/\/.*$/gm) ?? [];
  return comments.join('\n').match(/(?<![\w#./*@-])[\w-]+(?:\/[\w.-]+)+\.(?:tsx?|md)\b/g) ?? [];
}
