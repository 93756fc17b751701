import { existsSync } from 'node:fs';
import path from 'node:path';
import { importRules } from './architecture.ts';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** @returns the specifiers of all imports of a file, including type imports. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, from, bare, call]) => from ?? bare ?? call ?? []);
}

/** @returns the rule with the longest matching path. */
export function ruleFor(file: string) {
  return importRules
    .filter((rule) => file === rule.path || file.startsWith(`${rule.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** @returns the violation of an import, or undefined if it is allowed. */
export function checkImport(file: string, specifier: string): string | undefined {
  const rule = ruleFor(file);
  if (!rule) return `${file} has no import rule`;
  const target = localTarget(file, specifier);
  if (target === undefined) {
    const allowed =
      rule.packages === '*' || rule.packages.some((name) => isPackage(specifier, name));
    return allowed ? undefined : describeViolation(file, rule.path, specifier, rule.why);
  }
  if (target === 'server/main.ts' && rule.path !== 'scripts') {
    return `${file}: nobody may import server/main.ts`;
  }
  if (isOtherPage(file, target)) return `${file}: one page may not import another (${target})`;
  const targetRule = ruleFor(target);
  if (!targetRule) {
    // Virtual modules of Vite and React Router are no files.
    return existsSync(target) ? describeViolation(file, rule.path, target, rule.why) : undefined;
  }
  if (targetRule.path === rule.path) return undefined;
  const allowed = rule.mayImport === '*' || rule.mayImport.includes(targetRule.path);
  return allowed ? undefined : describeViolation(file, rule.path, targetRule.path, rule.why);
}

/**
 * @param importsBy the files that each file imports.
 * @returns the files of each circle: all of them import each other, directly or through others.
 */
export function findCircles(importsBy: ReadonlyMap<string, string[]>): string[][] {
  const reached = new Map([...importsBy.keys()].map((file) => [file, reachableFrom(file)]));
  const circles = new Map<string, string[]>();
  for (const [file, others] of reached) {
    const circle = [...others].filter((other) => reached.get(other)?.has(file));
    if (circle.length > 0) circles.set(circle.sort().join(), circle);
  }
  return [...circles.values()];

  function reachableFrom(file: string): Set<string> {
    const found = new Set<string>();
    const next = [...(importsBy.get(file) ?? [])];
    for (let each = next.pop(); each !== undefined; each = next.pop()) {
      if (found.has(each)) continue;
      found.add(each);
      next.push(...(importsBy.get(each) ?? []));
    }
    return found;
  }
}

/** @returns the rule and its entry that allow an import: `app/ui react`. */
export function permissionFor(file: string, specifier: string): string {
  const rule = ruleFor(file);
  const target = localTarget(file, specifier);
  const packages = [...(rule?.packages ?? [])];
  const entry = target
    ? ruleFor(target)?.path
    : packages.find((name) => isPackage(specifier, name));
  return `${rule?.path} ${entry}`;
}

function describeViolation(file: string, folder: string, what: string, why: string): string {
  return `${file}: ${folder} may not import ${what} (${why})`;
}

/** @returns the file of the repository that a specifier names; undefined for a package. */
export function localTarget(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  return undefined;
}

function isPackage(specifier: string, name: string): boolean {
  return (
    specifier === name ||
    specifier.startsWith(`${name}/`) ||
    (/[:/]$/.test(name) && specifier.startsWith(name))
  );
}

function isOtherPage(file: string, target: string): boolean {
  const page = (of: string) => /^app\/shop\/(?!frame)([^/]+)\//.exec(of)?.[1];
  return page(file) !== undefined && page(target) !== undefined && page(file) !== page(target);
}
