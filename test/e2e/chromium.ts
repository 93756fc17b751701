import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
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
