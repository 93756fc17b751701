import { runOnShop } from './run-command.ts';

// `npm run db:seed`: makes the catalogue and the calendar the demo cafe's; orders stay as they are, and
// what `npm run catalogue` has changed does not.

await runOnShop(async ({ seed }) => {
  await seed();
  console.log(`The demo cafe is in the database. Whatever \`npm run catalogue\` had changed (prices, hidden cakes,
closed days) is as in cafe/ again. New prices want \`npm run stripe:sync\`.`);
});
