import { randomUUID } from 'node:crypto';
import type { RequestContent } from '#domain/requests/request.ts';
import { compose } from '#server/compose.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { placeRequest } from '#server/requests/place.ts';
import { findRequest } from '#server/requests/rows.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { jpeg } from '../photo-files.ts';
import { timeAt } from './shop-fixture.ts';
import { dayFromToday } from './visitor.ts';

/** A request of somebody of this test alone, for a rocket with a photo. @param daysAgo when it is sent. */
export async function ask(shop: RunningShop, changes: Partial<RequestContent> = {}, daysAgo = 0) {
  const id = randomUUID();
  const mark = id.slice(0, 8);
  const content = {
    occasion: `Birthday ${mark}`,
    people: 12,
    day: dayFromToday(2),
    ideas: `A rocket named ${mark}.\nWith stars?`,
    budget: 'about £90',
    name: `Ada ${mark}`,
    email: `${mark}@customers.example`,
    phone: `07${String(Number.parseInt(mark, 16)).padStart(10, '0').slice(-9)}`,
    ...changes,
  };
  const clock = { now: () => timeAt(shop, daysAgo * 24 * 60 * 60 * 1000) };
  const composed = await compose(readEnv(shop.environment), createLog('silent'), clock);
  const photo = { width: 400, height: 300, bytes: await jpeg(400, 300) };
  const linkToken = id.replaceAll('-', '').slice(0, 26);
  const placed = await placeRequest(composed.shop, id, { content, photos: [photo], linkToken });
  const request = await findRequest(composed.shop, { id });
  await composed.close();
  if (!placed.ok) throw new Error(placed.reason);
  return { ...content, id, number: request?.number ?? '', linkToken };
}
