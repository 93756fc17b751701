import { runCatalogueCommand } from './catalogue-command.ts';
import { parseCatalogueCommand } from './parse-arguments.ts';
import { exitWithUsage, runShopCommand } from './run-command.ts';

// `npm run catalogue -- price berry-drip-cake 8 70`: changes prices, cakes and closed days.

const USAGE = `npm run catalogue -- …

  list                             all cakes with their sizes and prices, and the closed days to come
  price berry-drip-cake 8 70       this size costs £70 from now on (70.50 with pence)
  hide berry-drip-cake             nobody sees or orders this cake any more
  show berry-drip-cake             everybody does again
  close 24.12.2026                 nobody can collect on this day
  close 24.12.2026 26.12.2026      nor on any from the first to the last
  open 24.12.2026                  collecting is possible again
  help                             this

Every change counts at once. Orders that have been placed stay as they are.`;

const parsed = parseCatalogueCommand(process.argv.slice(2));
if (!parsed.ok) exitWithUsage(`${parsed.hint}\n\n${USAGE}`);
const { command } = parsed;
if (command.command === 'help') console.log(USAGE);
// The result says what failed; the log would repeat it.
else
  await runShopCommand(({ shop }, env) => runCatalogueCommand(shop, command, env.practice), {
    logLevel: 'silent',
  });
