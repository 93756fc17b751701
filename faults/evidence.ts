import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { EntryKind, signedAmount } from '#domain/ledger/ledger.ts';
import { AT_COUNTER, type Reversal } from '#domain/orders/reversal.ts';
import { queryDatabase } from '../test/query-database.ts';

const Session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  amount_total: z.int(),
  client_reference_id: z.string().nullable(),
  payment_intent: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
});
export type Session = z.infer<typeof Session>;

export const isPaid = ({ payment_status }: Session) => payment_status === 'paid';
/** For what was added to an order. */
export const isAddition = ({ metadata }: Session) => 'addition_0' in metadata;

const StripeRefund = z.object({
  id: z.string(),
  payment_intent: z.string(),
  amount: z.int(),
  status: z.string(),
  /** The shop's own refunds have the id of their form. */
  metadata: z.object({ refund: z.string().optional() }),
});
export type StripeRefund = z.infer<typeof StripeRefund>;

/** What the shop's database says about an order. */
export interface OrderBook {
  /** Undefined: the shop does not have the order. */
  order?: { state: string; paid: number; total: number };
  /** The sum of its ledger at Stripe, in pence. */
  moved: number;
  /** What was paid at the counter. */
  cash: number;
  /** Refunds and disputes at Stripe. */
  reversals: Pick<Reversal, 'id' | 'amount' | 'state'>[];
  /** What was given back at the counter, by the id of its form. */
  given: { form: string; amount: number }[];
  /** How often the customer has asked to cancel it. */
  requests: number;
}

const Email = z.object({
  templateParams: z.union([
    z.object({ order_id: z.string().optional(), orderText: z.string() }),
    z.object({ order_id: z.string().optional(), to_email: z.string(), text: z.string() }),
  ]),
});
export interface Email {
  to: 'cafe' | 'customer';
  /** Undefined: it is not about an order. */
  orderId?: string | undefined;
  text: string;
}

const Push = z.object({ deviceId: z.string(), text: z.string() });
const PushText = z.object({ tag: z.string(), copy: z.string() });
/** `tag` is what it is about. A phone does not show one again that has the same `copy`. */
export type Push = Pick<z.infer<typeof Push>, 'deviceId'> & z.infer<typeof PushText>;
const Device = z.object({ id: z.string() });

/** As an order says it. */
const ShownOption = z
  .object({ groupId: z.string(), choiceId: z.string(), text: z.string().optional() })
  .transform(({ groupId: group, choiceId: choice, text }) => ({ group, choice, text }));

/** An order in the public API. */
export const ShownOrder = z.object({
  id: z.string(),
  state: z.string(),
  paid: z.boolean(),
  total: z.int(),
  items: z.array(
    z.object({
      cakeId: z.string(),
      sizeId: z.string(),
      options: z.array(ShownOption).optional(),
      message: z.string(),
      day: z.string(),
    }),
  ),
});
export type ShownOrder = z.infer<typeof ShownOrder>;

/** What is taken of a day or of a collection time. */
export interface Booked {
  /** `points on 2026-12-05` */
  what: string;
  count: number;
  /** The limit, or what the trails of orders say was booked above it. */
  most: number;
}

export type ShopDatabase = Parameters<typeof queryDatabase>[0];

const Booked = z.array(
  z.object({ day: z.string(), time: z.string().nullable(), count: z.coerce.number() }),
);
const Facts = z.object({
  days: z.array(z.object({ day: z.string(), units: z.number() })),
  times: z.array(z.object({ day: z.string(), time: z.string(), orders: z.number() })).default([]),
});
const Overbooked = z.array(z.object({ facts: z.string() }));
const IN_BOOK = "state in ('funded', 'paid', 'agreed', 'paying') and cancelled_at is null";

/**
 * What orders in the book and quotes take of the days and collection times that have a limit.
 * @param days the limits by day, `times` by time.
 */
export async function readBooked(
  where: ShopDatabase,
  { days, times }: { days: Map<string, number>; times: Map<string, number> },
): Promise<Booked[]> {
  const booked = Booked.parse(
    await queryDatabase(
      where,
      `select day, null as time, sum(units) as count from (
        select order_items.day, order_items.units from order_items
          join orders on orders.id = order_items.order_id
          left join quotes on quotes.order_id = orders.id
          where (${IN_BOOK}) or (state in ('quoted', 'accepting') and holds_day = 1)
        union all select day, units from waiting where state = 'offered'
      ) taken group by day
      union all select day, time, count(distinct order_id) from order_items
        join orders on orders.id = order_id where ${IN_BOOK} and time is not null
        group by day, time`,
    ),
  );
  const query = "select facts from order_events where kind = 'overbooked'";
  const recorded = Overbooked.parse(await queryDatabase(where, query)).map(({ facts }) =>
    Facts.parse(JSON.parse(facts)),
  );
  return booked.flatMap(({ day, time, count }) => {
    const limit = time === null ? days.get(day) : times.get(time);
    if (limit === undefined) return [];
    const known = recorded.flatMap((facts) =>
      time === null
        ? facts.days.flatMap((each) => (each.day === day ? each.units : []))
        : facts.times.flatMap((each) =>
            each.day === day && each.time === time ? each.orders : [],
          ),
    );
    return {
      what: time === null ? `points on ${day}` : `orders on ${day} at ${time}`,
      count,
      most: Math.max(limit, ...known),
    };
  });
}

const Waiting = z.array(z.object({ id: z.string(), day: z.string() }));

