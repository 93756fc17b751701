import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { formatPence } from '#domain/money.ts';
import { queryDatabase } from '../test/query-database.ts';
import type { EmailCopy, Explanation, History } from './history.ts';
import type { Attempt, Shopper } from './shopper.ts';

const Session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  amount_total: z.int(),
  client_reference_id: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

const Email = z.object({
  templateParams: z.union([
    z.object({ order_id: z.string(), orderText: z.string() }),
    z.object({ order_id: z.string(), to_email: z.string(), text: z.string() }),
  ]),
});
export interface Email {
  to: 'cafe' | 'customer';
  orderId: string;
  text: string;
}

/** An order in the public API. */
export const ShownOrder = z.object({
  id: z.string(),
  state: z.string(),
  paid: z.boolean(),
  total: z.int(),
  items: z.array(
    z.object({ cakeId: z.string(), sizeId: z.string(), message: z.string(), day: z.string() }),
  ),
});
export type ShownOrder = z.infer<typeof ShownOrder>;

export interface Evidence {
  shoppers: Shopper[];
  sessions: Session[];
  inbox: Email[];
  /** Undefined: the shop does not have this order. */
  orders: Map<string, ShownOrder | undefined>;
  history: Pick<History, 'emailCopies' | 'explain'>;
}

export interface BookedDay {
  day: string;
  /** What paid orders take. */
  points: number;
  /** The capacity, or what the trails of orders say was booked above it. */
  most: number;
}

/** `lost`: paid, but the order is missing or wrong, or the cafe or the customer got no e-mail. */
export type Wrong =
  | 'lost'
  | 'charged twice'
  | 'unpaid shown paid'
  | 'unexplained double'
  | 'oversold'
  | 'refused';

export interface Violation {
  wrong: Wrong;
  what: string;
  orderIds: string[];
}

export interface Verdict {
  violations: Violation[];
  paidSessions: number;
  doubles: Map<Explanation, number>;
}

const isPaid = ({ payment_status }: Session) => payment_status === 'paid';

/** Compares the orders that the shop shows with Stripe's sessions and the inbox. */
export function judge(evidence: Evidence): Verdict {
  const { shoppers, sessions, inbox, orders } = evidence;
  const attempts = new Map(
    shoppers.flatMap((shopper) => shopper.attempts.map((attempt) => [attempt.id, attempt])),
  );
  const emails = Map.groupBy(inbox, ({ orderId }) => orderId);
  const paid = sessions.filter(isPaid);
  const paidIds = new Set(paid.map(({ client_reference_id: id }) => id));
  const violations: Violation[] = [];
  const add = (wrong: Wrong, what: string, ...orderIds: string[]) =>
    void violations.push({ wrong, what, orderIds });

  for (const session of paid) {
    const id = session.client_reference_id ?? 'no order';
    const what = findDefect(session, attempts.get(id), orders.get(id), emails.get(id) ?? []);
    if (what) add('lost', `${session.id} is paid: ${what}`, id);
  }
  for (const shopper of shoppers) {
    const ids = new Set(shopper.attempts.map(({ id }) => id));
    const charges = paid.filter(({ client_reference_id: id }) => id !== null && ids.has(id));
    if (charges.length > shopper.expectedCharges) {
      const which = charges.map(({ id }) => id).join(' and ');
      add('charged twice', `${shopper.name} expected ${shopper.expectedCharges}: ${which}`, ...ids);
    }
    for (const id of shopper.shownPaid) {
      if (!paidIds.has(id)) add('unpaid shown paid', `${shopper.name} saw it`, id);
    }
    for (const what of shopper.complaints) add('refused', `${shopper.name}: ${what}`, ...ids);
  }
  for (const [id, order] of orders) {
    if (paidIds.has(id)) continue;
    if (order && (order.paid || order.state === 'funded')) {
      add('unpaid shown paid', `the order is ${order.state}`, id);
    }
    if (emails.has(id)) add('unpaid shown paid', 'an e-mail was sent', id);
  }
  const doubles = explainDoubles(evidence, add);
  return { violations, paidSessions: paid.length, doubles };
}

