import { dayInWords } from '#domain/calendar/days.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { OrderLookup } from '#domain/orders/look-up-orders.ts';
import { collectionDays, type Order } from '#domain/orders/order.ts';
import { orderText } from '#domain/orders/order-text.ts';
import type { Problem } from '#domain/orders/problems.ts';
import type { Shop } from '#domain/shop.ts';
import { type CommandResult, exitWithUsage, runShopCommand } from './run-command.ts';

// `npm run orders -- problems`: orders and problems, for the owner.

const USAGE = `npm run orders -- …

  list               the 50 orders placed last
  show 4KX7WP        one order, by its number or the beginning of its id
  resend 4KX7WP      sends the cafe's e-mail about a paid order again
  problems           what needs you: payments, e-mails and orders that are stuck
  close "<problem>"  takes a problem that you have dealt with off the list
  help               this

What is shown holds names and telephone numbers.`;

const LATEST = 50;

/** What the owner does about each kind of problem. */
const REMEDIES: Record<string, string> = {
  'payment-mismatch':
    'Somebody paid something else than this order asks for, or for two attempts of one basket. Look at the checkout at Stripe, refund what is too much, then close this.',
  'payment-without-order':
    'Stripe has money for an order that is not in the book. Open the checkout at Stripe: its metadata and receipt say who paid. Make the cake or refund it, then close this.',
  'payment-unsettled':
    'Stripe cannot say whether this order was paid. Check that the Stripe key belongs to the account in which it was placed, and look for it there.',
  dispute: 'The customer’s bank disputes the payment. Answer it at Stripe before its date.',
  'unreadable-order':
    'This version of the shop cannot read a stored order. Start the version that wrote it, or ask its developer.',
  'customer-not-reached':
    'The customer’s e-mail address does not work. Ring the customer about the collection, then close this.',
  'customer-email-failing':
    'The customer’s e-mail about this order does not go through. Check the e-mail settings; it is sent again by itself.',
  'email-failing':
    'The cafe’s e-mail about this order does not go through. Check the e-mail settings; it is sent again by itself, or now with: npm run orders -- resend',
};

const [command = '', ...rest] = process.argv.slice(2);
const words = rest.join(' ').trim();
const needsWords = ['show', 'resend', 'close'].includes(command);

if (command === 'help') {
  console.log(USAGE);
} else if (!['list', 'problems'].includes(command) && !(needsWords && words)) {
  exitWithUsage(USAGE);
} else {
  await runShopCommand(({ shop }) => runOrdersCommand(shop), 'silent');
}

async function runOrdersCommand(shop: Shop): Promise<CommandResult> {
  switch (command) {
    case 'list': {
      const orders = await shop.latestOrders(LATEST);
      const lines = orders.map(orderLine);
      return { ok: true, text: lines.length > 0 ? lines.join('\n') : 'No orders yet.' };
    }
    case 'show': {
      const found = await shop.lookUpOrder(words);
      return found.ok ? { ok: true, text: orderDetails(found) } : notFound(found.reason);
    }
    case 'resend': {
      const resent = await shop.resendNotification(words);
      if (resent.ok) {
        return { ok: true, text: `The shop sends the e-mail about ${resent.id} again.` };
      }
      return resent.reason === 'not-paid'
        ? { ok: false, text: 'This order is not paid: there is no e-mail to send.' }
        : notFound(resent.reason);
    }
    case 'close': {
      const closed = await shop.closeProblem(words);
      return closed
        ? { ok: true, text: 'Closed.' }
        : { ok: false, text: 'No stored problem has this name. See: npm run orders -- problems' };
    }
    default: {
      const problems = await shop.openProblems();
      const text = problems.map(problemText).join('\n\n');
      return { ok: true, text: text || 'All quiet: no problems.' };
    }
  }
}

function notFound(reason: 'unknown' | 'several'): CommandResult {
  const text =
    reason === 'unknown'
      ? 'No order has this number, or an id that begins like this.'
      : 'Several orders have an id that begins like this: type more of it.';
  return { ok: false, text };
}

function orderLine({ id, order }: OrderLookup): string {
  if (!order) return `${id.slice(0, 8)}  cannot be read`;
  const { name } = order.customer;
  return [
    order.number,
    order.state.padEnd(7),
    collectionDays(order.items)
      .map((day) => dayInWords(day, 'short'))
      .join(', '),
    formatPence(order.total),
    order.items.map((item) => `${item.title}, ${describeSize(item)}`).join(' + '),
    name,
  ].join('  ');
}

function orderDetails({ id, order }: OrderLookup): string {
  if (!order) return `Order ${id} is stored, but this version of the shop cannot read it.`;
  return [`Order ${id}: ${stateText(order)}`, `Placed: ${order.placedAt}`, orderText(order)].join(
    '\n',
  );
}

function stateText({ state, payment, checkoutId }: Order): string {
  const at = checkoutId ? `, at Stripe: ${checkoutId}` : '';
  return `${state}${payment === 'none' ? '' : `, payment ${payment}`}${at}`;
}

function problemText({ key, kind, orderId, facts, raisedAt }: Problem): string {
  const known = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  return [
    `${key}   since ${raisedAt}`,
    ...(orderId ? [`  Order ${orderId}`] : []),
    ...(known.length > 0 ? [`  ${known.join(', ')}`] : []),
    `  ${REMEDIES[kind] ?? 'A newer version of the shop has stored this: look with that version.'}`,
  ].join('\n');
}
