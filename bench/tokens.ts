import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { tokenByWork } from '../test/bot-check-tokens.ts';
import { queryDatabase } from '../test/query-database.ts';

const Header = z.looseObject({ alg: z.string(), kid: z.string() });
const Key = z.tuple([z.object({ secret: z.string() })]);

/**
 * Creates valid bot-check tokens. Only the first is earned by proof of work, which would load the
 * machine; the others are copies with a new id, signed with the shop's key.
 */
export async function openTokens(
  origin: string,
  where: DatabaseLocation,
): Promise<() => Promise<string>> {
  const token = await tokenByWork(origin);
  const header = Header.parse(decodeProtectedHeader(token));
  const rows = await queryDatabase(
    where,
    `select secret from bot_check_keys where id = '${header.kid}'`,
  );
  const [{ secret }] = Key.parse(rows);
  const key = await importJWK(JSON.parse(secret), header.alg);
  const claims = decodeJwt(token);
  return () => new SignJWT({ ...claims, jti: randomUUID() }).setProtectedHeader(header).sign(key);
}
