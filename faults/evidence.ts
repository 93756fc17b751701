import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { EntryKind, signedAmount } from '#domain/ledger/ledger.ts';
import { AT_COUNTER, type Reversal } from '#domain/orders/order.ts';
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
  /** How often the e-mail was tried that says that it is ready. */
  readyAttempts: number;
}

const Email = z.object({
  receivedAt: z.string(),
  templateParams: z.union([
    // Without an order: an alert to the owner.
    z.object({ order_id: z.string().optional(), orderText: z.string() }),
    // One to the waiting list is about no order.
    z.object({ order_id: z.string().optional(), to_email: z.string(), text: z.string() }),
  ]),
});
export interface Email {
  to: 'cafe' | 'customer';
  orderId: string;
  text: string;
  /** When it was taken, by `Date.now()`. */
  at: number;
}

const Push = z.object({ deviceId: z.string(), text: z.string() });
const PushText = z.object({ tag: z.string(), copy: z.string() });
/** `tag` is what it is about. A phone does not show one again that has the same `copy`. */
export type Push = Pick<z.infer<typeof Push>, 'deviceId'> & z.infer<typeof PushText>;
const Device = z.object({ id: z.string() });

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
      options: z
        .array(z.object({ groupId: z.string(), choiceId: z.string(), text: z.string().optional() }))
        .optional(),
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

const BookedDays = z.array(z.object({ day: z.string(), units: z.coerce.number() }));
const BookedTimes = z.array(
  z.object({ day: z.string(), time: z.string(), orders: z.coerce.number() }),
);
const Facts = z.object({
  days: z.array(z.object({ day: z.string(), units: z.number() })),
  times: z.array(z.object({ day: z.string(), time: z.string(), orders: z.number() })).default([]),
});
const Overbooked = z.array(z.object({ facts: z.string() }));

/** What orders in the book and quotes take of the days that have a limit, and what is offered of them. */
export async function readDays(
  where: ShopDatabase,
  limits: Map<string, number>,
): Promise<Booked[]> {
  const booked = BookedDays.parse(
    await queryDatabase(
      where,
      `select day, sum(units) as units from (
        select order_items.day, order_items.units from order_items
          join orders on orders.id = order_items.order_id
          left join quotes on quotes.order_id = orders.id
          where (state in ('funded', 'paid', 'agreed', 'paying') and cancelled_at is null)
            or (state in ('quoted', 'accepting') and holds_day = 1)
        union all select day, units from waiting where state = 'offered'
      ) taken group by day`,
    ),
  );
  const recorded = (await readOverbooked(where)).flatMap((facts) => facts.days);
  return booked
    .filter(({ day }) => limits.has(day))
    .map(({ day, units }) => {
      const known = recorded.filter((each) => each.day === day).map((each) => each.units);
      const most = Math.max(limits.get(day) ?? 0, ...known);
      return { what: `points on ${day}`, count: units, most };
    });
}

/** How many orders in the book have the collection times that have a limit. @param limits by time. */
export async function readTimes(
  where: ShopDatabase,
  limits: Map<string, number>,
): Promise<Booked[]> {
  const booked = BookedTimes.parse(
    await queryDatabase(
      where,
      `select day, time, count(distinct order_id) as orders from order_items
        join orders on orders.id = order_id
        where state in ('funded', 'paid', 'agreed', 'paying') and cancelled_at is null and time is not null
        group by day, time`,
    ),
  );
  const recorded = (await readOverbooked(where)).flatMap((facts) => facts.times);
  return booked
    .filter(({ time }) => limits.has(time))
    .map(({ day, time, orders }) => {
      const known = recorded.filter((each) => each.day === day && each.time === time);
      const most = Math.max(limits.get(time) ?? 0, ...known.map((each) => each.orders));
      return { what: `orders on ${day} at ${time}`, count: orders, most };
    });
}

