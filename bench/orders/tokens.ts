import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { tokenByWork } from '../../test/bot-check.ts';
import { queryBehindTheBack } from '../../test/query-behind-the-back.ts';

const Header = z.looseObject({ alg: z.string(), kid: z.string() });
const Key = z.tuple([z.object({ secret: z.string() })]);

/**
 * Tokens as the shop gives them out. The first is worked for; the others are that one again under
 * other names, signed with the shop's own key: the work is the browser's, and not what is measured.
 * What the shop does with a token is the same.
 */
export async function openTokens(
  origin: string,
  where: DatabaseLocation,
): Promise<() => Promise<string>> {
  const found = await tokenByWork(origin);
  const header = Header.parse(decodeProtectedHeader(found));
  const rows = await queryBehindTheBack(
    where,
    `select secret from bot_check_keys where id = '${header.kid}'`,
  );
  const [{ secret }] = Key.parse(rows);
  const key = await importJWK(JSON.parse(secret), header.alg);
  const claims = decodeJwt(found);
  return () => new SignJWT({ ...claims, jti: randomUUID() }).setProtectedHeader(header).sign(key);
}