/** Customers who wait though their day has no limit. */
export async function readPassedOver(where: ShopDatabase, limits: Map<string, number>) {
  const query = "select id, day from waiting where state = 'waiting'";
  const waiting = Waiting.parse(await queryDatabase(where, query));
  return waiting.filter(({ day }) => !limits.has(day));
}

const Orders = z.array(
  z.object({
    id: z.string(),
    state: z.string(),
    paid: z.coerce.number(),
    total: z.coerce.number(),
  }),
);
const Entries = z.array(z.object({ id: z.string(), kind: EntryKind, amount: z.coerce.number() }));
const Reversed = z.array(
  z.object({
    id: z.string(),
    /** The shop's own id, and Stripe's. */
    own: z.string(),
    stripe: z.string().nullable(),
    amount: z.coerce.number(),
    state: z.string(),
  }),
);
const Counts = z.array(z.object({ id: z.string(), count: z.coerce.number() }));

export async function readBooks(where: ShopDatabase): Promise<Map<string, OrderBook>> {
  const books = new Map<string, OrderBook>();
  const read = async <Row extends { id: string }>(
    rows: z.ZodType<Row[]>,
    query: string,
    change: (book: OrderBook, row: Row) => void,
  ) => {
    for (const row of rows.parse(await queryDatabase(where, query))) {
      const book = books.get(row.id) ?? emptyBook();
      books.set(row.id, book);
      change(book, row);
    }
  };
  await read(Entries, 'select order_id as id, kind, amount from ledger', (book, entry) => {
    const { kind } = entry;
    if (kind === 'cash' || kind === 'cash-undone') book.cash += signedAmount(entry);
    else if (!kind.startsWith('cash')) book.moved += signedAmount(entry);
  });
  await read(Orders, 'select id, state, paid, total from orders', (book, { id: _, ...order }) => {
    book.order = order;
  });
  await read(
    Reversed,
    'select order_id as id, id as own, provider_id as stripe, amount, state from reversals',
    (book, { own, stripe, amount, state }) => {
      if (stripe !== null) book.reversals.push({ id: stripe, amount, state });
      if (own.startsWith(AT_COUNTER)) {
        book.given.push({ form: own.slice(AT_COUNTER.length), amount });
      }
    },
  );
  await read(
    Counts,
    `select order_id as id, count(*) as count from order_events
      where kind = 'cancel-requested' group by order_id`,
    (book, { count }) => {
      book.requests = count;
    },
  );
  return books;
}

export function emptyBook(): OrderBook {
  return { moved: 0, cash: 0, reversals: [], given: [], requests: 0 };
}

const Ids = z.array(z.object({ id: z.string() }));

/** The ids of customers' requests. */
export async function readRequests(where: ShopDatabase): Promise<Set<string>> {
  const rows = Ids.parse(await queryDatabase(where, 'select id from requests'));
  return new Set(rows.map(({ id }) => id));
}

const Body = z.object({ body: z.string() });

/** All refunds of the practice Stripe. */
export function readRefunds(dataDir: string): StripeRefund[] {
  return readDocuments(dataDir, 'practice-stripe.sqlite', 'refund', StripeRefund);
}

/** The path of the customer's link in the newest e-mail to the customer. */
export function readLink(dataDir: string, orderId: string): string | undefined {
  const emails = readEmails(dataDir, orderId);
  return emails.flatMap(({ text }) => /\/my-order\/[0-9a-z]+/.exec(text)?.[0] ?? []).at(-1);
}

/** The token of the place that the newest e-mail offers. @param entry of the waiting list. */
export function readOfferToken(dataDir: string, entry: string): string | undefined {
  const offers = readEmails(dataDir, entry).filter(({ text }) =>
    text.includes('We keep the place'),
  );
  return offers
    .flatMap(({ text }) => /\/my-order\/waiting\/([0-9a-z]+)/.exec(text)?.[1] ?? [])
    .at(-1);
}

/** The sessions of the practice Stripe, of all orders or of one; its own page shows only the latest. */
export function readSessions(dataDir: string, orderId?: string): Session[] {
  return readDocuments(dataDir, 'practice-stripe.sqlite', 'checkout.session', Session, orderId);
}

/** The e-mails that the practice EmailJS has taken, oldest first. @param text that they contain; default: all. */
export function readEmails(dataDir: string, text?: string): Email[] {
  return readDocuments(dataDir, 'practice-emailjs.sqlite', 'email', Email, text).map(
    ({ templateParams: email }) =>
      'orderText' in email
        ? { to: 'cafe', orderId: email.order_id, text: email.orderText }
        : {
            to: 'customer',
            orderId: email.order_id,
            text: `${email.to_email}\n${email.text}`,
          },
  );
}

/** The ids of the phones that show notifications to staff. */
export function readDevices(dataDir: string): string[] {
  return readDocuments(dataDir, PUSH_FILE, 'device', Device).map(({ id }) => id);
}

/** What the practice push service has taken. */
export function readPushes(dataDir: string): Push[] {
  return readDocuments(dataDir, PUSH_FILE, 'push', Push).map(({ deviceId, text }) => ({
    deviceId,
    ...PushText.parse(JSON.parse(text)),
  }));
}

const PUSH_FILE = 'practice-push.sqlite';

/** @param text that they contain; default: all. */
function readDocuments<T>(
  dataDir: string,
  file: string,
  kind: string,
  schema: z.ZodType<T>,
  text = '',
): T[] {
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
  try {
    return database
      .prepare('select body from documents where kind = ? and instr(body, ?) > 0 order by seq')
      .all(kind, text)
      .map((row) => schema.parse(JSON.parse(Body.parse(row).body)));
  } finally {
    database.close();
  }
}
