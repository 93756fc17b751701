import path from 'node:path';
import { exitWithUsage, noShop, onlySqlite, runCommand } from './run-command.ts';
import { backUpSqlite } from './sqlite-backup.ts';

// `npm run db:backup -- <file>`: writes the whole SQLite database to one file while the shop is open.

const USAGE = `Say which new file the backup is to be:

  npm run db:backup -- backups/monday

It holds all orders, with the names in them: keep it as safe as the database, and no longer than
RETENTION_DAYS, or names outlive it there.`;

const [given, ...more] = process.argv.slice(2);
if (!given || given.startsWith('-') || more.length > 0) exitWithUsage(USAGE);
const file = path.resolve(given);

await runCommand(async ({ DATABASE_URL, DATA_DIR }) => {
  if (DATABASE_URL) return onlySqlite;
  const result = await backUpSqlite(DATA_DIR, file);
  const messages: Record<typeof result, string> = {
    'backed-up': `Backed up to ${file}.`,
    'no-shop': noShop({ DATABASE_URL, DATA_DIR }),
    'file-exists': `${file} is there already, and was left as it is. Say another name.`,
  };
  return { ok: result === 'backed-up', text: messages[result] };
});
