import path from 'node:path';
import { exitWithUsage, onlySqlite, parseOptions, runCommand } from './run-command.ts';
import { restoreSqlite } from './sqlite-backup.ts';

// `npm run db:restore -- <file>`: replaces the SQLite database by a backup. The shop has to be closed.

const USAGE = `Say from which backup:

  npm run db:restore -- backups/monday              into a database without orders
  npm run db:restore -- backups/monday --replace    also if there are some, which are then lost

The shop has to be closed.`;

const parsed = parseOptions(process.argv.slice(2), {
  replace: { type: 'boolean', default: false },
});
const [named, ...more] = parsed?.positionals ?? [];
if (!parsed || !named || more.length > 0) exitWithUsage(USAGE);
const file = path.resolve(named);
const { replace } = parsed.values;

await runCommand(async ({ DATABASE_URL, DATA_DIR, ORIGIN }) => {
  if (DATABASE_URL) return onlySqlite;
  const result = await restoreSqlite(DATA_DIR, file, replace);
  const messages: Record<typeof result, string> = {
    restored: `Restored from ${file}. The shop can be opened.\nIt then looks for paid orders that the backup lacks, of the last 14 days and placed at ${ORIGIN}.\nForget again, from their orders, the customers who have asked for it since the backup.\nNobody is signed in, and calendar feeds have to be made again. Check who may sign in as of that backup: npm run owner -- list`,
    'no-such-file': `There is no file ${file}.`,
    'not-a-backup': `${file} is no backup of a shop on SQLite, or it is damaged.`,
    'newer-backup': `${file} is a backup of a newer version of the shop. Restore it with that version.`,
    'holds-orders':
      'There are orders in the database, which would be lost. Back them up, and say --replace if that is meant.',
    'shop-open': 'A shop has the database open. Close all of them first.',
  };
  const ok = result === 'restored';
  return { ok, text: ok ? messages[result] : `Nothing was done. ${messages[result]}` };
});
