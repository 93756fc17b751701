import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allergenPlaces } from './allergen-places.ts';

// A place that writes allergens by itself may leave out the traces.

const WORDS = 'domain/catalogue/allergens.ts';
const COMPONENT = 'app/ui/allergens.tsx';
/** Files that name or list allergens and tell nobody what a cake contains. */
const OTHERS = [
  'app/owner/cakes/options/option-choices.tsx',
  'app/owner/frame/allergen-choices.tsx',
  'domain/catalogue/cake-fields.ts',
  'domain/catalogue/catalogue.ts',
  'domain/catalogue/option-fields.ts',
];

const sources = globSync('{app,domain,server}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Uses of the component, and of the functions that return words. */
const SHOWS = /<(Allergens|AllergenNote)\b|\b(allergenText|allergenLines|addedLines|nutMark)\(/;
/** The words, and lists of allergens that become text. */
const BY_ITSELF =
  /\b(May contain|Contains)\b|['"`>]\s*(may contain|contains) |\b(allergens|contains|mayContain|traces)\b\)?(\.join|\.map)\(/;

test('every file that shows allergens is listed, and opened by the e2e test', () => {
  const found = sources.filter(({ text }) => SHOWS.test(text)).map(({ file }) => file);
  const listed = Object.keys(allergenPlaces);
  expect(found.filter((file) => file !== WORDS && file !== COMPONENT).sort()).toEqual(
    listed.sort(),
  );
  const e2e = readFileSync('test/e2e/allergens.e2e.ts', 'utf8');
  expect(listed.filter((file) => !e2e.includes(`'${file}'`))).toEqual([]);
});

test('nothing else turns allergens into words', () => {
  const found = sources
    .filter(({ file }) => ![WORDS, COMPONENT, ...OTHERS].includes(file))
    .flatMap(({ file, text }) =>
      withoutComments(text)
        .split('\n')
        .filter((line) => BY_ITSELF.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

// The check itself.
test.each([
  "<p>{cake.allergens.join(', ')}</p>",
  '<strong>May contain:</strong>',
  "words = 'Contains: ' + names",
  '`contains $' + '{cake.allergens}`',
  "mayContain.map(nameOnLabel).join(', ')",
])('finds %j', (line) => {
  expect(line).toMatch(BY_ITSELF);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}
