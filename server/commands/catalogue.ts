import { carryOut } from './carry-out.ts';
import { readCatalogueWords } from './read-catalogue-words.ts';
import { runOnShop } from './run-command.ts';

// `npm run catalogue -- price berry-drip-cake 8 70`: how the cafe's owner changes prices, cakes and days.

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

const read = readCatalogueWords(process.argv.slice(2));
if (!read.ok) {
  console.error(`${read.meant}\n\n${USAGE}`);
  process.exitCode = 2;
} else if (read.asked.command === 'help') {
  console.log(USAGE);
} else {
  const { asked } = read;
  // What goes wrong is said in words; the log would say it a second time.
  await runOnShop(async ({ shop }, env) => {
    const { done, text } = await carryOut(shop, asked, env.practice);
    if (done) console.log(text);
    else {
      console.error(text);
      process.exitCode = 1;
    }
  }, 'silent');
}
