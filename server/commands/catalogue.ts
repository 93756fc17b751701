import { compose } from '#server/compose.ts';
import { EnvError, readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import type { Answer } from './answer.ts';
import { carryOut } from './carry-out.ts';
import { readCatalogueWords } from './read-catalogue-words.ts';

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
  const { done, text } = await answer(read.asked);
  if (done) console.log(text);
  else {
    console.error(text);
    process.exitCode = 1;
  }
}

async function answer(asked: Parameters<typeof carryOut>[1]): Promise<Answer> {
  try {
    const env = readEnv(process.env);
    // What goes wrong is said in words; the log would say it a second time.
    const { shop, close } = await compose(env, createLog('silent'));
    try {
      return await carryOut(shop, asked, env.practice);
    } finally {
      await close();
    }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return { done: false, text: `The shop’s settings are not complete:\n${error.message}` };
  }
}
