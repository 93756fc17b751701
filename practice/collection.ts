import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** What a record must hold to be listed. */
export type Condition<Item> = { field: keyof Item & string } & (
  | { is: string | number | boolean }
  | { in: string[] }
  | { atMost: number }
  | { atLeast: number }
);

type ListOptions<Item> = {
  where?: Condition<Item>[];
  /** Leave out this record and everything newer. */
  after?: string | undefined;
  limit: number;
};

/** Records of one kind, each kept as a JSON document, newest first when listed. */
export type Collection<Item> = {
  add(item: Item): Item;
  replace(item: Item): Item;
  find(id: string): Item | undefined;
  list(options: ListOptions<Item>): Item[];
  remove(id: string): void;
  clear(): void;
};

const bodyRow = z.object({ body: z.string() });

/** Opens the collection called `kind`; whatever is read from the file is checked against `schema`. */
export function openCollection<Item extends { id: string }>(
  database: DatabaseSync,
  kind: string,
  schema: z.ZodType<Item>,
): Collection<Item> {
  database.exec(`
    create table if not exists documents (
      seq integer primary key autoincrement,
      kind text not null,
      id text not null,
      body text not null,
      unique (kind, id)
    );
    create index if not exists documents_newest on documents (kind, seq);
    create index if not exists documents_status on documents (kind, json_extract(body, '$.status'));
    create index if not exists documents_lookup on documents (kind, json_extract(body, '$.lookup_key'));
  `);

  const read = (row: unknown): Item => schema.parse(JSON.parse(bodyRow.parse(row).body));

  return {
    add(item) {
      database
        .prepare('insert into documents (kind, id, body) values (?, ?, ?)')
        .run(kind, item.id, JSON.stringify(item));
      return item;
    },
    replace(item) {
      database
        .prepare('update documents set body = ? where kind = ? and id = ?')
        .run(JSON.stringify(item), kind, item.id);
      return item;
    },
    find(id) {
      const row = database
        .prepare('select body from documents where kind = ? and id = ?')
        .get(kind, id);
      return row === undefined ? undefined : read(row);
    },
    list({ where = [], after, limit }) {
      const tests = where.map(testOf);
      if (after !== undefined) {
        tests.push({
          sql: 'seq < (select seq from documents where kind = ? and id = ?)',
          values: [kind, after],
        });
      }
      return database
        .prepare(
          `select body from documents where ${['kind = ?', ...tests.map(({ sql }) => sql)].join(' and ')}
           order by seq desc limit ?`,
        )
        .all(kind, ...tests.flatMap(({ values }) => values), limit)
        .map(read);
    },
    remove(id) {
      database.prepare('delete from documents where kind = ? and id = ?').run(kind, id);
    },
    clear() {
      database.prepare('delete from documents where kind = ?').run(kind);
    },
  };
}

function testOf<Item>(condition: Condition<Item>): { sql: string; values: (string | number)[] } {
  // The path stands in the SQL itself, because SQLite uses an index on an expression only then.
  const field = `json_extract(body, '$.${condition.field}')`;
  if ('in' in condition) {
    return {
      sql: `${field} in (select value from json_each(?))`,
      values: [JSON.stringify(condition.in)],
    };
  }
  if ('atMost' in condition) return { sql: `${field} <= ?`, values: [condition.atMost] };
  if ('atLeast' in condition) return { sql: `${field} >= ?`, values: [condition.atLeast] };
  const { is } = condition;
  return { sql: `${field} = ?`, values: [typeof is === 'boolean' ? Number(is) : is] };
}
