import type { Instant } from '#domain/clock.ts';
import type { Shop } from '#server/shop.ts';
import { enabledPeople } from './people.ts';
import { isUrlToken, secrets } from './secrets.ts';

/**
 * Makes the address at which the person's calendar program reads the days. An earlier one is no longer
 * valid.
 * @returns its token; only the hash is stored.
 */
export async function makeCalendarFeed(
  { db, clock, log }: Shop,
  personId: string,
): Promise<string> {
  const token = secrets.urlToken();
  const feed = { hash: secrets.hash(token), made_at: clock.now() };
  await db
    .insertInto('calendar_feeds')
    .values({ person_id: personId, ...feed })
    .onConflict((earlier) => earlier.column('person_id').doUpdateSet(feed))
    .execute();
  log.info({ person: personId }, 'a calendar feed has been made');
  return token;
}

export async function endCalendarFeed({ db }: Shop, personId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('person_id', '=', personId).execute();
}

/** @returns undefined if the person has none. */
export async function calendarFeedMadeAt(
  { db }: Shop,
  personId: string,
): Promise<Instant | undefined> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('made_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return feed?.made_at;
}

/** @param token from a URL. @returns false if nobody has it, or its person is disabled. */
export async function isCalendarFeed({ db }: Shop, token: string): Promise<boolean> {
  if (!isUrlToken(token)) return false;
  const feed = await enabledPeople(db)
    .innerJoin('calendar_feeds', 'person_id', 'people.id')
    .select('people.id')
    .where('hash', '=', secrets.hash(token))
    .executeTakeFirst();
  return feed !== undefined;
}
