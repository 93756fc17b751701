import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type * as z from 'zod';
import type { Clock } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import { type Tables, tables } from '#server/db/tables.ts';
import { bumpContentVersion, type ContentPath } from './version.ts';

// All content is documents: JSON that a schema of its kind reads, so that one that cannot be read does not hide
// the others. Each save writes a version, which stays.

export type DocumentKind = keyof typeof PATHS;

/** The kinds, with the paths of their live events. */
const PATHS = {
  cake: ['/cakes'],
  category: ['/categories'],
  // Pages of cakes say what is seen.
  photo: ['/photos', '/cakes'],
  calendar: ['/calendar'],
  text: ['/words'],
  // Of the first contents, what the owner has confirmed; visitors' testimonials go by it.
  confirmed: ['/words'],
} satisfies Record<string, ContentPath[]>;

/** Opening hours close days of the calendar. */
const OF_HOURS: ContentPath[] = ['/words', '/calendar'];

export interface StoredDocument {
  id: string;
  /** Undefined if it is no JSON. */
  body: unknown;
  /** Counted from 1 for each document. */
  version: number;
  updatedAt: string;
  /** A person's id; null for the first contents of a shop. */
  updatedBy: string | null;
}

export interface DocumentEdit {
  /** Of the document that the person has seen; 0 if there was none. */
  version: number;
  /** A person's id. */
  by: string;
}

export type SavedDocument =
  | { ok: true; version: number }
  /** Another person has saved it since: nothing is saved. */
  | { ok: false; current: StoredDocument | undefined };

/** Saves a document unless another person has saved it since. Idempotent. */
export function saveDocument(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  kind: DocumentKind,
  id: string,
  body: unknown,
  { version: seen, by }: DocumentEdit,
): Promise<SavedDocument> {
  return changeContent(db, async (trx) => {
    const current = await findDocument(trx, kind, id);
    if ((current?.version ?? 0) !== seen) {
      // Sent twice.
      const isSame = current !== undefined && isDeepStrictEqual(current.body, body);
      return isSame ? { ok: true, version: current.version } : { ok: false, current };
    }
    const { version } = await writeDocument(trx, { kind, id, body }, { at: clock.now(), by });
    return { ok: true, version };
  });
}

/** Runs one change of content at a time, on all servers, so that a change may check other documents. */
export function changeContent<Result>(
  db: Kysely<Tables>,
  change: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('content_version').select('id').forUpdate().execute();
    return change(trx);
  });
}

interface Write {
  at: string | RawBuilder<string>;
  /** A person's id; null for the first contents of a shop. */
  by: string | null;
}

/** A new document is the last of its kind. */
function nextPosition(kind: DocumentKind): RawBuilder<number> {
  return sql`(select coalesce(max(position) + 1, 0) from documents where kind = ${kind})`;
}

export interface NewDocument {
  kind: DocumentKind;
  id: string;
  body: unknown;
}

