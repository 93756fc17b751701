import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { z } from 'zod';

/** Opens the SQLite file of a practice service, or a database in memory without a directory. */
export function openDatabase(dataDir: string | undefined, fileName: string): DatabaseSync {
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const path = dataDir === undefined ? ':memory:' : join(dataDir, fileName);
  const database = new DatabaseSync(path, { timeout: 5_000 });
  // NORMAL survives a killed process but not a power cut, which is enough for practice data.
  database.exec('pragma journal_mode = wal; pragma synchronous = normal');
  return database;
}

/** Runs `work` in a transaction and rolls it back when `work` throws. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

type Field<Item> = keyof Item & string;

export type Condition<Item> = { field: Field<Item> } & (
  | { is: string | number | boolean }
  | { atMost: number }
  | { atLeast: number }
);

/** The limit of a list without one: SQLite has none for a negative one. */
export const ALL = -1;

type ListOptions<Item> = {
  where?: Condition<Item>[];
  /** Skips this record and all newer ones. */
  after?: string | undefined;
  limit: number;
};

export type Collection<Item extends { id: string }> = ReturnType<typeof openCollection<Item>>;

const bodyRow = z.object({ body: z.string() });

/**
 * Opens the records of a kind, stored as JSON documents and listed newest first. They are validated with `schema` when read.
 * @param indexes the fields of each index; every field that callers list by needs one.
 */
export function openCollection<Item extends { id: string }>(
  database: DatabaseSync,
  kind: string,
  schema: z.ZodType<Item>,
  indexes: Field<Item>[][] = [],
) {
  database.exec(`
    create table if not exists documents (
      seq integer primary key autoincrement,
      kind text not null,
      id text not null,
      body text not null,
      unique (kind, id)
    );
    create index if not exists documents_newest on documents (kind, seq);
  `);
  const indexName = (fields: string[]) => [kind, ...fields].join('_');
  for (const fields of indexes) {
    database.exec(`
      create index if not exists "${indexName(fields)}"
      on documents (${fields.map(columnOf).join(', ')}) where kind = '${kind}'
    `);
  }

  const insert = database.prepare('insert into documents (kind, id, body) values (?, ?, ?)');
  const update = database.prepare('update documents set body = ? where kind = ? and id = ?');
  const select = database.prepare('select body from documents where kind = ? and id = ?');
  const lists = new Map<string, StatementSync>();
  const read = (row: unknown): Item => schema.parse(JSON.parse(bodyRow.parse(row).body));

  /** Without statistics SQLite would rather read all records of the kind in the order of `seq`. */
  function indexFor(where: Condition<Item>[]): string {
    const index = indexes.find((fields) =>
      fields.every((field) => where.some((condition) => condition.field === field)),
    );
    return index === undefined ? '' : `indexed by "${indexName(index)}"`;
  }

  function prepareList(sql: string): StatementSync {
    const statement = lists.get(sql) ?? database.prepare(sql);
    lists.set(sql, statement);
    return statement;
  }

  return {
    add(item: Item): Item {
      insert.run(kind, item.id, JSON.stringify(item));
      return item;
    },
    replace(item: Item): Item {
      update.run(JSON.stringify(item), kind, item.id);
      return item;
    },
    find(id: string): Item | undefined {
      const row = select.get(kind, id);
      return row === undefined ? undefined : read(row);
    },
    list({ where = [], after, limit }: ListOptions<Item>): Item[] {
      const tests = where.map(testOf);
      if (after !== undefined) {
        tests.push({
          sql: 'seq < (select seq from documents where kind = ? and id = ?)',
          values: [kind, after],
        });
      }
      // A partial index is usable only when its condition is in the SQL as a literal.
      const conditions = [`kind = '${kind}'`, ...tests.map(({ sql }) => sql)].join(' and ');
      const sql = `select body from documents ${indexFor(where)} where ${conditions} order by seq desc limit ?`;
      return prepareList(sql)
        .all(...tests.flatMap(({ values }) => values), limit)
        .map(read);
    },
    clear(): void {
      database.prepare('delete from documents where kind = ?').run(kind);
    },
  };
}

/** Part of the SQL text, because SQLite matches an index on an expression by its text. */
function columnOf(field: string): string {
  return `json_extract(body, '$.${field}')`;
}

function testOf<Item>(condition: Condition<Item>): { sql: string; values: (string | number)[] } {
  const column = columnOf(condition.field);
  if ('atMost' in condition) return { sql: `${column} <= ?`, values: [condition.atMost] };
  if ('atLeast' in condition) return { sql: `${column} >= ?`, values: [condition.atLeast] };
  const { is } = condition;
  return { sql: `${column} = ?`, values: [typeof is === 'boolean' ? Number(is) : is] };
}
