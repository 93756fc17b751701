import { addDays, londonDay } from '#domain/calendar/days.ts';
import { base32Of, URL_TOKEN_LENGTH } from '#domain/url-token.ts';
import { type Attempted, type Tried, tryUntilAnswered } from './forms.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const TIMEOUT_MS = 20_000;
const PLACED = [201, 204];
const REJECTED = [400, 409, 422];

/** Asks for a cake that is not in the list. */
export async function askForCake(
  world: World,
  name: string,
  random: Random,
): Promise<Attempted & { id: string }> {
  const { origins, nextToken } = world;
  const id = random.uuid();
  const linkToken = base32Of(
    Uint8Array.from({ length: URL_TOKEN_LENGTH }, () => random.between(0, 255)),
  );
  const fields = {
    occasion: 'Birthday',
    people: '12',
    day: addDays(londonDay(new Date().toISOString()), random.between(2, 60)),
    ideas: `A rocket ${id}`,
    budget: '',
    name,
    email: `${id}@example.org`,
    phone: '',
    linkToken,
  };

  async function place(): Promise<Tried> {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.append(field, value);
    const response = await fetch(`${random.pick(origins)}/requests/${id}`, {
      method: 'PUT',
      headers: { 'X-Firebase-AppCheck': await nextToken() },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status } = response;
    await response.arrayBuffer();
    if (PLACED.includes(status)) return { outcome: 'done', status };
    return { outcome: REJECTED.includes(status) ? 'rejected' : 'again', status };
  }

  return { id, ...(await tryUntilAnswered(world, { orderId: id, random, what: 'ask' }, place)) };
}