/** Writes a new version of a document, which is a change of the content. Call it in `changeContent`. */
export async function writeDocument(
  trx: Transaction<Tables>,
  { kind, id, body }: NewDocument,
  { at, by }: Write,
): Promise<StoredDocument> {
  // Also of a document that the database has lost.
  const { last } = await trx
    .selectFrom('document_versions')
    .select(({ fn }) => fn.max<number | null>('version').as('last'))
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  const row = { body: JSON.stringify(body), version, updated_at: at, updated_by: by };
  const written = await trx
    .insertInto('documents')
    .values({ kind, id, position: nextPosition(kind), ...row })
    .onConflict((known) => known.columns(['kind', 'id']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('document_versions')
    .values({ kind, id, version, body: row.body, at: written.updated_at, person_id: by })
    .execute();
  await bumpContentVersion(trx, kind === 'text' && id === 'hours' ? OF_HOURS : PATHS[kind]);
  return toDocument(written);
}

/**
 * Moves a document before another one of a list, or to its end: the listed documents exchange their positions
 * among all of their kind. Positions have no versions.
 */
export function moveDocument(
  db: Kysely<Tables>,
  kind: DocumentKind,
  {
    id,
    before,
    isListed,
  }: {
    id: string;
    before: string | undefined;
    isListed(document: StoredDocument): boolean;
  },
): Promise<void> {
  return changeContent(db, async (trx) => {
    const all = await documentsOf(trx, kind).execute();
    const listed = all.filter((row) => isListed(toDocument(row)));
    const others = listed.map((row) => row.id).filter((other) => other !== id);
    if (others.length === listed.length) return;
    const index = before === undefined ? -1 : others.indexOf(before);
    const order = others.toSpliced(index === -1 ? others.length : index, 0, id);
    const moved = listed.flatMap(({ id: there, position }, at) => {
      const here = order[at];
      return here === undefined || here === there ? [] : [{ id: here, position }];
    });
    for (const { id, position } of moved) {
      const row = trx.updateTable('documents').where('kind', '=', kind).where('id', '=', id);
      await row.set({ position }).execute();
    }
    if (moved.length > 0) await bumpContentVersion(trx, PATHS[kind]);
  });
}

export async function findDocument(
  db: Kysely<Tables>,
  kind: DocumentKind,
  id: string,
): Promise<StoredDocument | undefined> {
  const row = await db
    .selectFrom('documents')
    .select(COLUMNS)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDocument(row);
}

/** Of a kind, in their order. */
export async function findDocuments(
  db: Kysely<Tables>,
  kind: DocumentKind,
): Promise<StoredDocument[]> {
  return (await documentsOf(db, kind).execute()).map(toDocument);
}

function documentsOf(db: Kysely<Tables>, kind: DocumentKind) {
  return inOrder(db).where('kind', '=', kind);
}

function inOrder(db: Kysely<Tables>) {
  return db.selectFrom('documents').select(COLUMNS).orderBy('position').orderBy('id');
}

/** All documents by kind, in their order. */
export async function readDocuments(db: Kysely<Tables>): Promise<Map<string, StoredDocument[]>> {
  const rows = await inOrder(db).execute();
  const documents = new Map<string, StoredDocument[]>();
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    documents.set(kind, ofKind.map(toDocument));
  }
  return documents;
}

/** What a document was. */
export interface Version<Content> {
  /** Counted from 1 for each document. */
  number: number;
  content: Content;
  at: string;
  /** A person's id; null for the first contents of a shop. */
  by: string | null;
}

export interface VersionRange {
  /** Only later ones. */
  after?: number | undefined;
  last?: number | undefined;
  limit?: number | undefined;
}

/** A kind, and the schema that reads its bodies. */
export interface Documents<Content> {
  kind: DocumentKind;
  schema: z.ZodType<Content>;
}

/** The newest first. One that the schema cannot read does not hide the others. */
export async function readVersions<Content>(
  db: Kysely<Tables>,
  { kind, schema }: Documents<Content>,
  id: string,
  { after = 0, last, limit }: VersionRange,
): Promise<Version<Content>[]> {
  const rows = await db
    .selectFrom('document_versions')
    .select(['version as number', 'at', 'person_id as by', 'body'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('version', '>', after)
    .$if(last !== undefined, (query) => query.where('version', '<=', last ?? 0))
    .orderBy('version', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.flatMap(({ body, ...row }) => {
    const read = schema.safeParse(parseJson(body));
    return read.success ? [{ ...row, content: read.data }] : [];
  });
}

/** @returns undefined if there is none that the schema reads. */
export async function readVersion<Content>(
  db: Kysely<Tables>,
  documents: Documents<Content>,
  id: string,
  number: number,
): Promise<Content | undefined> {
  const [found] = await readVersions(db, documents, id, { after: number - 1, last: number });
  return found?.content;
}

/** Saves the body of a version as a new one. @returns undefined if there is none that the schema reads. */
export async function restoreVersion<Content>(
  shop: { db: Kysely<Tables>; clock: Clock },
  documents: Documents<Content>,
  id: string,
  number: number,
  edit: DocumentEdit,
): Promise<SavedDocument | undefined> {
  const earlier = await readVersion(shop.db, documents, id, number);
  return earlier && saveDocument(shop, documents.kind, id, earlier, edit);
}

/** No `*`, so that the query can be prepared (postgres-dialect.ts). */
const COLUMNS = tables.documents.names;

function toDocument(row: Selectable<Tables['documents']>): StoredDocument {
  const { id, body, version, updated_at, updated_by } = row;
  return { id, body: parseJson(body), version, updatedAt: updated_at, updatedBy: updated_by };
}
