import type { Instant } from '#domain/clock.ts';
import { isUrlToken } from '#domain/url-token.ts';
import type { Shop } from '#server/shop.ts';
import { enabledPeople } from './people.ts';
import { secrets } from './secrets.ts';
import { addToken, endTokens } from './tokens.ts';

/**
 * Makes the address at which the person's calendar program reads the days. An earlier one is no longer
 * valid.
 * @returns its token; only the hash is stored.
 */
export async function makeCalendarFeed(shop: Shop, personId: string): Promise<string> {
  const token = secrets.urlToken();
  await endCalendarFeed(shop, personId);
  await addToken(shop, { kind: 'feed', token, personId });
  shop.log.info({ person: personId }, 'a calendar feed has been made');
  return token;
}

export function endCalendarFeed(shop: Shop, personId: string): Promise<void> {
  return endTokens(shop, 'feed', personId);
}

/** @returns undefined if the person has none. */
export async function calendarFeedMadeAt(
  { db }: Shop,
  personId: string,
): Promise<Instant | undefined> {
  const feed = await db
    .selectFrom('sign_in_tokens')
    .select('made_at')
    .where('person_id', '=', personId)
    .where('kind', '=', 'feed')
    .executeTakeFirst();
  return feed?.made_at;
}

/** @param token from a URL. @returns false if nobody has it, or its person is disabled. */
export async function isCalendarFeed({ db }: Shop, token: string): Promise<boolean> {
  if (!isUrlToken(token)) return false;
  const feed = await enabledPeople(db)
    .innerJoin('sign_in_tokens', 'person_id', 'people.id')
    .select('people.id')
    .where('hash', '=', secrets.hash(token))
    .where('kind', '=', 'feed')
    .executeTakeFirst();
  return feed !== undefined;
}
