import path from 'node:path';
import { restore } from '#server/db/backup.ts';
import type { RestoreResult } from '#server/db/backup-file.ts';
import { parseOptions } from './parse-arguments.ts';
import { exitWithUsage, runCommand } from './run-command.ts';

// `npm run db:restore -- <file>`: replaces the database by a backup. The shop has to be closed.

const USAGE = `Say from which backup:

  npm run db:restore -- backups/monday              into a database without orders
  npm run db:restore -- backups/monday --replace    also if there are some, which are then lost

All shops on the database have to be closed. A backup comes back to the kind of database that it was
made of, SQLite or PostgreSQL.`;

const parsed = parseOptions(process.argv.slice(2), {
  replace: { type: 'boolean', default: false },
});
const [named, ...more] = parsed?.positionals ?? [];
if (!parsed || !named || more.length > 0) exitWithUsage(USAGE);
const file = path.resolve(named);
const { replace } = parsed.values;

await runCommand(async ({ DATABASE_URL, DATA_DIR, ORIGIN }) => {
  const reasons: Record<Exclude<RestoreResult, 'restored'>, string> = {
    'no-such-file': `There is no file ${file}.`,
    'not-a-backup': `${file} is no backup of a shop on ${DATABASE_URL ? 'PostgreSQL' : 'SQLite'}, or it is damaged.`,
    'newer-backup': `${file} is a backup of a newer version of the shop. Restore it with that version.`,
    'holds-other-tables': `${file} also holds what is not the shop’s: an earlier version made it. Restore it with pg_restore into an empty database, and make a new backup of that one.`,
    'holds-orders':
      'There are orders in the database, which would be lost. Back them up, and say --replace if that is meant.',
    'shop-open': 'A shop has the database open. Close all of them first.',
  };
  const result = await restore({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR }, file, {
    replace,
    environment: process.env,
  });
  if (result !== 'restored') return { ok: false, text: `Nothing was done. ${reasons[result]}` };
  return {
    ok: true,
    text: `Restored from ${file}. The shop can be opened.\nIt then looks for paid orders that the backup lacks, of the last 14 days and placed at ${ORIGIN}.\nRepeat npm run orders:forget for customers who have asked for it since the backup.\nNobody is signed in, and calendar feeds have to be made again. Check who may sign in as of that backup: npm run owner -- list`,
  };
});
