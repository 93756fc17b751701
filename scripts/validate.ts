import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfNeeded } from '../harness/build.ts';
import { type RunningShop, withRunningShop } from '../harness/running-shop.ts';

// `npm run validate`: checks the HTML of every page with the Nu checker.

/** In the HTML standard since 2025, but not in this version of the checker. */
const UNSUPPORTED = '.*Attribute “command(for)?” not allowed on element “button”.*';
const CHECKER = fileURLToPath(new URL('build/dist/vnu.jar', import.meta.resolve('vnu-jar')));
const OTHER_PATHS = ['/payment-loading', '/no-such-page', '/cakes/no-such-category'];

buildIfNeeded();
process.exitCode = await withRunningShop(17_500, {}, validate);

/** @returns the exit code of the checker. */
async function validate({ origin }: RunningShop, folder: string): Promise<number> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  const urls = [...listed, ...OTHER_PATHS.map((path) => `${origin}${path}`)];
  const files = await Promise.all(
    urls.map(async (url) => {
      // The checker's messages contain the file name.
      const name = new URL(url).pathname.slice(1).replaceAll('/', '_') || 'home';
      const file = join(folder, `${name}.html`);
      await writeFile(file, await (await fetch(url)).text());
      return file;
    }),
  );
  const { status, stderr, error } = spawnSync(
    'java',
    ['-jar', CHECKER, '--errors-only', '--filterpattern', UNSUPPORTED, ...files],
    { encoding: 'utf8' },
  );
  console.log(error?.message ?? stderr.replaceAll(folder, ''));
  console.log(`${files.length} pages checked: ${status === 0 ? 'no errors' : 'errors'}`);
  return status ?? 1;
}
