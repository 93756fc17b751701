import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { forbidden, importRules } from './architecture.ts';
import {
  checkImport,
  findCircles,
  importsOf,
  localTarget,
  permissionFor,
  ruleFor,
} from './imports.ts';

const files = globSync(
  '{app,domain,cafe,server,practice,scripts,bench,faults,harness,test}/**/*.{ts,tsx}',
).filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.test.tsx'));
const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));

describe('the import table', () => {
  test('every file has an import rule', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => ruleFor(file) === undefined)).toEqual([]);
  });

  test('no import violates it', () => {
    const broken = sources.flatMap(({ file, text }) =>
      importsOf(text).flatMap((specifier) => checkImport(file, specifier) ?? []),
    );
    expect(broken).toEqual([]);
  });

  test('every rule matches a file', () => {
    const used = new Set(files.map((file) => ruleFor(file)?.path));
    expect(importRules.map(({ path }) => path).filter((path) => !used.has(path))).toEqual([]);
  });

  test('every permission is used', () => {
    const used = new Set(
      sources.flatMap(({ file, text }) =>
        importsOf(text).map((specifier) => permissionFor(file, specifier)),
      ),
    );
    const unused = importRules.flatMap(({ path, mayImport, packages }) =>
      [...mayImport, ...packages]
        .filter((name) => name !== '*' && !used.has(`${path} ${name}`))
        .map((name) => `${path} does not import ${name}: remove it from test/architecture.ts`),
    );
    expect(unused).toEqual([]);
  });

  // Check the checker with an import that violates each kind of rule.
  test.each([
    ['domain/orders/order.ts', 'react', 'domain may not import react'],
    ['domain/orders/order.ts', '#server/env.ts', 'domain may not import server/env.ts'],
    ['domain/orders/order.ts', 'node:crypto', 'domain may not import node:crypto'],
    ['app/shop/cake/cake.tsx', '#app/shop/home/home.tsx', 'one page may not import another'],
    ['app/shop/cake/cake.tsx', '../home/home.tsx', 'one page may not import another'],
    ['app/shop/cake/cake.tsx', '#server/compose.ts', 'app/shop may not import server'],
    ['app/ui/button.tsx', '../shop/cake/cake.tsx', 'app/ui may not import app/shop'],
    [
      'server/stripe/payments.ts',
      '../images/make-variant.ts',
      'server/stripe may not import server/images',
    ],
    ['server/stripe/payments.ts', '#test/test-shop.ts', 'server/stripe may not import test'],
    ['server/stripe/payments.ts', '../../harness/build.ts', 'may not import harness'],
    ['app/ui/button.tsx', '../../vite.config.ts', 'app/ui may not import vite.config.ts'],
    ['server/db/tables.ts', 'stripe', 'server/db may not import stripe'],
    ['practice/main.ts', '#domain/money.ts', 'practice may not import domain'],
    ['server/http/app.ts', '../main.ts', 'nobody may import server/main.ts'],
  ])('%s importing %s is reported', (file, specifier, complaint) => {
    expect(checkImport(file, specifier)).toContain(complaint);
  });

  test('finds all forms of imports', () => {
    const text = `
      import a from 'one';
      import type { B } from "two";
      import 'three';
      export * from 'four';
      const five = await import('five');
      type Six = import('six').Six;
      // import 'a comment'
    `;
    expect(importsOf(text)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
  });
});

describe('circles of files', () => {
  test('there are none, type imports included', () => {
    const importsBy = new Map(
      sources.map(({ file, text }) => [
        file,
        importsOf(text).flatMap((specifier) => localTarget(file, specifier) ?? []),
      ]),
    );
    const circles = findCircles(importsBy);
    expect(circles).toEqual([]);
  });

  test('are found at any length, each once', () => {
    const importsBy = new Map([
      ['start', ['one', 'self']],
      ['one', ['two']],
      ['two', ['three', 'end']],
      ['three', ['one']],
      ['self', ['self']],
      ['end', []],
    ]);
    expect(findCircles(importsBy)).toEqual([['one', 'three', 'two'], ['self']]);
  });
});

describe('restricted code', () => {
  test.each(forbidden)('$why', ({ pattern, in: where, except }) => {
    const found = sources
      .filter(({ file }) => where.test(file) && !except.test(file))
      .filter(({ text }) => pattern.test(withoutComments(text)));
    expect(found.map(({ file }) => file)).toEqual([]);
  });

  test('no file has a generic name', () => {
    expect(files.filter((file) => /(utils?|helpers?|misc|common|index)\.tsx?$/.test(file))).toEqual(
      [],
    );
  });

  function withoutComments(text: string): string {
    return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  }
});
