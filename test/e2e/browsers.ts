import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// The headless shell has the same engine and shortens the e2e tests by a third.
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const CHROMIUM_ON_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const FIREFOX_NAMES = ['firefox-esr', 'firefox'];
const FIREFOX_ON_MAC = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** @returns the path of an installed browser. Nothing is downloaded at run time. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM ?? find(CHROMIUM_NAMES, CHROMIUM_ON_MAC);
}

export function findFirefox(): string | undefined {
  return process.env.FIREFOX ?? find(FIREFOX_NAMES, FIREFOX_ON_MAC);
}

export const CHROMIUM_ARGUMENTS = [
  // Containers seldom allow the sandbox, and the tests open only trusted pages.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  // A host name that browsers do not trust without https, unlike localhost.
  '--host-resolver-rules=MAP cafe.test 127.0.0.1',
];

function find(names: string[], onMac: string): string | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, onMac].find(existsSync);
}