function findDefect(
  { amount_total }: Session,
  attempt: Attempt | undefined,
  order: ShownOrder | undefined,
  emails: Email[],
): string | undefined {
  if (!attempt) return 'no shopper ordered it';
  const { items, total, titles } = attempt.basket;
  if (!order) return 'the order does not exist';
  if (!order.paid) return `the order is ${order.state}`;
  if (order.total !== total || amount_total !== total) {
    return `${amount_total} was charged, ${order.total} is shown, the basket had ${total}`;
  }
  const ordered = items.map(({ cakeId, sizeId, message, day }) => ({
    cakeId,
    sizeId,
    message,
    day,
  }));
  const shown = order.items.map(({ cakeId, sizeId, message, day }) => ({
    cakeId,
    sizeId,
    message,
    day,
  }));
  if (JSON.stringify(ordered) !== JSON.stringify(shown)) return 'other items are shown';
  if (!emails.some(({ to }) => to === 'cafe')) return 'there is no e-mail';
  if (!emails.some(({ to }) => to === 'customer')) return 'the customer has no confirmation';
  const isComplete = emails.every(
    ({ to, text }) =>
      titles.every((title) => text.includes(title)) &&
      items.every(({ message }) => text.includes(message)) &&
      text.includes(`${to === 'cafe' ? 'Total paid' : 'Paid'}: ${formatPence(total)}\n`),
  );
  return isComplete ? undefined : 'the e-mail has other contents';
}

/** Counts duplicate e-mails by their cause and reports those without one. */
function explainDoubles(
  { history, inbox }: Evidence,
  add: (wrong: Wrong, what: string, ...orderIds: string[]) => void,
): Map<Explanation, number> {
  const doubles = new Map<Explanation, number>();
  for (const id of new Set(inbox.map(({ orderId }) => orderId))) {
    const copies = history.emailCopies(id);
    for (const [index, next] of copies.entries()) {
      const copy: EmailCopy | undefined = copies[index - 1];
      if (!copy) continue;
      const why = history.explain(copy, next);
      if (why) doubles.set(why, (doubles.get(why) ?? 0) + 1);
      else add('unexplained double', `copy ${index + 1} of its e-mail`, id);
    }
  }
  return doubles;
}

/** Days for which more was sold than the cafe makes, without a record. */
export function findOversold(days: BookedDay[]): Violation[] {
  return days
    .filter(({ points, most }) => points > most)
    .map(({ day, points, most }) => ({
      wrong: 'oversold',
      what: `${points} points of ${most} on ${day}`,
      orderIds: [],
    }));
}

const Booked = z.array(z.object({ day: z.string(), points: z.coerce.number() }));
const Facts = z.object({
  days: z.array(z.object({ day: z.string(), points: z.number() })),
});
const Events = z.array(z.object({ facts: z.string() }));

export type ShopDatabase = Parameters<typeof queryDatabase>[0];

/** What paid orders take of the days of a shop in which each day has the same capacity. */
export async function readDays(where: ShopDatabase, capacity: number): Promise<BookedDay[]> {
  const booked = Booked.parse(
    await queryDatabase(
      where,
      `select order_items.day, sum(order_items.points) as points from order_items
        join orders on orders.id = order_id where state in ('funded', 'paid') group by day`,
    ),
  );
  const events = Events.parse(
    await queryDatabase(where, "select facts from order_events where kind = 'overbooked'"),
  );
  const recorded = events.flatMap(({ facts }) => Facts.parse(JSON.parse(facts)).days);
  return booked.map(({ day, points }) => ({
    day,
    points,
    most: Math.max(
      capacity,
      ...recorded.filter((each) => each.day === day).map((each) => each.points),
    ),
  }));
}

const Body = z.object({ body: z.string() });

/** All sessions of the practice Stripe; its own page shows only the latest. */
export function readSessions(dataDir: string): Session[] {
  return readDocuments(dataDir, 'practice-stripe.sqlite', 'checkout.session', Session);
}

/** All e-mails of the practice EmailJS, oldest first. */
export function readInbox(dataDir: string): Email[] {
  return readDocuments(dataDir, 'practice-emailjs.sqlite', 'email', Email).map(
    ({ templateParams: email }) =>
      'orderText' in email
        ? { to: 'cafe', orderId: email.order_id, text: email.orderText }
        : { to: 'customer', orderId: email.order_id, text: email.text },
  );
}

function readDocuments<T>(dataDir: string, file: string, kind: string, schema: z.ZodType<T>): T[] {
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
  try {
    return database
      .prepare('select body from documents where kind = ? order by seq')
      .all(kind)
      .map((row) => schema.parse(JSON.parse(Body.parse(row).body)));
  } finally {
    database.close();
  }
}
