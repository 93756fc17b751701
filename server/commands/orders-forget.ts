import { dayInWords } from '#domain/calendar/days.ts';
import { isWholePhone } from '#domain/orders/same-customer.ts';
import {
  type AnonymiseResult,
  anonymiseCustomer,
  type CustomerSelector,
  type KeepReason,
} from '#server/orders/anonymise.ts';
import { type CommandResult, exitWithUsage, parseOptions, runShopCommand } from './run-command.ts';

// `npm run orders:forget -- --email ada@example.org`: anonymises a person's orders on request. The daily
// job does the same with old orders.

const USAGE = `Say whose orders are to be anonymised:

  npm run orders:forget -- --email ada@example.org    all of one person's
  npm run orders:forget -- --phone "07700 900123"     all with one phone number
  npm run orders:forget -- --all                      everybody's, for a cafe that closes

Orders that have been collected, or were given up unpaid, lose name, e-mail address, phone number and
messages at once. The others are left, and it is said why. Accounting lines always stay.`;

/** Whose orders the command names. */
type NamedCustomer = Exclude<CustomerSelector, { orders: unknown }>;

const reasons: Record<KeepReason, string> = {
  'to-be-collected': 'which is still to be collected: the cafe needs the name.',
  'may-be-paid': 'which may still be paid: a quote until it ends, others for about an hour.',
  'cafe-not-notified': 'which is paid, but the e-mail to the cafe has not gone through yet.',
};

const customer = parseCustomerSelector(process.argv.slice(2));
if (customer === undefined) exitWithUsage(USAGE);
await runShopCommand(async (shop) => {
  const result = await anonymiseCustomer(shop, customer);
  const { anonymised, kept, unreadable, waiting, requests } = result;
  const requestCount = requests.anonymised + requests.kept;
  const found = anonymised + kept.length + unreadable.length + waiting + requestCount;
  if (customer === 'everybody' || found > 0) {
    return { ok: true, text: describeResult(result) };
  }
  return noOrders(customer, describeResult(result));
});

/** @returns undefined unless one option selects orders. */
function parseCustomerSelector(args: string[]): NamedCustomer | undefined {
  const text = { type: 'string' } as const;
  const parsed = parseOptions(args, { email: text, phone: text, all: { type: 'boolean' } });
  if (!parsed || parsed.positionals.length > 0) return undefined;
  const { email = '', phone = '', all = false } = parsed.values;
  const selectors: NamedCustomer[] = [
    ...(all ? ['everybody' as const] : []),
    ...(email.trim() === '' ? [] : [{ email: email.trim() }]),
    ...(isWholePhone(phone) ? [{ phone }] : []),
  ];
  return selectors.length === 1 ? selectors[0] : undefined;
}

function noOrders(customer: Exclude<NamedCustomer, 'everybody'>, summary: string): CommandResult {
  if ('phone' in customer) {
    return { ok: true, text: `${summary}\nNo order with personal data has this number.` };
  }
  const { email } = customer;
  const text = `${summary}\nNo order with personal data has this e-mail address.`;
  // The order form accepts any text as an address, so this is checked only if nothing was found.
  return email.includes('@')
    ? { ok: true, text }
    : { ok: false, text: `${text}\nIt does not look like one: is there a slip in it?` };
}

function describeResult({
  anonymised,
  kept,
  unreadable,
  waiting,
  requests,
}: AnonymiseResult): string {
  return [
    `${orders(anonymised)} anonymised.`,
    ...(requests.anonymised > 0 ? [`Requests anonymised: ${requests.anonymised}.`] : []),
    ...(requests.kept > 0 ? [`Requests left with their orders: ${requests.kept}.`] : []),
    ...(waiting > 0 ? [`Taken off the waiting list: ${waiting}.`] : []),
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
