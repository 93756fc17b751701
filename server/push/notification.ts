import { dayInWords } from '#domain/calendar/days.ts';
import { formatPence } from '#domain/money.ts';
import { collectionDays, isPaidInPart, type Order, paidOfTotal } from '#domain/orders/order.ts';
import type { NotificationKind } from '#domain/staff/notifications.ts';
import type { Person } from '#domain/staff/person.ts';
import { may } from '#domain/staff/rights.ts';
import { inWords } from '#domain/words/hours.ts';
import { subjectOf } from '#server/emails/kinds.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import { readOrders } from '#server/orders/rows.ts';
import { eventsOf } from '#server/orders/trail.ts';
import { findRequest } from '#server/requests/rows.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { INCIDENT } from './plan.ts';
import type { Notification } from './send.ts';

export function notificationKindOf(kind: string): NotificationKind {
  if (kind === INCIDENT) return 'incidents';
  if (subjectOf(kind) === 'request') return 'requests';
  return nameOf(kind) === 'cafe' ? 'orders' : 'changes';
}

type Words = Omit<Notification, 'tag' | 'copy'>;

/**
 * What a person reads, as it is now: no name, address or message, because a lock screen shows it to everybody.
 * @returns undefined if there is nothing to say any more.
 */
export async function writeNotification(
  shop: Shop,
  { about, kind }: { about: string; kind: string },
  { role }: Pick<Person, 'role'>,
): Promise<Words | undefined> {
  if (kind === INCIDENT) return aboutIncident(shop, about);
  if (subjectOf(kind) === 'request') return aboutRequest(shop, about, kind);
  const [order] = await readOrders(shop.db, [about]);
  return order && aboutOrder(shop, order, kind, may(role, 'see-amounts'));
}

async function aboutIncident(shop: Shop, key: string): Promise<Words | undefined> {
  const incident = (await openIncidents(shop)).find((each) => each.key === key);
  if (!incident) return undefined;
  const { title, orderNumber } = incident;
  return { title, body: orderNumber ? `Order ${orderNumber}` : '', path: '/owner/needs-you' };
}

async function aboutRequest(shop: Shop, id: string, kind: string): Promise<Words | undefined> {
  const request = await findRequest(shop, { id });
  if (!request || request.anonymisedAt !== null) return undefined;
  const { number, day } = request;
  const title = kind === 'request' ? 'New request for' : 'A reply to a request for';
  return {
    title: `${title} ${dayInWords(day, 'short', todayAt(shop))}`,
    body: `Request ${number}`,
    path: `/owner/requests/${number}`,
  };
}

async function aboutOrder(
  shop: Shop,
  order: Order,
  kind: string,
  withAmounts: boolean,
): Promise<Words | undefined> {
  // Its cancellation is an incident, or staff have done it.
  if (order.cancelledAt !== null) return undefined;
  const name = nameOf(kind);
  const title = name === 'cafe' ? await titleOfPayment() : (CHANGES[name] ?? CHANGED);
  const today = todayAt(shop);
  const days = inWords(collectionDays(order.items).map((day) => dayInWords(day, 'short', today)));
  const amount = isPaidInPart(order)
    ? `${formatPence(paidOfTotal(order))} of ${formatPence(order.total)}`
    : formatPence(order.total);
  return {
    title: `${title} ${days}${withAmounts ? `, ${amount}` : ''}`,
    body: `Order ${order.number}`,
    path: `/owner/orders/${order.number}`,
  };

  /** A phone order is in the book before it is paid, and the first payment accepts a quote. */
  async function titleOfPayment(): Promise<string> {
    const events = await eventsOf(shop.db, order.id, ['agreed', 'quoted', 'added']);
    // What a customer adds is paid by then, and has a push of its own.
    const begun = events.filter(({ actor }) => actor === 'staff');
    const isRest = order.deposit !== null && !isPaidInPart(order);
    // One that staff have accepted on the phone is `agreed` after that.
    if (begun.at(-1)?.kind === 'quoted' && !isRest) return 'Quote accepted for';
    // With more paid than the deposit it is what staff have added that is not paid.
    if (order.paid === order.deposit) return 'Deposit paid for';
    return begun.length > 0 ? 'Paid: order for' : 'New order for';
  }
}

const CHANGED = 'A customer changed the order for';

/** By the names of the kinds of e-mails, where more can be said. */
const CHANGES: Record<string, string> = {
  'customer-moved': 'A customer moved an order to',
  'customer-added': 'A customer added to the order for',
  'customer-requests': 'A customer asks to cancel the order for',
};

function nameOf(kind: string): string {
  return kind.split(' ')[0] ?? '';
}
