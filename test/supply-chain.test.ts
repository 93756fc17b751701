import { describe, expect, test } from 'vitest';
import { isAllowed, licenceOf, readLockedPackages } from '../scripts/locked-packages.ts';

/** Packages that may run a script when they are installed, each with its reason. There are none. */
const MAY_RUN_ON_INSTALL: string[] = [];

const packages = readLockedPackages();

describe('what npm ci installs', () => {
  test('runs nothing while it is installed, but what is named', () => {
    expect(packages.length).toBeGreaterThan(100);
    const running = packages.filter(({ hasInstallScript }) => hasInstallScript);
    expect(running.map(({ name }) => name).sort()).toEqual(MAY_RUN_ON_INSTALL);
  });

  test('is what was locked: every package has the hash of its contents', () => {
    const fetched = packages.filter(({ inBundle }) => !inBundle);
    expect(fetched.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  test('is under licences that are allowed', () => {
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
