import type { Shop } from '#server/shop.ts';
import { publicKeyOf } from './encrypt.ts';
import { keepSubscription } from './subscriptions.ts';

/**
 * Adds a device of the practice push service, whose page shows what it gets: for a shop that practises, in a browser
 * without a push service.
 * @returns whether there is one now.
 */
export async function addPracticeDevice(
  shop: Shop,
  owner: { personId: string; sessionId: string },
): Promise<boolean> {
  const { key, practice } = shop.push;
  if (practice === undefined) return false;
  const response = await fetch(`${practice}/practice/devices`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ applicationServerKey: publicKeyOf(key) }),
  });
  const device = 'A practice device';
  return (await keepSubscription(shop, await response.json(), { ...owner, device })) === 'kept';
}
