import type { Generated } from 'kysely';

// The words in which tables.ts describes tables: for the databases, which create them, and for the compiler.

/** A column, with the type of its values. */
export interface Column<Value> {
  type: 'text' | 'integer' | 'bytes' | 'numbered';
  isNullable?: boolean;
  isKey?: boolean;
  fallback?: string | number;
  /** The only values. */
  options?: readonly (string | number)[];
  /** SQL. */
  rules?: string | undefined;
  /** Never set: for the compiler alone. */
  value?: Value | undefined;
}

export function text<Value extends string = string>(rules?: string): Column<Value> {
  return { type: 'text', rules };
}

export function oneOf<const Value extends string>(options: readonly Value[]): Column<Value> {
  return { type: 'text', options };
}

export function integer(rules?: string): Column<number> {
  return { type: 'integer', rules };
}

/** 0 or 1. */
export function flag(): Column<number> {
  return { type: 'integer', options: [0, 1] };
}

export function bytes(): Column<Uint8Array> {
  return { type: 'bytes' };
}

/** A primary key that the database counts. */
export function numbered(): Column<Generated<number>> {
  return { type: 'numbered', isKey: true };
}

/** The primary key, or a part of it. */
export function key<Value>(column: Column<Value>): Column<Value> {
  return { ...column, isKey: true };
}

export function nullable<Value>(column: Column<Value>): Column<Value | null> {
  return { ...column, isNullable: true };
}

export function withDefault<Value extends string | number>(
  fallback: NoInfer<Value>,
  column: Column<Value>,
): Column<Generated<Value>> {
  return { ...column, fallback, value: undefined };
}

export type Columns = Record<string, Column<unknown>>;

/** What Kysely knows of a table. */
export type RowOf<Of> =
  Of extends Table<infer Described>
    ? { [Name in keyof Described]: Described[Name] extends Column<infer Value> ? Value : never }
    : never;

export function table<Described extends Columns>(columns: Described): Table<Described> {
  return new Table(columns);
}

class Table<Described extends Columns> {
  readonly #columns: Described;
  readonly #constraints: string[] = [];
  readonly #more: ((name: string) => string)[] = [];

  constructor(columns: Described) {
    this.#columns = columns;
  }

  /** Of its columns. */
  get names() {
    const columns = this.#columns;
    return Object.keys(columns).filter((name): name is keyof Described & string => name in columns);
  }

  /** @param sql about several columns. */
  constraint(sql: string): this {
    this.#constraints.push(sql);
    return this;
  }

  /** @param on its columns, and the rows that it has if not all. */
  index(name: string, on: string): this {
    this.#more.push((table) => `create index ${table}_${name} on ${table} ${on}`);
    return this;
  }

  /** A row that is there from the start. */
  row(values: Record<string, string | number>): this {
    const [columns, row] = [Object.keys(values), Object.values(values).map(literal)];
    this.#more.push((table) => `insert into ${table} (${columns}) values (${row})`);
    return this;
  }

  /** The statements that create it. */
  statements(name: string, isPostgres: boolean): string[] {
    const columns = Object.entries(this.#columns);
    const keys = columns.flatMap(([column, { isKey }]) => (isKey ? column : []));
    const parts = [
      ...columns.map(([column, described]) => columnSql(column, described, isPostgres)),
      `primary key (${keys})`,
      ...this.#constraints,
    ];
    return [`create table ${name} (${parts})`, ...this.#more.map((statement) => statement(name))];
  }
}

function columnSql(name: string, column: Column<unknown>, isPostgres: boolean): string {
  const { type, isNullable, fallback, options, rules } = column;
  return [
    name,
    isPostgres ? POSTGRES_TYPES[type] : SQLITE_TYPES[type],
    !isNullable && 'not null',
    fallback !== undefined && `default ${literal(fallback)}`,
    options && `check (${name} in (${options.map(literal)}))`,
    rules,
  ]
    .filter(Boolean)
    .join(' ');
}

const POSTGRES_TYPES = {
  text: 'text',
  integer: 'integer',
  bytes: 'bytea',
  numbered: 'integer generated always as identity',
};
/** SQLite counts the rows of an integer primary key itself. */
const SQLITE_TYPES = { text: 'text', integer: 'integer', bytes: 'blob', numbered: 'integer' };

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value}'`;
}
