import type { Kysely } from 'kysely';
import { type CafeCalendar, readStored, withinHours } from '#domain/calendar/stored-calendar.ts';
import { Words } from '#domain/words/words.ts';
import type { Tables } from '#server/db/tables.ts';
import { readSnapshot } from '#server/db/transactions.ts';
import { type Catalogue, readCatalogue, readPrices } from './catalogue.ts';
import { readDocuments, type StoredDocument } from './documents.ts';
import { type PhotoRecord, readPhotos } from './photo-records.ts';

/** All content at one version. */
export interface Content {
  version: number;
  catalogue: Catalogue;
  calendar: CafeCalendar;
  /** By file name: uploaded photos, deleted ones included, and what the owner has changed of those of `cafe/`. */
  photos: ReadonlyMap<string, PhotoRecord>;
  /** What staff have edited of the cafe's words: pieces that cannot be read are missing. */
  texts: Partial<Words>;
  /** By piece. */
  textDocuments: StoredDocument[];
  /** Of the demo's content, what the owner has confirmed (before-opening.ts). */
  confirmed: ReadonlySet<string>;
}

interface ContentSource {
  db: Kysely<Tables>;
  contentVersion(): Promise<number>;
}

/** Reads all content into memory, once for each version. @param firstWords of `cafe/`. */
export function createContent(
  { db, contentVersion }: ContentSource,
  firstWords: Pick<Words, 'hours'>,
): () => Promise<Content> {
  return createVersionedRead(contentVersion, async (version) => {
    const [documents, prices] = await readSnapshot(db, async (snapshot) => [
      await readDocuments(snapshot),
      await readPrices(snapshot),
    ]);
    const textDocuments = documents.get('text') ?? [];
    const texts = readTexts(textDocuments);
    const { hours } = { ...firstWords, ...texts };
    const calendar = documents.get('calendar')?.[0];
    const stored = readStored(calendar?.body);
    return {
      version,
      catalogue: readCatalogue(documents, prices),
      calendar: {
        stored,
        rules: withinHours(stored, hours.week),
        version: calendar?.version ?? 0,
      },
      photos: readPhotos(documents.get('photo') ?? []),
      texts,
      textDocuments,
      confirmed: readConfirmed(documents.get('confirmed') ?? []),
    };
  });
}

/** One read, which callers share until the version changes. */
export function createVersionedRead<Value>(
  version: () => Promise<number>,
  read: (version: number) => Promise<Value>,
): () => Promise<Value> {
  let current: { version: number; reading: Promise<Value> } | undefined;
  return async () => {
    const now = await version();
    // A read that starts after the version was read is never older than it. An earlier, slower read of the
    // version must not bring an old value back.
    if (!current || now > current.version) {
      const started = { version: now, reading: read(now) };
      current = started;
      // The next call retries a failed read.
      started.reading.catch(() => {
        if (current === started) current = undefined;
      });
    }
    return current.reading;
  };
}

function readConfirmed(documents: StoredDocument[]): ReadonlySet<string> {
  return new Set(documents.filter(({ body }) => body === true).map(({ id }) => id));
}

function readTexts(documents: StoredDocument[]): Partial<Words> {
  const pieces = documents.flatMap(({ id, body }) => {
    const piece = Words.partial().safeParse({ [id]: body });
    return piece.success && body !== undefined ? [piece.data] : [];
  });
  return Object.assign({}, ...pieces);
}
