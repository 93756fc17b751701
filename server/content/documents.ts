import type { Kysely, RawBuilder, Selectable, Transaction } from 'kysely';
import { parseJson } from '#domain/guard.ts';
import { bumpContentVersion } from '#server/db/changes.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ContentPath } from '#server/ports.ts';
import type { Shop } from '#server/shop.ts';

// All content is documents: JSON that a schema of its kind reads, so that one that cannot be read does not hide
// the others. Each save writes a version, which stays.

export type DocumentKind = keyof typeof PATHS;

/** The kinds, with the paths of their live events. */
const PATHS = { calendar: '/calendar', text: '/words' } as const satisfies Record<
  string,
  ContentPath
>;

export interface StoredDocument {
  id: string;
  /** Undefined if it is no JSON. */
  body: unknown;
  /** Counted from 1 for each document. */
  version: number;
  updatedAt: string;
  /** A person's id; null for a command. */
  updatedBy: string | null;
}

export interface DocumentEdit {
  /** Of the document that the person has seen; 0 if there was none. */
  version: number;
  /** A person's id; null for a command. */
  by: string | null;
}

export type SavedDocument =
  | { ok: true; version: number }
  /** Another person has saved it since: nothing is saved. */
  | { ok: false; current: StoredDocument | undefined };

/** Saves a document unless another person has saved it since. */
export function saveDocument(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  kind: DocumentKind,
  id: string,
  body: unknown,
  { version: seen, by }: DocumentEdit,
): Promise<SavedDocument> {
  return changeContent(db, async (trx) => {
    const current = await findDocument(trx, kind, id);
    if ((current?.version ?? 0) !== seen) return { ok: false, current };
    const { version } = await writeDocument(trx, { kind, id, body }, { at: clock.now(), by });
    await bumpContentVersion(trx, [PATHS[kind]]);
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
  /** A person's id; null for a command. */
  by: string | null;
  /** The version whose change this one takes back. */
  undoes?: number | undefined;
}

/** Writes a new version of a document. Call it in `changeContent`, and `bumpContentVersion` after it. */
export async function writeDocument(
  trx: Transaction<Tables>,
  { kind, id, body }: { kind: DocumentKind; id: string; body: unknown },
  { at, by, undoes }: Write,
): Promise<StoredDocument> {
  const { last } = await trx
    .selectFrom('document_versions')
    .select(({ fn }) => fn.max<number | null>('version').as('last'))
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  const json = JSON.stringify(body);
  const row = { body: json, version, updated_at: at, updated_by: by };
  const written = await trx
    .insertInto('documents')
    .values({ kind, id, ...row })
    .onConflict((known) => known.columns(['kind', 'id']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('document_versions')
    .values({
      ...{ kind, id, version, body: json, person_id: by, undoes: undoes ?? null },
      at: written.updated_at,
    })
    .execute();
  return toDocument(written);
}

export async function findDocument(
  db: Kysely<Tables>,
  kind: DocumentKind,
  id: string,
): Promise<StoredDocument | undefined> {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDocument(row);
}

/** All documents by kind. */
export async function readDocuments(db: Kysely<Tables>): Promise<Map<string, StoredDocument[]>> {
  const rows = await db.selectFrom('documents').selectAll().orderBy('id').execute();
  const documents = new Map<string, StoredDocument[]>();
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    documents.set(kind, ofKind.map(toDocument));
  }
  return documents;
}

function toDocument(row: Selectable<Tables['documents']>): StoredDocument {
  const { id, body, version, updated_at, updated_by } = row;
  return { id, body: parseJson(body), version, updatedAt: updated_at, updatedBy: updated_by };
}
