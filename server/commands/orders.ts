import { parseOrdersCommand, runOrdersCommand } from './orders-command.ts';
import { exitWithUsage, runShopCommand } from './run-command.ts';

// `npm run orders -- problems`: orders and problems, for the owner.

const USAGE = `npm run orders -- …

  list                       the 50 orders placed last
  show 4KX7WP                one order, by its number or the beginning of its id
  resend 4KX7WP              sends the cafe's e-mail about a paid order again
  resend-to-customer 4KX7WP  sends the customer's confirmation again, and what failed
  resend-all                 sends all e-mails again that wait because they were not accepted
  problems                   what needs you: payments, e-mails and orders that are stuck
  close "<problem>"          takes a problem that you have dealt with off the list
  help                       this

What is shown holds names and telephone numbers.`;

const command = parseOrdersCommand(process.argv.slice(2));
if (!command) exitWithUsage(USAGE);
if (command.command === 'help') console.log(USAGE);
else await runShopCommand(({ shop }) => runOrdersCommand(shop, command), { logLevel: 'silent' });
