import type { Kysely } from 'kysely';
import type { Words } from '#domain/words/words.ts';
import type { Tables } from '#server/db/tables.ts';
import { readSnapshot } from '#server/db/transactions.ts';
import { createVersionedRead } from '#server/db/versioned-cache.ts';
import type { Changes } from '#server/ports.ts';
import { type CafeCalendar, readCalendar } from './calendar.ts';
import { type Catalogue, readCatalogue, readPrices } from './catalogue.ts';
import { readDocuments, type StoredDocument } from './documents.ts';
import { readTexts } from './texts.ts';

/** All content at one version. */
export interface Content {
  catalogue: Catalogue;
  calendar: CafeCalendar;
  /** What staff have edited of the cafe's words: pieces that cannot be read are missing. */
  texts: Partial<Words>;
  /** By piece. */
  textDocuments: StoredDocument[];
}

/** Reads all content into memory, once for each version. */
export function createContent(
  db: Kysely<Tables>,
  version: Changes['version'],
): () => Promise<Content> {
  return createVersionedRead(version, async () => {
    const [documents, prices] = await readSnapshot(db, async (snapshot) => [
      await readDocuments(snapshot),
      await readPrices(snapshot),
    ]);
    const textDocuments = documents.get('text') ?? [];
    return {
      catalogue: readCatalogue(documents, prices),
      calendar: readCalendar(documents.get('calendar')?.[0]),
      texts: readTexts(textDocuments),
      textDocuments,
    };
  });
}
