import { createLog } from '#server/log.ts';
import { parseOwnerCommand, runOwnerCommand } from './owner-command.ts';
import { exitWithUsage, noShop, runCommand } from './run-command.ts';

// `npm run owner -- list`: who may sign in to the owner's side, run on the server's machine.

const USAGE = `npm run owner -- …

  list                                 who may sign in, and since when
  invite anna@example.org              an owner: prints a link that signs them in once, within a day
  invite cy@example.org --role counter --name Cy
                                       a person who takes orders and payments
  invite kit@example.org --role kitchen --name Kit
                                       a person who bakes and hands over
  sign-out-all                         ends all sessions, codes, links and calendar feeds

For a person who may sign in already, but cannot, invite prints a new link.`;

const parsed = parseOwnerCommand(process.argv.slice(2));
if (!parsed) exitWithUsage(USAGE);
await runCommand(async (env) => {
  // Loaded last, because it takes most of a second: wrong arguments and settings are answered at once.
  const { holdsShop } = await import('#server/db/holds-shop.ts');
  const location = { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR };
  if (!(await holdsShop(location))) return { ok: false, text: noShop(env) };
  const { compose } = await import('#server/compose.ts');
  const { shop, close } = await compose(env, createLog('silent'));
  try {
    return await runOwnerCommand(shop, env.ORIGIN, parsed);
  } finally {
    await close();
  }
});
