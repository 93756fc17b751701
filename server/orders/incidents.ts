import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import {
  collectionDays,
  isFunded,
  type Order,
  type OrderId,
  toGiveBack,
} from '#domain/orders/order.ts';
import { needsAnswer } from '#domain/orders/reversal.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  type FailingEmails,
  failingEmails,
  MOST_EMAILS,
  needsOwner,
} from '#server/emails/failing-emails.ts';
import { type Backlog, readBacklog } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { readOrders } from './rows.ts';

// An incident is something that the owner has to look at, on the screen Needs you. It is stored under its key until it
// is solved or closed. Its facts are codes, ids and amounts, never personal data.

interface Kind {
  /** What has happened, in one sentence. */
  title: string;
  /** What the owner does about it. */
  advice: string;
  remedies: Remedy['action'][];
  /** Closes it without the owner. */
  isSolved?: (order: Order) => boolean;
  /** The owner cannot close it earlier. */
  mayClose?: (order: Order, facts: IncidentFacts, today: Day) => boolean;
  /** It is shown again if it is raised again after it was closed. */
  recurs?: true;
}

type Remedy =
  /** `requeueBacklog`: all e-mails that wait. */
  | { action: 'send-all' }
  /** `resendEmail`: the e-mail with the order's state, and what failed. */
  | { action: 'resend-to-customer' }
  /** The payment or the dispute in the payment provider's dashboard. */
  | { action: 'open-at-stripe'; url: string }
  | { action: 'call'; phone: string }
  /** `declineCancel`: the order stays. */
  | { action: 'decline-cancel' }
  /** `closeIncident` */
  | { action: 'close' };

const KINDS = {
  /** A payment names an order but does not match it. */
  'payment-mismatch': {
    title: 'A payment does not match its order.',
    advice:
      'Somebody paid another amount than this order costs, or paid the same basket twice. Look at the payment at Stripe, give back what is too much, then close this.',
    remedies: ['open-at-stripe', 'call', 'close'],
  },
  /** A payment in a checkout of ours has no order, and the order cannot be restored. */
  'payment-without-order': {
    title: 'A payment has no order.',
    advice:
      'Stripe has money for an order that is not in the book. The payment at Stripe says who paid, and for what. Bake the cake or give the money back, then close this.',
    remedies: ['open-at-stripe', 'close'],
  },
  /** The payment provider cannot tell whether a placed order was paid. */
  'payment-unsettled': {
    title: 'Stripe cannot say whether an order was paid.',
    advice:
      'Look for the payment at Stripe. If you cannot find it, ask the person who runs the shop’s server whether the Stripe key has changed.',
    remedies: ['open-at-stripe', 'call', 'close'],
    // A checkout that has paid a part is not the order's any more.
    isSolved: ({ state, paid, checkoutId }) => isFunded(state) || (paid > 0 && checkoutId === null),
  },
  /** An order was paid after it had expired, or on the day of its collection. */
  'late-payment': {
    title: 'An order was paid late.',
    advice:
      'It was paid after the time to pay was over, or the payment took days. It is in the book now. Can you still make its day? If not, call the customer and offer another day or the money back. Then close this.',
    remedies: ['call', 'open-at-stripe', 'close'],
  },
  /** Staff have taken something off a paid order, and have not given its money back. */
  'to-give-back': {
    title: 'Something was taken off a paid order.',
    advice:
      'Your terms promise its money to the customer. Give it back on the order. It leaves this list when that is done, or with Done, if you keep the rest.',
    remedies: ['call', 'close'],
    isSolved: (order) => toGiveBack(order) === 0,
    recurs: true,
  },
  /** A refund that staff asked for was rejected, or the customer's bank has returned one. */
  'refund-failed': {
    title: 'A refund did not go through.',
    advice:
      'The customer does not have this money yet. Stripe says why. Give it back once more on the order, or in another way, then close this.',
    remedies: ['open-at-stripe', 'call', 'close'],
  },
  /** An order was refunded in full at the payment provider on its last day, before it was handed over. It is not cancelled. */
  'refunded-when-due': {
    title: 'An order for today was refunded in full at Stripe.',
    advice:
      'It is still in the book, because money that goes back on the day is often for a complaint. If nobody collects it, cancel it on the order. If you hand it over all the same, close this.',
    remedies: ['call', 'open-at-stripe', 'close'],
    isSolved: (order) => order.cancelledAt !== null,
  },
  /** An order was paid after its hold on a day had lapsed and the day was full. */
  overbooked: {
    title: 'More is booked for a day than you make.',
    advice:
      'An order was paid late, when others had taken its place. It is in the book: bake it all the same, or call the customer and offer another day or the money back. Then close this.',
    remedies: ['call', 'open-at-stripe', 'close'],
    recurs: true,
  },
  dispute: {
    title: 'A customer’s bank disputes a payment.',
    advice:
      'Answer it at Stripe before its date. It leaves this list when it is answered or has ended.',
    remedies: ['open-at-stripe', 'call', 'close'],
    mayClose: (order, { dispute }) =>
      !order.reversals.some(({ id, state }) => id === dispute && needsAnswer(state)),
  },
  /** The cafe's bank has returned a payout. */
  'payout-failed': {
    title: 'Your bank has not taken a payout from Stripe.',
    advice:
      'The money is back at Stripe, and goes out again with the next payout once the bank account is right. Look at your bank account at Stripe, then close this.',
    remedies: ['open-at-stripe', 'close'],
  },
  /** The payment provider has not created a price: the size cannot be ordered. */
  'price-not-created': {
    title: 'A cake cannot be ordered: it has no price at Stripe.',
    advice:
      'The shop tries again by itself, every minute while Stripe does not answer. If this stays, check the Stripe key, and look at the size of the cake.',
    remedies: [],
  },
  'unreadable-order': {
    title: 'A stored order cannot be read.',
    advice:
      'This version of the shop cannot read it. Start the version that wrote it, or ask its developer. If nothing is left to do for it, close this.',
    remedies: ['close'],
  },
  'cancel-requested': {
    title: 'A customer asks to cancel an order.',
    advice:
      'Cancel it on the order, with or without a refund, or keep it. The customer gets your answer by e-mail. Once its days are over, Done is enough.',
    remedies: ['decline-cancel', 'call', 'close'],
    isSolved: (order) => order.cancelledAt !== null,
    // Until then the customer waits for an answer.
    mayClose: ({ items }, _, today) => collectionDays(items).every((day) => day < today),
  },
  'customer-not-reached': {
    title: 'A customer’s e-mail address does not work.',
    advice:
      'Correct the address on the order, which sends the e-mail again. Or call the customer about the collection, then close this.',
    remedies: ['call', 'resend-to-customer', 'close'],
    recurs: true,
  },
  /** E-mails are not accepted; one incident for all of them, whose words depend on what fails (`failingEmails`). */
  'emails-failing': {
    title: 'E-mails are not going out.',
    advice: '',
    remedies: ['send-all'],
  },
  'disk-nearly-full': {
    title: 'The disk of the shop’s server is nearly full.',
    advice:
      'When it is full, nobody can order, and nothing that you change is saved. Ask the person who runs the server to free space. It leaves this list by itself.',
    remedies: [],
  },
} satisfies Record<string, Kind>;

