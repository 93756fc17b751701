import { words } from '#cafe/words.ts';
import { createContent } from '#server/content/content.ts';
import { type Database, type DatabaseLocation, openDatabase } from '#server/db/open-database.ts';
import type { Shop } from '#server/shop.ts';

/** What most operations need, without the services. */
export type OpenDatabase = Database & Pick<Shop, 'content'>;

/** A connection of its own, like another server's. */
export async function openWithContent(where: DatabaseLocation): Promise<OpenDatabase> {
  const database = await openDatabase(where);
  return { ...database, content: createContent(database, words) };
}
