import { runShopCommand } from './run-command.ts';

// `npm run db:seed`: writes the catalogue and the calendar of cafe/ into the database. Orders stay;
// changes by `npm run catalogue` are overwritten.

const TEXT = `The demo cafe is in the database. Whatever \`npm run catalogue\` had changed (prices, hidden cakes,
closed days) is as in cafe/ again. New prices want \`npm run stripe:sync\`.`;

await runShopCommand(async ({ seed }) => {
  await seed();
  return { ok: true, text: TEXT };
});
