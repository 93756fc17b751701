import { plusSeconds } from '#domain/clock.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from './secrets.ts';

/**
 * What a token is for: the browser that asked for a code, a link for a person or for the first owner, a passkey's
 * challenge, a calendar feed.
 */
type TokenKind = 'code' | 'link' | 'first-run' | 'challenge' | 'feed';

/** Later than any clock's time. */
const NEVER = '9999-12-31T23:59:59.999Z';

interface NewToken {
  kind: TokenKind;
  token: string;
  /** Null: of nobody who is known. */
  personId: string | null;
  /** How long it is valid; without it, until another one replaces it. */
  seconds?: number;
  codeHash?: string;
}

/** Stores a token that has been given out, as its hash. */
export async function addToken(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { kind, token, personId, seconds, codeHash }: NewToken,
): Promise<void> {
  const now = clock.now();
  await db
    .insertInto('sign_in_tokens')
    .values({
      hash: secrets.hash(token),
      kind,
      person_id: personId,
      code_hash: codeHash ?? null,
      tries: 0,
      made_at: now,
      expires_at: seconds === undefined ? NEVER : plusSeconds(now, seconds),
    })
    .execute();
}

/** Ends the tokens of a kind that a person has. */
export async function endTokens(
  { db }: Pick<Shop, 'db'>,
  kind: TokenKind,
  personId: string | null,
): Promise<void> {
  await db
    .deleteFrom('sign_in_tokens')
    .where('kind', '=', kind)
    .where('person_id', personId === null ? 'is' : '=', personId)
    .execute();
}

/**
 * Uses a token, which works once. Its row is kept for a day: codes are counted.
 * @returns whose it is; undefined if it is not known, has expired or has been used.
 */
export function spendToken(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  kind: TokenKind,
  token: string,
): Promise<{ personId: string | null } | undefined> {
  const now = clock.now();
  return db
    .updateTable('sign_in_tokens')
    .set({ expires_at: now })
    .where('hash', '=', secrets.hash(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .returning('person_id as personId')
    .executeTakeFirst();
}
