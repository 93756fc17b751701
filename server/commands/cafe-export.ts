import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { calendar, catalogue } from '#cafe/catalogue.ts';
import { photoStyles } from '#cafe/photo-styles.ts';
import { photos } from '#cafe/photos.ts';
import { words } from '#cafe/words.ts';
import { changedFiles, writeFiles } from './export-cafe.ts';
import { exitWithUsage, runShopCommand } from './run-command.ts';

// `npm run cafe:export`: writes what the owner has changed (words, cakes, photos, calendar) into cafe/,
// which a new shop begins with. `--list` only says which files that changes.

const FOLDER = 'cafe';
const LIST = '--list';
const BIOME = 'node_modules/@biomejs/biome/bin/biome';

const [option, ...more] = process.argv.slice(2);
if (more.length > 0 || (option !== undefined && option !== LIST)) {
  exitWithUsage(`Usage: npm run cafe:export [-- ${LIST}]`);
}

await runShopCommand(async ({ database, shop }) => {
  const cafe = { words, photos, photoStyles, seed: { ...catalogue, calendar } };
  const files = await changedFiles({ database, shop, cafe, folder: FOLDER, format });
  if (files.size === 0) return { ok: true, text: 'cafe/ is as the database has it already.' };
  const list = [...files].map(([name, content]) => {
    if (content === undefined) return `  removed ${FOLDER}/${name}`;
    return `  ${existsSync(`${FOLDER}/${name}`) ? 'changed' : 'new    '} ${FOLDER}/${name}`;
  });
  if (option === LIST) {
    return { ok: true, text: `npm run cafe:export would write:\n\n${list.join('\n')}` };
  }
  await writeFiles(FOLDER, files);
  const next = 'Read the changes (git diff), run the tests, and build: npm run build';
  return { ok: true, text: `Written:\n\n${list.join('\n')}\n\n${next}` };
});

/** As the repository is formatted, where the tools of development are installed. */
function format(name: string, text: string): string {
  if (!existsSync(BIOME)) return text;
  return execFileSync(process.execPath, [BIOME, 'format', `--stdin-file-path=cafe/${name}`], {
    input: text,
    encoding: 'utf8',
  });
}
