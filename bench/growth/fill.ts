import { sizeId } from '#domain/catalogue/sizes.ts';
import { changeContent, writeDocument } from '#server/content/documents.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { openWithContent } from '#test/open-database.ts';
import { queryDatabase } from '../../test/query-database.ts';

export interface Full {
  cakes: number;
  orders: number;
}

/** Names are stored for so long after the collection, which is five days after the order. */
const RETENTION_DAYS = 90;
/** The age of the oldest order. */
const YEARS = 3;

/** SQL that differs between the databases. */
interface Dialect {
  /** A new version 4 UUID. */
  uuid: string;
  /** The instant so many hours ago, in the format of the tables. */
  instant(hours: string): string;
  /** The day in so many hours. */
  day(hours: string): string;
}

const sqlite: Dialect = {
  uuid: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
    || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  instant: (hours) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (-(${hours})) || ' hours')`,
  day: (hours) => `date('now', (${hours}) || ' hours')`,
};
const postgres: Dialect = {
  uuid: 'gen_random_uuid()::text',
  instant: (hours) =>
    `to_char((now() - (${hours}) * interval '1 hour') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  day: (hours) => `to_char(now() + (${hours}) * interval '1 hour', 'YYYY-MM-DD')`,
};

export function dialectOf({ databaseUrl }: DatabaseLocation): Dialect {
  return databaseUrl ? postgres : sqlite;
}

/** Inserts cakes, as copies of the existing ones, and orders. */
export async function fill(where: DatabaseLocation, full: Full): Promise<void> {
  const dialect = dialectOf(where);
  await addCakes(where, full.cakes);
  for (const statement of orders(full.orders, dialect)) {
    await queryDatabase(where, statement);
  }
  // Autovacuum would do this later; the shop's SQLite has no statistics.
  if (where.databaseUrl) await queryDatabase(where, 'vacuum analyze');
}

/** Adds copies behind the originals: the first page of a category stays the same. */
async function addCakes(where: DatabaseLocation, count: number): Promise<void> {
  const { db, content, close } = await openWithContent(where);
  const { entries, categories } = (await content()).catalogue;
  const originals = entries.filter(({ cake }) => cake.kind === 'cake');
  const copies = Array.from({ length: Math.max(0, count - originals.length) }, (_, index) => {
    const original = originals[index % originals.length];
    const category = categories[index % categories.length];
    if (!original || !category) throw new Error('The database has no cakes to copy.');
    const slug = `${original.cake.id}-${1 + Math.floor(index / originals.length)}`;
    const sizes = original.content.sizes.map((size) => ({ ...size, id: sizeId(slug, size.size) }));
    const body = { ...original.content, slug, sizes, category: [category.slug] };
    const prices = original.cake.sizes.map(({ size, price, api }) => ({
      size_id: sizeId(slug, size),
      price,
      stripe_price_id: api ?? '',
    }));
    return { document: { kind: 'cake' as const, id: slug, body }, prices };
  });
  await changeContent(db, async (trx) => {
    const edit = { at: dbTime(trx), by: null };
    for (const { document, prices } of copies) {
      await trx.insertInto('prices').values(prices).execute();
      await writeDocument(trx, document, edit);
    }
  });
  await close();
}

/** Spread over the years, each with one cake; only orders within the retention period have names. */
function orders(count: number, { uuid, instant, day }: Dialect): string[] {
  const hours = `number * ${YEARS * 365 * 24}.0 / ${count}`;
  const isOld = `number * ${YEARS * 365}.0 / ${count} > ${RETENTION_DAYS} + 4`;
  return [
    `create table numbered as
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
      select ${uuid} as id, number from numbers`,
    // Sorted by id: inserting in the order of the index is fast.
    `insert into orders (id, number, state, name, email, phone, total, placed_at, pay_by, checkout_id, anonymised_at, search)
      select id, 'N' || number, case when number % 50 = 0 then 'expired' else 'paid' end,
        case when ${isOld} then '' else 'Ada Lovelace' end,
        case when ${isOld} then '' else 'ada@example.org' end,
        case when ${isOld} then '' else '020 7946 0123' end,
        4800, ${instant(hours)}, ${instant(`${hours} - 1`)}, 'cs_test_' || number,
        case when ${isOld} then ${instant(`${hours} - ${24 * RETENTION_DAYS}`)} end,
        case when not (${isOld}) then 'ADA LOVELACE ' || number end
      from numbered order by id`,
    `insert into order_items (order_id, position, cake_id, size_id, api, title, img, size, slices, price, vat_rate, points, message, day, allergens)
      select id, 0, 'berry-drip-cake', 'berry-drip-cake-6', 'price_' || number, 'Berry Drip Cake', 'berry-drip-cake.jpg', '6',
        '8–10', 4800, 0, 1, '', ${day(`120 - ${hours}`)}, '["Eggs","Dairy","Gluten"]'
      from numbered order by id`,
    ...['placed', 'notified'].map(
      (kind) => `insert into order_events (order_id, at, actor, kind, facts)
      select id, ${instant(hours)}, 'shop', '${kind}', '{}' from numbered`,
    ),
    `insert into collections (order_id, day, fulfilment, at)
      select id, ${day(`120 - ${hours}`)}, 'collected', ${instant(hours)}
      from numbered where number % 50 <> 0 and ${day(`120 - ${hours}`)} < ${day('0')} order by id`,
    `insert into emails (order_id, kind, recipient, not_before, attempts, next_attempt_at, revision, sent_at)
      select id, 'cafe', 'cafe', '', 1, ${instant(hours)}, 0, ${instant(hours)}
      from numbered where number % 50 <> 0 order by id`,
    'drop table numbered',
  ];
}
