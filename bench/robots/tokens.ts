import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, UnsecuredJWT } from 'jose';
import { freePorts } from '../../harness/free-ports.ts';
import { startRunningShop } from '../../harness/running-shop.ts';
import { ORDERS_OF_A_TOKEN, tokenByWork } from '../../test/bot-check.ts';

/** What a script shows instead of a proof; each of a kind gets its own where that costs it nothing. */
export type RobotTokens = Record<RobotKind, () => string | undefined>;

export const ROBOT_KINDS = [
  'no token',
  'made up',
  'of another shop',
  'used up',
  'forged, alg none',
] as const;
export type RobotKind = (typeof ROBOT_KINDS)[number];

const ANOTHER_SHOP_AND_PRACTICE = 4;

/** Everything that a script can have without solving anything itself. */
export async function makeTokens(origin: string): Promise<RobotTokens> {
  const found = await tokenByWork(origin);
  await spend(origin, found);
  const foreign = await tokenOfAnotherShop(origin);
  return {
    'no token': () => undefined,
    'made up': () => randomBytes(300).toString('base64url'),
    'of another shop': () => foreign,
    'used up': () => found,
    // All that a true one says, under a name that has not been used up.
    'forged, alg none': () => new UnsecuredJWT({ ...decodeJwt(found), jti: randomUUID() }).encode(),
  };
}

/** On orders in which nothing is right: they are admitted, and then nothing of them is written. */
async function spend(origin: string, token: string): Promise<void> {
  for (let order = 0; order < ORDERS_OF_A_TOKEN; order += 1) {
    const answer = await fetch(`${origin}/api/orders/${randomUUID()}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Firebase-AppCheck': token },
      body: '{}',
    });
    if (answer.status !== 422)
      throw new Error(`An empty order was answered with ${answer.status}.`);
  }
}

/** Signed as well as any, and by a shop that takes itself for this one. */
async function tokenOfAnotherShop(origin: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-another-'));
  const port = await freePorts(ANOTHER_SHOP_AND_PRACTICE, 52_000);
  const another = await startRunningShop(port, { DATA_DIR: dataDir, ORIGIN: origin });
  try {
    return await tokenByWork(another.origin);
  } finally {
    await another.stop();
    await rm(dataDir, { recursive: true });
  }
}
