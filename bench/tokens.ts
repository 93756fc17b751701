import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { tokenByWork } from '../test/bot-check-tokens.ts';
import { queryDatabase } from '../test/query-database.ts';

const Header = z.looseObject({ alg: z.string() });
const Secret = z.tuple([z.object({ value: z.string() })]);

/**
 * Creates valid bot-check tokens. Only the first is earned by proof of work, which would load the
 * machine; the others are copies with a new id, signed with the shop's secret.
 */
export async function openTokens(
  origin: string,
  where: DatabaseLocation,
): Promise<() => Promise<string>> {
  const token = await tokenByWork(origin);
  const header = Header.parse(decodeProtectedHeader(token));
  const rows = await queryDatabase(where, "select value from secrets where name = 'bot-check'");
  const [{ value }] = Secret.parse(rows);
  const key = new TextEncoder().encode(value);
  const claims = decodeJwt(token);
  return () => new SignJWT({ ...claims, jti: randomUUID() }).setProtectedHeader(header).sign(key);
}
