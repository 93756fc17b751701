import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Restored, restore } from '#server/database/backup.ts';
import { runCommand } from './run-command.ts';

// `npm run db:restore -- <file>`: makes the database what a backup says. The shop has to be closed.

const USAGE = `Say from which backup:

  npm run db:restore -- backups/monday              into a database without orders
  npm run db:restore -- backups/monday --replace    also if there are some, which are then lost

All shops on the database have to be closed. A backup comes back to the kind of database that it was
made of, SQLite or PostgreSQL.`;

const asked = readWords(process.argv.slice(2));
if (!asked) {
  console.error(USAGE);
  process.exit(2);
}
const file = path.resolve(asked.file);

await runCommand(async ({ DATABASE_URL, DATA_DIR }) => {
  const refusals: Record<Exclude<Restored, 'restored'>, string> = {
    'no-such-file': `There is no file ${file}.`,
    'not-a-backup': `${file} is no backup of a shop on ${DATABASE_URL ? 'PostgreSQL' : 'SQLite'}, or it is damaged.`,
    'newer-backup': `${file} is a backup of a newer version of the shop. Restore it with that version.`,
    'holds-other-tables': `${file} also holds what is not the shop’s: an earlier version made it. Restore it with pg_restore into an empty database, and make a new backup of that one.`,
    'holds-orders':
      'There are orders in the database, which would be lost. Back them up, and say --replace if that is meant.',
    'shop-open': 'A shop has the database open. Close all of them first.',
  };
  const restored = await restore({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR }, file, {
    replace: asked.replace,
    environment: process.env,
  });
  if (restored === 'restored') {
    console.log(`Restored from ${file}. The shop can be opened.`);
  } else {
    console.error(`Nothing was done. ${refusals[restored]}`);
    process.exitCode = 1;
  }
});

/** @returns nothing for any other words. */
function readWords(words: string[]): { file: string; replace: boolean } | undefined {
  try {
    const options = { replace: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const [file, ...more] = positionals;
    return file && more.length === 0 ? { file, replace: values.replace } : undefined;
  } catch {
    // What `parseArgs` says is about options; the usage says what is meant.
    return undefined;
  }
}
