import path from 'node:path';
import { type BackedUp, backUp } from '#server/database/backup.ts';
import { runCommand } from './run-command.ts';

// `npm run db:backup -- <file>`: the orders and the catalogue in one file, while the shop is open.

const USAGE = `Say which new file the backup is to be:

  npm run db:backup -- backups/monday

It holds all orders, with the names in them: keep it as safe as the database, and no longer than
RETENTION_DAYS, or names outlive it there.`;

const [given, ...more] = process.argv.slice(2);
if (!given || given.startsWith('-') || more.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
const file = path.resolve(given);

await runCommand(async ({ DATABASE_URL, DATA_DIR }) => {
  const refusals: Record<Exclude<BackedUp, 'backed-up'>, string> = {
    'no-shop': `No shop has kept anything in ${DATABASE_URL ? 'the database' : DATA_DIR} yet. Is DATA_DIR or DATABASE_URL set as the shop has it?`,
    'file-exists': `${file} is there already, and was left as it is. Say another name.`,
  };
  const backedUp = await backUp({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR }, file, {
    environment: process.env,
  });
  if (backedUp === 'backed-up') {
    console.log(`Backed up to ${file}.`);
  } else {
    console.error(refusals[backedUp]);
    process.exitCode = 1;
  }
});
