import type { Shop } from '#server/shop.ts';
import { readPushKey } from './send.ts';
import { keepSubscription } from './subscriptions.ts';

/**
 * Adds a device of the practice push service, whose page shows what it gets: for a shop that practises, in a browser without a
 * push service.
 * @returns whether there is one now.
 */
export async function addPracticeDevice(
  shop: Shop,
  owner: { personId: string; sessionId: string },
): Promise<boolean> {
  const { practicePush } = shop;
  if (practicePush === undefined) return false;
  const response = await fetch(`${practicePush}/practice/devices`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ applicationServerKey: await readPushKey(shop) }),
  });
  const device = 'A practice device';
  return (await keepSubscription(shop, await response.json(), { ...owner, device })) === 'kept';
}