const KIND_BY_NAME = new Map<string, Kind>(Object.entries(KINDS));
const RECURRING = [...KIND_BY_NAME].flatMap(([name, { recurs }]) => (recurs ? name : []));

export type IncidentFacts = Record<string, string | number>;

export interface NewIncident {
  kind: keyof typeof KINDS;
  /** Kind and subject make the key. */
  subject: string;
  orderId: OrderId | null;
  facts: IncidentFacts;
  /** Default: now. */
  raisedAt?: Instant;
}

interface StoredIncident extends Pick<NewIncident, 'orderId' | 'facts'> {
  key: string;
  kind: string;
  raisedAt: Instant;
}

/** An open incident, as the owner reads it. */
export interface OwnerIncident extends StoredIncident, Pick<Kind, 'title' | 'advice'> {
  remedies: Remedy[];
  /** The number of the order, if it can be read. */
  orderNumber?: string;
  customerName?: string;
  /** Of `emails-failing`. */
  emails?: FailingEmails;
}

const EMAILS_FAILING = {
  kind: 'emails-failing',
  subject: 'all',
  orderId: null,
  facts: {},
} satisfies NewIncident;

/** The limit of a list; more appear when these are closed. */
const MOST = 200;

/** Enough for several days of orders and logs: time to free space before the disk is full. */
const NEARLY_FULL_BYTES = 500_000_000;

const Facts = z.record(z.string(), z.union([z.string(), z.number()]));

export function incidentKey({ kind, subject }: Pick<NewIncident, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}

/** Stores an incident, and logs it if it is new. */
export async function raiseIncident(
  { db, log }: Pick<Shop, 'db' | 'log'>,
  incident: NewIncident,
): Promise<void> {
  if (await storeIncident(db, incident)) logIncident(log, incident);
}

export function logIncident(log: Shop['log'], { kind, orderId, facts }: NewIncident): void {
  log.error({ incident: kind, orderId, ...facts }, `${KINDS[kind].title} See /owner/needs-you`);
}

/** Never rejects: it is called while another error is handled. */
export async function raiseUnreadable(
  shop: Pick<Shop, 'db' | 'log'>,
  orderId: OrderId,
): Promise<void> {
  try {
    await raiseIncident(shop, { kind: 'unreadable-order', subject: orderId, orderId, facts: {} });
  } catch (error) {
    shop.log.error({ err: error, orderId }, 'an incident was not stored');
  }
}

