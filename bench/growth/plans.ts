import { CompiledQuery, type Kysely, type KyselyPlugin } from 'kysely';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { createCatalogue } from '#server/database/catalogue.ts';
import { createChanges } from '#server/database/changes.ts';
import { postgresClock, sqliteClock } from '#server/database/database-clock.ts';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { openPostgres } from '#server/database/open-postgres.ts';
import { openSqlite } from '#server/database/open-sqlite.ts';
import { createOrders } from '#server/database/orders.ts';
import { createOutbox } from '#server/database/outbox.ts';
import type { Tables } from '#server/database/tables.ts';
import { CATEGORY } from './prepare.ts';

/** How a database answers what the shop asks it. */
export interface Plan {
  asked: string;
  /** The indexes it uses; `all of orders` where it uses none. */
  steps: string[];
}

/** Tables that stay small, however many cakes and orders there are: to read one whole is to read little. */
const SMALL_TABLES = ['categories', 'calendar_rules', 'forbidden_days', 'catalogue_version'];

type Asked = ReturnType<typeof askedOf>;

/** What visitors and jobs wait for; the shop's own code asks it, and each of its queries is explained. */
const QUESTIONS: Record<string, (asked: Asked) => Promise<unknown>> = {
  'home: the categories': ({ catalogue }) => catalogue.categories(),
  'category: its first page': ({ catalogue }) =>
    catalogue.page({ category: CATEGORY, offset: 0, limit: 24 }),
  'category: its 40th page': ({ catalogue }) =>
    catalogue.page({ category: CATEGORY, offset: 39 * 24, limit: 24 }),
  'cake: by id': ({ catalogue }) => catalogue.byIds(['berry-drip-cake']),
  'cake: personal touches': ({ catalogue }) => catalogue.personalTouches(),
  'place, confirm: the order by id': ({ orders }) => orders.find(NOBODYS),
  'confirm: the money has come': ({ orders }) => orders.fund(NOBODYS),
  'outbox: claim': ({ outbox }) => outbox.claim(CLAIM),
  'reconcile: look': ({ orders }) =>
    orders.dueForCheck({ now: NOW, before: NOW, furthest: NOW, limit: 5 }),
  'retention: look': ({ orders }) => orders.dueForAnonymising(DAY, 100),
  'retention: one order': ({ orders }) => orders.anonymise(NOBODYS, NOW),
};
const CLAIM = { most: 8, leaseSeconds: 0, longestWaitSeconds: 900, throttleSeconds: 0 };
const NOBODYS = '00000000-0000-4000-8000-000000000000';
const NOW = '2026-11-21T12:00:00.000Z';
const DAY = Day.parse('2026-08-23');

/** As SQLite says them, or as PostgreSQL does. */
const Steps = z.array(
  z.union([
    z.object({ detail: z.string() }).transform(({ detail }) => detail),
    z.object({ 'QUERY PLAN': z.string() }).transform((row) => row['QUERY PLAN']),
  ]),
);

export async function explain(where: DatabaseLocation): Promise<Plan[]> {
  const { databaseUrl, dataDir } = where;
  const db = await (databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir));
  const word = databaseUrl ? 'explain (costs off)' : 'explain query plan';
  const plans: Plan[] = [];
  for (const [asked, ask] of Object.entries(QUESTIONS)) {
    const queries: CompiledQuery[] = [];
    await ask(askedOf(db.withPlugin(recorder(db, queries)), databaseUrl !== undefined));
    const steps: string[] = [];
    for (const { sql, parameters } of queries) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(`${word} ${sql}`, [...parameters]));
      steps.push(...Steps.parse(rows).flatMap(accessOf));
    }
    plans.push({ asked, steps: [...new Set(steps)] });
  }
  await db.destroy();
  return plans;
}

function askedOf(db: Kysely<Tables>, isPostgres: boolean) {
  const clock = isPostgres ? postgresClock : sqliteClock;
  const settings = { clock, isPostgres };
  return {
    catalogue: createCatalogue(db, createChanges(db).version),
    orders: createOrders(db, settings),
    outbox: createOutbox(db, settings),
  };
}

/** Whether it reads a table that grows from its beginning to its end. */
export function readsWholeTable(step: string): boolean {
  const [, table = ''] = /^all of (\w+)$/.exec(step) ?? [];
  return table !== '' && !SMALL_TABLES.includes(table);
}

/** Keeps what the shop asks, in the database's own words, and lets it pass. */
function recorder(db: Kysely<Tables>, queries: CompiledQuery[]): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** How a step gets at a table: the index it uses, or `all of` it. The other steps put rows together. */
function accessOf(step: string): string[] {
  const [, index] =
    /USING (?:COVERING )?INDEX (\w+)|Index (?:Only )?Scan (?:Backward )?using (\w+)|Bitmap Index Scan on (\w+)/
      .exec(step)
      ?.filter((part) => part !== undefined) ?? [];
  if (index) return [index];
  const [, table] = /(?:SCAN|Seq Scan on) (\w+)/.exec(step) ?? [];
  return table ? [`all of ${table}`] : [];
}
