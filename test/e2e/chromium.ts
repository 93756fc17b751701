import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// The shell is the same engine without a browser round it: the stories take two thirds of the time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** A browser that stands on the machine: nothing is downloaded at run time. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM ?? onPath() ?? (existsSync(MAC) ? MAC : undefined);
}

export const CHROMIUM_ARGUMENTS = [
  // Containers seldom allow the sandbox, and these pages are our own.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
];

function onPath(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(existsSync);
}
