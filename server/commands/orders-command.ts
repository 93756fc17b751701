import { dayInWords } from '#domain/calendar/days.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { OrderLookup } from '#domain/orders/look-up-orders.ts';
import { collectionDays, type Order } from '#domain/orders/order.ts';
import { orderText } from '#domain/orders/order-text.ts';
import type { AffectedEmail, Problem, Remedy } from '#domain/orders/problems.ts';
import type { Shop } from '#domain/shop.ts';
import type { CommandResult } from './run-command.ts';

const LATEST = 50;

const ABOUT_ALL = ['list', 'problems', 'resend-all', 'help'] as const;
const ABOUT_ONE = ['show', 'resend', 'resend-to-customer', 'close'] as const;

interface OrdersCommand {
  command: (typeof ABOUT_ALL)[number] | (typeof ABOUT_ONE)[number];
  /** The order or problem that is meant; not used by commands about all. */
  words: string;
}

/** Parses the arguments of `npm run orders`. @returns undefined unless they are a command. */
export function parseOrdersCommand([typed, ...rest]: string[]): OrdersCommand | undefined {
  const words = rest.join(' ').trim();
  const command =
    ABOUT_ALL.find((name) => name === typed) ??
    (words === '' ? undefined : ABOUT_ONE.find((name) => name === typed));
  return command && { command, words };
}

export async function runOrdersCommand(
  shop: Shop,
  { command, words }: OrdersCommand,
): Promise<CommandResult> {
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
    case 'resend':
    case 'resend-to-customer': {
      const resent =
        command === 'resend'
          ? await shop.resendNotification(words)
          : await shop.resendToCustomer(words);
      if (resent.ok) {
        return { ok: true, text: `The shop sends the e-mail about ${resent.id} again.` };
      }
      switch (resent.reason) {
        case 'no-email':
          return {
            ok: false,
            text: 'There is no e-mail to send: the order is not paid by card, or has no address.',
          };
        case 'just-sent':
          return { ok: false, text: 'It is being sent, or was sent less than a minute ago.' };
        default:
          return notFound(resent.reason);
      }
    }
    case 'resend-all':
      await shop.retryEmails();
      return { ok: true, text: 'The shop sends all e-mails that wait again.' };
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

function problemText(problem: Problem): string {
  const { key, orderId, facts, raisedAt, title, advice, emails, remedies } = problem;
  const known = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
  return [
    `${key}   since ${raisedAt}`,
    ...(orderId ? [`  Order ${orderId}`] : []),
    ...(known.length > 0 ? [`  ${known.join(', ')}`] : []),
    `  ${title} ${advice}`,
    ...(emails?.listed ?? []).map((email) => `  ${emailText(email)}`),
    ...remedies.map((remedy) => `  - ${remedyText(remedy, problem)}`),
  ].join('\n');
}

/** Without the name, as every line of this list. */
function emailText({ orderId, orderNumber, kind, giveUpKey }: AffectedEmail): string {
  const giveUp = giveUpKey ? `: npm run orders -- close "${giveUpKey}" gives it up` : '';
  return `- ${kind}, order ${orderNumber ?? orderId}${giveUp}`;
}

function remedyText(remedy: Remedy, { key, orderId, orderNumber }: Problem): string {
  const order = orderNumber ?? orderId;
  switch (remedy.action) {
    case 'open-at-stripe':
      return `At Stripe: ${remedy.url}`;
    case 'call':
      return `Call the customer: npm run orders -- show ${order}`;
    case 'send-all':
      return 'npm run orders -- resend-all';
    case 'decline-cancel':
      return 'At /owner: keep the order';
    case 'close':
      return `npm run orders -- close "${key}"`;
    default:
      return `npm run orders -- ${remedy.action} ${order}`;
  }
}
