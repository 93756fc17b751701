import * as cafe from '#cafe/catalogue.ts';
import { words } from '#cafe/words.ts';
import { exitWithUsage, runShopCommand } from './run-command.ts';
import { findStaffEdits } from './staff-edits.ts';

// `npm run db:seed`: writes the catalogue and the calendar of cafe/ into the database. Orders stay;
// changes by `npm run catalogue` are overwritten, those by staff only with `--overwrite-edits`.

const TEXT = `The demo cafe is in the database. Whatever \`npm run catalogue\` had changed (prices, hidden cakes,
closed days) is as in cafe/ again. New prices want \`npm run stripe:sync\`.`;

const OVERWRITE = '--overwrite-edits';

const [option, ...more] = process.argv.slice(2);
if (more.length > 0 || (option !== undefined && option !== OVERWRITE)) {
  exitWithUsage(`Usage: npm run db:seed [-- ${OVERWRITE}]`);
}

await runShopCommand(
  async ({ database, seed, shop }) => {
    const edits = await findStaffEdits(database, {
      ...cafe.catalogue,
      calendar: cafe.calendar,
      words,
    });
    if (edits.length === 0 || option === OVERWRITE) {
      await seed({ overwriteWords: option === OVERWRITE });
      return { ok: true, text: TEXT };
    }
    const people = await shop.people();
    const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? 'somebody';
    const list = edits.map(({ what, at, by }) => `  ${what}: ${nameOf(by)}, ${at}`);
    return {
      ok: false,
      text: `Nothing was changed: staff have edited what this would overwrite.

${list.join('\n')}

To replace these edits by what cafe/ says: npm run db:seed -- ${OVERWRITE}`,
    };
  },
  { startsShop: true },
);