async function readOverbooked(where: ShopDatabase): Promise<z.infer<typeof Facts>[]> {
  const events = Overbooked.parse(
    await queryDatabase(where, "select facts from order_events where kind = 'overbooked'"),
  );
  return events.map(({ facts }) => Facts.parse(JSON.parse(facts)));
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
  z.object({ id: z.string(), reversal: z.string(), amount: z.coerce.number(), state: z.string() }),
);
const Events = z.array(z.object({ id: z.string(), count: z.coerce.number() }));

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
    `select order_id as id, provider_id as reversal, amount, state from reversals
      where provider_id is not null`,
    (book, { reversal, amount, state }) => {
      book.reversals.push({ id: reversal, amount, state });
    },
  );
  await read(
    Reversed,
    `select order_id as id, id as reversal, amount, state from reversals
      where id like '${AT_COUNTER}%'`,
    (book, { reversal, amount }) => {
      book.given.push({ form: reversal.slice(AT_COUNTER.length), amount });
    },
  );
  await read(
    Events,
    `select order_id as id, count(*) as count from order_events
      where kind = 'cancel-requested' group by order_id`,
    (book, { count }) => {
      book.requests = count;
    },
  );
  await read(
    Events,
    "select about as id, sum(attempts) as count from emails where kind like 'ready %' group by about",
    (book, { count }) => {
      book.readyAttempts = count;
    },
  );
  return books;
}

export function emptyBook(): OrderBook {
  return { moved: 0, cash: 0, reversals: [], given: [], requests: 0, readyAttempts: 0 };
}

const Requests = z.array(z.object({ id: z.string(), photos: z.coerce.number() }));
const Messages = z.array(z.object({ id: z.string(), text: z.string() }));

/** What the shop's database says about customers' requests, by their ids. */
export async function readRequests(
  where: ShopDatabase,
): Promise<Map<string, { photos: number; texts: string[] }>> {
  const requests = Requests.parse(
    await queryDatabase(
      where,
      `select id, (select count(*) from request_photos where request_id = requests.id) as photos
        from requests`,
    ),
  );
  const messages = Messages.parse(
    await queryDatabase(where, 'select request_id as id, text from request_messages'),
  );
  return new Map(
    requests.map(({ id, photos }) => {
      const own = messages.filter((message) => message.id === id);
      return [id, { photos, texts: own.map(({ text }) => text) }];
    }),
  );
}

/** The texts of all e-mails that the practice EmailJS has taken, whatever they are about; a customer's with its address. */
export function readEmailTexts(dataDir: string): { to: Email['to']; text: string }[] {
  return readDocuments(dataDir, 'practice-emailjs.sqlite', 'email', Email).map(
    ({ templateParams: email }) =>
      'orderText' in email
        ? { to: 'cafe', text: email.orderText }
        : { to: 'customer', text: `${email.to_email}\n${email.text}` },
  );
}

/** The tokens of the links that a customer who waits for a place has got. @param entry of the waiting list. */
export function readWaitingTokens(dataDir: string, entry: string): string[] {
  const own = readDocuments(dataDir, 'practice-emailjs.sqlite', 'email', Email, entry);
  return own.flatMap(({ templateParams: email }) =>
    'text' in email ? (/\/my-order\/waiting\/([0-9a-z]+)/.exec(email.text)?.[1] ?? []) : [],
  );
}

const Body = z.object({ body: z.string() });

/** All refunds of the practice Stripe. */
export function readRefunds(dataDir: string): StripeRefund[] {
  return readDocuments(dataDir, 'practice-stripe.sqlite', 'refund', StripeRefund);
}

/** The path of the customer's link in the newest e-mail to the customer. */
export function readLink(dataDir: string, orderId: string): string | undefined {
  const emails = readInbox(dataDir, orderId);
  return emails.flatMap(({ text }) => /\/my-order\/[0-9a-z]+/.exec(text)?.[0] ?? []).at(-1);
}

/** The sessions of the practice Stripe, of all orders or of one; its own page shows only the latest. */
export function readSessions(dataDir: string, orderId?: string): Session[] {
  return readDocuments(dataDir, 'practice-stripe.sqlite', 'checkout.session', Session, orderId);
}

/** The e-mails about orders, or about one, that the practice EmailJS has taken, oldest first. */
export function readInbox(dataDir: string, orderId?: string): Email[] {
  return readDocuments(dataDir, 'practice-emailjs.sqlite', 'email', Email, orderId).flatMap(
    ({ templateParams: email, receivedAt }): Email[] => {
      const { order_id: orderId } = email;
      if (orderId === undefined) return [];
      const at = Date.parse(receivedAt);
      return 'orderText' in email
        ? [{ to: 'cafe', orderId, text: email.orderText, at }]
        : [{ to: 'customer', orderId, text: email.text, at }];
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
