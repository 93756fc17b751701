import { describe, expect, test } from 'vitest';
import { isAllowed, licenceOf, readLockedPackages } from '../scripts/locked-packages.ts';

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
