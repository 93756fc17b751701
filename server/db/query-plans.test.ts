import { CompiledQuery, type Kysely, type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { words } from '#cafe/words.ts';
import { SHOWN } from '#domain/book/collection.ts';
import { WEEKDAYS } from '#domain/calendar/days.ts';
import { merchantOf } from '#domain/merchant.ts';
import type { Order } from '#domain/orders/order.ts';
import { cafeOf } from '#domain/words/words.ts';
import { cakeVersions } from '#server/content/cakes.ts';
import { createContent } from '#server/content/content.ts';
import { plannedEmails } from '#server/emails/kinds.ts';
import { claimEmails, readBacklog, requeueBacklog } from '#server/emails/queue.ts';
import { anonymiseOrder, dueForAnonymising } from '#server/orders/anonymise.ts';
import { bookVersion, findBooked, listCollections, newInBook } from '#server/orders/book.ts';
import { changeText } from '#server/orders/change-text.ts';
import { openLink } from '#server/orders/customer-link.ts';
import { busiestDays, findFull } from '#server/orders/days.ts';
import { findOrders } from '#server/orders/find-orders.ts';
import { entriesBetween } from '#server/orders/ledger.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { orderToPay } from '#server/orders/pay-link.ts';
import { balanceBetween, findPayout, payoutsOf } from '#server/orders/payouts.ts';
import { quotesFor, quotesOver } from '#server/orders/quotes.ts';
import { openOrders } from '#server/orders/reconcile.ts';
import { requestedRefunds } from '#server/orders/refund.ts';
import { readOrder } from '#server/orders/rows.ts';
import { markSeen, setFulfilment } from '#server/orders/tick-off.ts';
import { openRequest } from '#server/requests/link.ts';
import { placeRequest } from '#server/requests/place.ts';
import { replyToRequest } from '#server/requests/reply.ts';
import {
  countOpenRequests,
  findRequest,
  listOpenRequests,
  listRequests,
} from '#server/requests/rows.ts';
import { similarRequests } from '#server/requests/similar.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { addSample } from '#test/stored-orders.ts';
import { readContentVersion } from './content-version.ts';
import type { DatabaseLocation } from './open-database.ts';
import type { Tables } from './tables.ts';

const ORDERS = 20;

/** Their size does not depend on the number of orders: a full scan is cheap. */
const SMALL_TABLES = ['documents', 'prices', 'content_version'];

type Shop = ReturnType<typeof shopOf>;

/** The calls that visitors, jobs and staff wait for, in an order in which each finds what it is for. */
const CALLS: Record<string, (shop: Shop, order: Order) => Promise<unknown>> = {
  'all content, once a version': ({ content }) => content(),
  'staff: the versions of a cake': (shop) => cakeVersions(shop, 'berry-drip-cake', { limit: 51 }),
  'place, confirm: the order by id': ({ db }, { id }) => readOrder(db, id),
  'place: the room of a day': ({ db }) =>
    findFull(db, LIMITS, new Map([[DAY, 1]]), [{ day: DAY, time: TIME }]),
  'reconcile: find due orders': ({ db }) => openOrders(db, NOON, 0),
  'confirm: mark as funded': (shop, order) =>
    fundOrder(shop, order.id, {
      charge: { kind: 'charge', id: 'cs_1', paymentId: 'pi_1', amount: order.total, at: NOON },
      now: NOON,
      customerEmails: plannedEmails(order, NOON),
    }),
  'emails: claim': ({ db }) => claimEmails(db, 8, 0),
  'refunds: without an answer': requestedRefunds,
  'customer: a link': ({ db }) => openLink({ db }, '0'.repeat(26)),
  'customer: change a text': (shop, { id }) =>
    changeText(shop, { orderId: id, position: 0, to: 'Hello', version: 0, by: '' }),
  'staff: has anything changed': bookVersion,
  'staff: a day': (shop) => listCollections(shop, { from: DAY, to: DAY }),
  'staff: days not ticked off': (shop) =>
    listCollections(shop, { from: DAY, to: DAY, fulfilment: ['to-make', 'ready'] }),
  'staff: what customers have changed': (shop) =>
    listCollections(shop, { from: DAY, to: DAY, changed: true }),
  'staff: see what a customer has changed': (shop, { id }) =>
    markSeen(shop, { orderId: id, event: 1, by: '' }),
  'staff: what is new in the book': newInBook,
  'staff: the newest orders': (shop) => findOrders(shop, {}),
  'staff: the next page': (shop, { number }) => findOrders(shop, { after: number }),
  'staff: a search': (shop) => findOrders(shop, { text: 'ada' }),
  'staff: a search for a day': (shop) => findOrders(shop, { text: DAY }),
  ...Object.fromEntries(
    SHOWN.map((show) => [`staff: orders, ${show}`, (shop: Shop) => findOrders(shop, { show })]),
  ),
  'staff: e-mails that wait': ({ db }) => readBacklog(db, 200),
  'staff: send all e-mails again': ({ db }) => requeueBacklog(db),
  'staff: an order by id': (shop, { id }) => findBooked(shop, { id }),
  'staff: an order by number': (shop, { number }) => findBooked(shop, { number }),
  'staff: the money of a month': ({ db }) => entriesBetween(db, NOON, NOON),
  'staff: the balance of a month': ({ db }) => balanceBetween(db, NOON, NOON),
  'staff: the payouts of a month': (shop) => payoutsOf(shop, '2026-11'),
  'staff: what is in a payout': async (shop) => {
    const payout = { id: 'po_1', amount: 100, arrives: DAY, state: 'arrived', at: NOON } as const;
    await shop.db
      .insertInto('payouts')
      .values({ ...payout, is_by_hand: 0 })
      .execute();
    return findPayout(shop, 'po_1');
  },
  'staff: the busiest days': (shop) => busiestDays(shop, DAY),
  'staff: tick off': (shop, { id }) =>
    setFulfilment(shop, { orderId: id, day: DAY, from: 'to-make', fulfilment: 'ready', by: '' }),
  'customer: ask for a cake': (shop, { id }) => placeRequest(shop, id, REQUEST),
  'customer: the link of a request': (shop) => openRequest(shop, REQUEST.linkToken),
  'customer: the quote of a request': (shop) => orderToPay(shop, REQUEST.linkToken),
  'customer: reply to a request': (shop) =>
    replyToRequest(shop, REQUEST.linkToken, { text: 'Green', last: 0 }),
  'staff: a request by number': (shop, { number }) => findRequest(shop, { number }),
  'staff: the newest requests': (shop) => listRequests(shop, { limit: 51 }),
  'staff: requests that wait': async (shop) => {
    await countOpenRequests(shop);
    await listOpenRequests(shop);
  },
  'staff: requests alike': async (shop, { id }) => {
    const request = await findRequest(shop, { id });
    return request && similarRequests(shop, request);
  },
  'staff: the quotes for a day': (shop) => quotesFor(shop, DAY),
  'job: quotes that are over': ({ db }) => quotesOver(db, DAY),
  'retention: find due orders': ({ db }) => dueForAnonymising(db, DAY),
  'retention: anonymise an order': ({ db }, { id }) => anonymiseOrder(db, id),
};
const { day: DAY } = sampleItem();
const TIME = '10:00-12:00';
const REQUEST = {
  content: {
    occasion: 'Birthday',
    people: 12,
    day: DAY,
    ideas: 'A rocket',
    budget: '',
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    phone: '',
  },
  photos: [],
  linkToken: '0'.repeat(26),
};
const LIMITS = {
  now: NOON,
  capacity: Array(7).fill(1),
  days: {},
  times: [{ time: TIME, most: 1, weekdays: WEEKDAYS }],
};

test.each(bothDatabases)(
  'each query of visitors, jobs and staff uses an index on $name',
  async ({ fresh }) => {
    const { where, open } = await fresh();
    const database = await open();
    const order = await addSample(database, sampleOrder());
    for (let more = 1; more < ORDERS; more += 1) await addSample(database, sampleOrder());

    const plans: { call: string; steps: string[] }[] = [];
    for (const [call, act] of Object.entries(CALLS)) {
      const { recorder, queries } = recordQueries(database.db);
      await act(shopOf(database.db.withPlugin(recorder)), order);
      plans.push({ call, steps: await explain(database.db, where, [...queries.values()]) });
    }
    const scans = plans.flatMap(({ call, steps }) =>
      steps.filter(isFullScan).map((step) => `${call}: ${step}`),
    );
    expect(scans).toEqual([]);
    expect(plans.filter(({ steps }) => steps.length === 0)).toEqual([]);
  },
);

function shopOf(db: Kysely<Tables>) {
  const content = createContent({ db, contentVersion: () => readContentVersion(db) }, words);
  const log = { info() {}, warn() {}, error() {} };
  const collection = {
    ...words.collection,
    ready: 'tick',
    reviews: 'https://reviews.example',
  } as const;
  const merchant = async () => ({
    ...merchantOf(cafeOf(words), collection, { closedPeriods: [], days: {} }),
    origin: 'https://cafe.example',
  });
  return { db, content, merchant, clock: { now: () => NOON }, log };
}

/** Records each query once. */
function recordQueries(db: Kysely<Tables>) {
  const queries = new Map<string, CompiledQuery>();
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const query = db.getExecutor().compileQuery(node, queryId);
      queries.set(query.sql, query);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { recorder, queries };
}

/** The output of SQLite or PostgreSQL. */
const Steps = z.array(
  z.union([
    z.object({ detail: z.string() }).transform(({ detail }) => detail),
    z.object({ 'QUERY PLAN': z.string() }).transform((row) => row['QUERY PLAN']),
  ]),
);

/** @returns the indexes that the queries use; `all of orders` where they use none. */
function explain(
  db: Kysely<Tables>,
  { databaseUrl }: DatabaseLocation,
  queries: CompiledQuery[],
): Promise<string[]> {
  const command = databaseUrl ? 'explain (costs off)' : 'explain query plan';
  return db.connection().execute(async (connection) => {
    // Otherwise PostgreSQL reads small tables whole, although they have an index.
    if (databaseUrl) await sql`set enable_seqscan = off`.execute(connection);
    const steps: string[] = [];
    for (const { sql: text, parameters } of queries) {
      const explained = CompiledQuery.raw(`${command} ${text}`, [...parameters]);
      const { rows } = await connection.executeQuery(explained);
      steps.push(...Steps.parse(rows).flatMap(accessOf));
    }
    return [...new Set(steps)];
  });
}

/** The index a step uses, or `all of` a table; nothing for joins, sorts etc. */
function accessOf(step: string): string[] {
  const [, index] =
    /USING (?:COVERING )?INDEX (\w+)|USING (INTEGER PRIMARY KEY)|Index (?:Only )?Scan (?:Backward )?using (\w+)|Bitmap Index Scan on (\w+)/
      .exec(step)
      ?.filter((part) => part !== undefined) ?? [];
  if (index) return [index];
  // SQLite calls values in the statement `SCAN 500-ROW VALUES CLAUSE`.
  const [, table] = /(?:SCAN|Seq Scan on) ([a-z]\w*)/.exec(step) ?? [];
  return table ? [`all of ${table}`] : [];
}

function isFullScan(step: string): boolean {
  const [, table = ''] = /^all of (\w+)$/.exec(step) ?? [];
  return table !== '' && !SMALL_TABLES.includes(table);
}
