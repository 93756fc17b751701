import { addDays, londonDay } from '#domain/calendar/days.ts';
import { base32Of, URL_TOKEN_LENGTH } from '#domain/url-token.ts';
import { postForm } from '../harness/owner-session.ts';
import { jpeg } from '../test/photo-files.ts';
import { type Attempted, get, postAsStaff, type Tried, tryUntilAnswered } from './forms.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** A customer's request, and what was written about it. */
export interface AskedRequest {
  id: string;
  placed: Attempted;
  photos: number;
  messages: (Attempted & { by: 'customer' | 'staff'; text: string })[];
}

const TIMEOUT_MS = 20_000;
const MAX_DAYS_AHEAD = 60;
const LAST = /name="last" value="(\d+)"/;
const VERSION = /name="version" value="(\d+)"/;
const PLACED = [201, 204];
const REJECTED = [400, 409, 422];

/** Asks for a cake, twice at once like an impatient customer, and lets customer and staff write about it. */
export async function askForCake(
  world: World,
  name: string,
  random: Random,
): Promise<AskedRequest> {
  const { history, origins, nextToken } = world;
  const id = random.uuid();
  const linkToken = base32Of(
    Uint8Array.from({ length: URL_TOKEN_LENGTH }, () => random.between(0, 255)),
  );
  const photo = random.chance(0.3) ? await jpeg() : undefined;
  const about = { orderId: id, random };
  history.add(`${name} asks`, id);
  const fields = {
    occasion: 'Birthday',
    people: String(random.between(2, 80)),
    day: addDays(londonDay(new Date().toISOString()), random.between(2, MAX_DAYS_AHEAD)),
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
    if (photo) body.append('photos', new Blob([Uint8Array.from(photo)]), 'rocket.jpg');
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

  async function reply(text: string): Promise<Tried> {
    const url = `${random.pick(origins)}/ask/${linkToken}`;
    const page = await get(url);
    const html = await page.text();
    // An earlier try has arrived.
    if (html.includes(text)) return { outcome: 'done', status: page.status };
    const [, last] = LAST.exec(html) ?? [];
    if (page.status === 404) return { outcome: 'rejected', status: page.status };
    if (last === undefined) return { outcome: 'again', status: page.status };
    const response = await postForm(url, { text, last });
    const { status } = response;
    await response.arrayBuffer();
    // 409: staff have written meanwhile, and the customer reads that first.
    return { outcome: status === 303 ? 'done' : 'again', status };
  }

  async function answer(text: string): Promise<Tried> {
    const screen = await get(
      `${random.pick(origins)}/owner/requests/${id}`,
      await world.staffCookie(),
    );
    const html = await screen.text();
    if (html.includes(text)) return { outcome: 'done', status: screen.status };
    const [, version = '0'] = VERSION.exec(html) ?? [];
    if (screen.status === 404) return { outcome: 'rejected', status: screen.status };
    const sent = { path: `/owner/requests/${id}/answer`, fields: { version, words: text } };
    const tried = await postAsStaff(world, random, sent, ({ location }) =>
      location.startsWith('/owner/requests/') ? 'done' : undefined,
    );
    return tried.status === 409 ? { ...tried, outcome: 'again' } : tried;
  }

  async function write(by: 'customer' | 'staff', text: string): Promise<void> {
    const send = () => (by === 'customer' ? reply(text) : answer(text));
    const attempted = await tryUntilAnswered(world, { ...about, what: `${by} writes` }, send);
    request.messages.push({ ...attempted, by, text });
  }

  const what = `PUT request${photo ? ' with a photo' : ''}`;
  const tabs = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () =>
    tryUntilAnswered(world, { ...about, what }, place),
  );
  const placed = await Promise.all(tabs);
  const request: AskedRequest = {
    id,
    placed: placed.find(({ answered }) => answered === 'done') ?? {
      answered: placed.every(({ answered }) => answered === 'rejected') ? 'rejected' : 'unknown',
      from: Math.min(...placed.map(({ from }) => from)),
      to: Math.max(...placed.map(({ to }) => to)),
    },
    photos: photo ? 1 : 0,
    messages: [],
  };
  if (request.placed.answered === 'rejected') return request;
  await Promise.all([
    random.chance(0.6) ? write('customer', `With stars ${random.uuid()}`) : undefined,
    random.chance(0.6) ? write('staff', `Which colour? ${random.uuid()}`) : undefined,
  ]);
  return request;
}
