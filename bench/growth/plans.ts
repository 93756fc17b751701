import { CompiledQuery, type Kysely, type KyselyPlugin } from 'kysely';
import * as z from 'zod';
import { SHOWN } from '#domain/book/collection.ts';
import { Day } from '#domain/calendar/day.ts';
import { cakeVersions } from '#server/content/cakes.ts';
import { createContent } from '#server/content/content.ts';
import { readContentVersion } from '#server/db/content-version.ts';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { openSqlite } from '#server/db/open-sqlite.ts';
import type { Tables } from '#server/db/tables.ts';
import { claimEmails, readBacklog, requeueBacklog } from '#server/emails/queue.ts';
import { anonymiseOrder, dueForAnonymising } from '#server/orders/anonymise.ts';
import { bookVersion, findBooked, findOrders, listCollections } from '#server/orders/book.ts';
import { changeText } from '#server/orders/change-text.ts';
import { openLink } from '#server/orders/customer-link.ts';
import { busiestDays, fullDays } from '#server/orders/days.ts';
import { bookedEntries } from '#server/orders/ledger.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { openOrders } from '#server/orders/reconcile.ts';
import { claimRefunds } from '#server/orders/refund.ts';
import { readOrder } from '#server/orders/rows.ts';
import { markSeen, setFulfilment } from '#server/orders/tick-off.ts';

/** How a database executes the queries of one call. */
export interface Plan {
  name: string;
  /** The indexes it uses; `all of orders` where it uses none. */
  steps: string[];
}

/** Their size does not depend on cakes and orders: a full scan is cheap. */
const SMALL_TABLES = ['documents', 'prices', 'content_version'];

type MeasuredShop = ReturnType<typeof openShop>;

/** The calls that visitors and jobs wait for. Each query they send is explained. */
const CALLS: Record<string, (shop: MeasuredShop) => Promise<unknown>> = {
  'all content, once a version': ({ content }) => content(),
  'staff: the versions of a cake': (shop) => cakeVersions(shop, 'berry-drip-cake', { limit: 51 }),
  'place, confirm: the order by id': ({ db }) => readOrder(db, UNKNOWN_ID),
  'confirm: mark as funded': (shop) => fundOrder(shop, UNKNOWN_ID),
  'outbox: claim': ({ db }) => claimEmails(db, 8, 0),
  'reconcile: find due orders': ({ db }) => openOrders(db, NOW, 0),
  'refunds: claim': (shop) => claimRefunds(shop, 8),
  'retention: find due orders': ({ db }) => dueForAnonymising(db, DAY, 100),
  'retention: anonymise an order': ({ db }) => anonymiseOrder(db, UNKNOWN_ID),
  'staff: has anything changed': bookVersion,
  'staff: a day': (shop) => listCollections(shop, { from: DAY, to: DAY }),
  'staff: days not ticked off': (shop) =>
    listCollections(shop, { from: DAY, to: DAY, fulfilment: ['to-make', 'ready'] }),
  'staff: what customers have changed': (shop) =>
    listCollections(shop, { from: DAY, to: DAY, changed: true }),
  'staff: see what a customer has changed': (shop) =>
    markSeen(shop, { orderId: UNKNOWN_ID, event: 1, by: '' }),
  'staff: the newest orders': (shop) => findOrders(shop, {}),
  'staff: the next page': (shop) => findOrders(shop, { after: '4KX7WP' }),
  'staff: a search': (shop) => findOrders(shop, { text: 'ada' }),
  ...Object.fromEntries(
    SHOWN.map((show) => [
      `staff: orders, ${show}`,
      (shop: MeasuredShop) => findOrders(shop, { show }),
    ]),
  ),
  'staff: e-mails that wait': ({ db }) => readBacklog(db, 200),
  'staff: send all e-mails again': ({ db }) => requeueBacklog(db),
  'staff: an order by id': (shop) => findBooked(shop, { id: UNKNOWN_ID }),
  'staff: an order by number': (shop) => findBooked(shop, { number: '4KX7WP' }),
  'staff: the money of a month': ({ db }) => bookedEntries(db, NOW, NOW),
  'staff: the busiest days': ({ db }) => busiestDays({ db, clock: { now: () => NOW } }, DAY),
  'place: the room of a day': ({ db }) => fullDays(db, LIMITS, new Map([[DAY, 1]])),
  'customer: a link': ({ db }) => openLink({ db }, '0'.repeat(26)),
  'customer: change a text': (shop) =>
    changeText(shop, { orderId: UNKNOWN_ID, position: 0, from: '', to: '', by: '' }),
  'staff: tick off': (shop) =>
    setFulfilment(shop, {
      orderId: UNKNOWN_ID,
      day: DAY,
      from: 'to-make',
      fulfilment: 'ready',
      by: '',
    }),
};
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const NOW = '2026-11-21T12:00:00.000Z';
const DAY = Day.parse('2026-08-23');
const LIMITS = { now: NOW, week: Array(7).fill(1), own: new Map<Day, number>() };

/** The output of SQLite or PostgreSQL. */
const Steps = z.array(
  z.union([
    z.object({ detail: z.string() }).transform(({ detail }) => detail),
    z.object({ 'QUERY PLAN': z.string() }).transform((row) => row['QUERY PLAN']),
  ]),
);

export async function explain(where: DatabaseLocation): Promise<Plan[]> {
  const { databaseUrl, dataDir } = where;
  const db = await (databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir));
  const command = databaseUrl ? 'explain (costs off)' : 'explain query plan';
  const recorded: { name: string; queries: Map<string, CompiledQuery> }[] = [];
  for (const [name, call] of Object.entries(CALLS)) {
    const queries = new Map<string, CompiledQuery>();
    await call(openShop(db.withPlugin(recorder(db, queries))));
    recorded.push({ name, queries });
  }
  const plans: Plan[] = [];
  await db.connection().execute(async (connection) => {
    // Otherwise PostgreSQL reads tables that are empty here whole, although they have an index.
    if (databaseUrl) await connection.executeQuery(CompiledQuery.raw('set enable_seqscan = off'));
    for (const { name, queries } of recorded) {
      const steps: string[] = [];
      for (const { sql, parameters } of queries.values()) {
        const { rows } = await connection.executeQuery(
          CompiledQuery.raw(`${command} ${sql}`, [...parameters]),
        );
        steps.push(...Steps.parse(rows).flatMap(accessOf));
      }
      plans.push({ name, steps: [...new Set(steps)] });
    }
  });
  await db.destroy();
  return plans;
}

function openShop(db: Kysely<Tables>) {
  const content = createContent({ db, contentVersion: () => readContentVersion(db) });
  return {
    content,
    clock: { now: () => NOW },
    log: { info() {}, warn() {}, error() {} },
    db,
  };
}

/** Whether a step is a full scan of a growing table. */
export function isFullScan(step: string): boolean {
  const [, table = ''] = /^all of (\w+)$/.exec(step) ?? [];
  return table !== '' && !SMALL_TABLES.includes(table);
}

/** Records each query once: a search writes the texts of a million orders in many equal steps. */
function recorder(db: Kysely<Tables>, queries: Map<string, CompiledQuery>): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      const query = db.getExecutor().compileQuery(node, queryId);
      if (!queries.has(query.sql)) queries.set(query.sql, query);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
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