/** For the transaction of what it is about. @returns whether it is new. */
export async function storeIncident(db: Kysely<Tables>, incident: NewIncident): Promise<boolean> {
  const { kind, orderId, raisedAt = dbTime(db) } = incident;
  const raised = { facts: JSON.stringify(incident.facts), raised_at: raisedAt };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('incidents')
    .values({ key: incidentKey(incident), kind, order_id: orderId, ...raised })
    .onConflict((known) =>
      known
        .column('key')
        .doUpdateSet({ ...raised, closed_at: null })
        .where('incidents.kind', 'in', RECURRING)
        .where('incidents.closed_at', 'is not', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false when no open incident has this key that can be closed. */
export async function closeIncident(db: Kysely<Tables>, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('incidents')
    .set({ closed_at: dbTime(db) })
    .where('key', '=', key)
    .where('closed_at', 'is', null)
    // It is open until e-mails are accepted.
    .where('kind', '!=', EMAILS_FAILING.kind)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Takes `closeIncident` back. */
export async function reopenIncident(db: Kysely<Tables>, key: string): Promise<void> {
  await db.updateTable('incidents').set({ closed_at: null }).where('key', '=', key).execute();
}

/** For a solved incident that is new if it is raised again. */
export async function removeIncident(db: Kysely<Tables>, key: string): Promise<void> {
  await db.deleteFrom('incidents').where('key', '=', key).execute();
}

/** Oldest first. */
export async function storedIncidents(db: Kysely<Tables>): Promise<StoredIncident[]> {
  const rows = await db
    .selectFrom('incidents')
    .select(['key', 'kind', 'order_id as orderId', 'facts', 'raised_at as raisedAt'])
    .where('closed_at', 'is', null)
    .orderBy('raised_at')
    .orderBy('key')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({ ...row, facts: Facts.safeParse(parseJson(row.facts)).data ?? {} }));
}

/** Stored incidents, except those solved since, and a disk that is nearly full. */
export async function openIncidents(shop: Shop): Promise<OwnerIncident[]> {
  const { db } = shop;
  const backlog = await readBacklog(db, MOST_EMAILS);
  const incidents = [...(await withFailingEmails(db, backlog)), ...(await diskIncidents(shop))];
  const found = await readOrders(db, [
    ...new Set([
      ...incidents.flatMap(({ orderId }) => orderId ?? []),
      ...backlog.emails.map(({ about }) => about),
    ]),
  ]);
  const open: OwnerIncident[] = [];
  for (const incident of incidents) {
    const order = found.find(({ id }) => id === incident.orderId);
    const kind = KIND_BY_NAME.get(incident.kind);
    if (!kind) continue;
    // The order was found, so it can be read.
    if (order && incident.kind === 'unreadable-order') await removeIncident(db, incident.key);
    else if (order && kind.isSolved?.(order)) await closeIncident(shop.db, incident.key);
    else {
      open.push({
        ...incident,
        title: kind.title,
        advice: kind.advice,
        remedies: remediesOf(shop, incident, kind, order),
        ...(order && { orderNumber: order.number, customerName: order.customer.name }),
        ...(incident.kind === EMAILS_FAILING.kind && failingEmails(backlog, found)),
      });
    }
  }
  return open;
}

/**
 * Raises the incident when an e-mail fails that the owner has to know of, and removes it when none fails. It is stored,
 * so that all that fail until then are one incident, of one alert.
 */
async function withFailingEmails(
  db: Kysely<Tables>,
  { failing, emails }: Backlog,
): Promise<StoredIncident[]> {
  const stored = await storedIncidents(db);
  const isRaised = stored.some(({ kind }) => kind === EMAILS_FAILING.kind);
  const raisedAt = emails.find(needsOwner)?.failure?.since;
  if (isRaised && failing === 0) await removeIncident(db, incidentKey(EMAILS_FAILING));
  else if (!isRaised && raisedAt) await storeIncident(db, { ...EMAILS_FAILING, raisedAt });
  else return stored;
  return storedIncidents(db);
}

function remediesOf(
  { payments, clock }: Shop,
  { facts }: StoredIncident,
  { remedies, mayClose }: Kind,
  order: Order | undefined,
): Remedy[] {
  return remedies.flatMap((action): Remedy[] => {
    if (action === 'open-at-stripe') {
      const { dispute, refund, price, payout, checkout } = facts;
      const id = dispute ?? refund ?? price ?? payout ?? checkout ?? order?.checkoutId;
      return id ? [{ action, url: payments.dashboardUrl(String(id)) }] : [];
    }
    if (action === 'call') {
      const phone = order?.customer.phone;
      return phone ? [{ action, phone }] : [];
    }
    const isEarly = order && mayClose && !mayClose(order, facts, londonDay(clock.now()));
    return action === 'close' && isEarly ? [] : [{ action }];
  });
}

/** Not stored: each server has a disk of its own, and a full one stores nothing. */
async function diskIncidents({ freeDiskBytes, clock }: Shop): Promise<StoredIncident[]> {
  const free = await freeDiskBytes();
  if (free === undefined || free >= NEARLY_FULL_BYTES) return [];
  const kind = 'disk-nearly-full';
  const facts = { free: `${Math.floor(free / 1_000_000)} MB` };
  // The start of the day, so that the cafe is alerted once a day.
  const raisedAt = `${clock.now().slice(0, 10)}T00:00:00.000Z`;
  return [{ key: kind, kind, orderId: null, facts, raisedAt }];
}

/** Counts open incidents by kind, for `/readyz`. */
export async function countIncidents(shop: Shop): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of await openIncidents(shop)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
