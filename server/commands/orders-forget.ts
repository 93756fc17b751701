import { dayInWords } from '#domain/calendar/days.ts';
import type { AnonymiseResult, KeepReason } from '#domain/orders/anonymise-customer.ts';
import { readWhose } from './read-customer-selector.ts';
import { runOnShop } from './run-command.ts';

// `npm run orders:forget -- --email ada@example.org`: takes a person out of their orders on request,
// as the daily job does by itself when orders have grown old.

const USAGE = `Say whose orders are to be anonymised:

  npm run orders:forget -- --email ada@example.org    all of one person's
  npm run orders:forget -- --all                      everybody's, for a cafe that closes

Orders that have been collected, or were given up unpaid, lose name, e-mail address, phone number and
messages at once. The others are left, and it is said why. Accounting lines always stay.`;

const reasons: Record<KeepReason, string> = {
  'to-be-collected': 'which is still to be collected: the cafe needs the name.',
  'may-be-paid': 'which may still be paid: its card checkout is open for an hour.',
  'cafe-not-told': 'which is paid, but the e-mail to the cafe has not gone through yet.',
};

const whose = readWhose(process.argv.slice(2));
if (whose === undefined) {
  console.error(USAGE);
  process.exit(2);
}
await runOnShop(async ({ shop }) => {
  const forgotten = await shop.anonymiseCustomer(whose);
  console.log(inWords(forgotten));
  const { anonymised, kept, unreadable } = forgotten;
  const foundNone = whose !== 'everybody' && anonymised + kept.length + unreadable.length === 0;
  if (!foundNone) return;
  console.log('No order that still names somebody has this e-mail address.');
  // The order form takes any text for an address, so only finding nothing tells a slip.
  if (!whose.email.includes('@')) {
    console.error('It does not look like one: is there a slip in it?');
    process.exitCode = 1;
  }
});

function inWords({ anonymised, kept, unreadable }: AnonymiseResult): string {
  return [
    `${orders(anonymised)} anonymised.`,
    ...kept.map(
      ({ id, why, lastDay }) => `Left: order ${id} for ${dayInWords(lastDay)}, ${reasons[why]}`,
    ),
    ...unreadable.map((id) => `Left: order ${id}, which this version of the shop cannot read.`),
    ...(kept.length + unreadable.length > 0 ? ['Run it again when that is over.'] : []),
  ].join('\n');
}

function orders(count: number): string {
  return count === 1 ? '1 order' : `${count === 0 ? 'No' : count} orders`;
}
