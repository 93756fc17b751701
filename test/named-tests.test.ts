import { expect, test } from 'vitest';
import { hasTest } from './named-tests.ts';

const NAME = 'a price changes (in place)';

test.each([
  `test('${NAME}', () => {});`,
  `describe('live', () => {\n  it(\n    "${NAME}",\n    () => {},\n  );\n});`,
  `describe.each(both)('on $name', () => {});\ntest.each([1, 2])('${NAME}', () => {});`,
  `test.each<[string]>([\n  ['a'],\n])(\n  '${NAME}',\n  () => {},\n);`,
  `test.each([\n  ['another', 1],\n  ['${NAME}', 2],\n])('%s', () => {});`,
  `test(\`\${path}: ${NAME}\`, () => {});`,
])('a test is found in %s', (source) => {
  expect(hasTest(source, NAME)).toBe(true);
});

test.each([
  '',
  `const title = '${NAME}';`,
  `// test('${NAME}', () => {});`,
  `  /* test('${NAME}', () => {}); */`,
  `describe('${NAME}', () => {});`,
  `test.each([1])('another', () => {});\ndescribe.each(both)('${NAME}', () => {});`,
  `expect.soft('${NAME}');`,
  `test.${'skip'}('${NAME}', () => {});`,
  `describe.${'skip'}('live', () => {\n  test('${NAME}', () => {});\n});`,
  `test.${'fixme'}();\ntest('${NAME}', () => {});`,
])('no test is found in %s', (source) => {
  expect(hasTest(source, NAME)).toBe(false);
});
