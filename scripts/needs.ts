import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { findChromium, findFirefox } from '../test/e2e/browsers.ts';
import { findPostgres } from '../test/postgres.ts';

interface Need {
  what: string;
  package: string;
  isThere(): boolean;
  /** Only the steps of the night use it. */
  nightly?: true;
}

const needs: Need[] = [
  {
    what: 'Chromium',
    package: 'chromium-headless-shell',
    isThere: () => findChromium() !== undefined,
  },
  {
    what: 'a PostgreSQL server (or TEST_DATABASE_URL)',
    package: 'postgresql',
    isThere: () => Boolean(process.env.TEST_DATABASE_URL) || findPostgres() !== undefined,
  },
  {
    what: 'Java, for the HTML checker',
    package: 'default-jre-headless',
    isThere: () => spawnSync('java', ['-version']).status === 0,
    nightly: true,
  },
  {
    what: 'Liberation, the fonts with the metrics of Arial and Times',
    package: 'fonts-liberation',
    isThere: () =>
      process.platform !== 'linux' ||
      globSync('/usr/share/fonts/**/LiberationSans-Regular.ttf').length > 0,
  },
  {
    what: 'Firefox',
    package: 'firefox-esr',
    isThere: () => findFirefox() !== undefined,
    nightly: true,
  },
];

/** Ends with what to install when the tests lack something; installs it where that is allowed. */
export function provideNeeds({ mayInstall, forAll }: { mayInstall: boolean; forAll: boolean }) {
  const missing = needs.filter((need) => (forAll || !need.nightly) && !need.isThere());
  if (missing.length === 0) return;
  const packages = missing.map((need) => need.package);
  if (mayInstall && process.platform === 'linux' && process.getuid?.() === 0) {
    installDebian(packages);
  }
  const stillMissing = missing.filter((need) => !need.isThere());
  if (stillMissing.length === 0) return;
  console.error(
    `The tests need ${stillMissing.map((need) => need.what).join(' and ')}. Install with\n\n` +
      `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}\n\n` +
      'or your system’s equivalent. As root on Debian, `npm test -- --install` does it.\n' +
      'CHROMIUM=/path/to/chromium names a browser that is installed elsewhere.',
  );
  process.exit(1);
}

function installDebian(packages: string[]): void {
  console.log(`Installing ${packages.join(' and ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    spawnSync('apt-get', words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
