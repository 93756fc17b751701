/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { RequestField } from '#domain/requests/request-form.ts';
import { photoByLink } from '#server/requests/link.ts';
import { countOpenRequests, listRequests, MOST_OPEN } from '#server/requests/rows.ts';
import { tokenByDebug } from '#test/bot-check-tokens.ts';
import { stockedSqlite } from '#test/both-databases.ts';
import { bombPng, heic, jpeg, jpegWithPlace, polyglot, svgWithScript } from '#test/photo-files.ts';
import { openTestShop } from '#test/test-shop.ts';

const LINK = '0123456789abcdefghjkmnpqrs';

/** A shop, and a browser that has passed the bot check. */
async function open(variables = {}) {
  const { where } = await stockedSqlite();
  const { origin, shop } = await openTestShop({ where, jobs: false, variables });
  async function ask(
    changes: Partial<Record<RequestField | 'linkToken', string>> = {},
    photos: Buffer[] = [],
    { id = randomUUID(), headers = {} }: { id?: string; headers?: Record<string, string> } = {},
  ) {
    const form = new FormData();
    const day = addDays(londonDay(new Date().toISOString()), 1);
    const typed = { occasion: 'Birthday', people: '12', day, ideas: 'A dinosaur.', budget: '' };
    const you = { name: 'Ada', email: 'ada@example.test', phone: '', linkToken: LINK };
    for (const [name, text] of Object.entries({ ...typed, ...you, ...changes })) {
      form.append(name, text);
    }
    for (const photo of photos)
      form.append('photos', new Blob([Uint8Array.from(photo)]), 'cake.jpg');
    const passed = headers['X-Firebase-AppCheck'] ?? (await tokenByDebug(origin));
    const response = await fetch(`${origin}/requests/${id}`, {
      method: 'PUT',
      headers: { 'X-Firebase-AppCheck': passed, ...headers },
      body: form,
    });
    const { errors = [], detail } = Object(await response.json().catch(() => ({})));
    return { status: response.status, detail, errors: errors.map(Object.values) };
  }

  return { shop, ask, origin };
}

test('photos of a request are encoded again, without what was in them, and told apart by their links', async () => {
  const { shop, ask } = await open();
  const id = randomUUID();
  const photos = [await jpegWithPlace(), await polyglot()];
  expect(await ask({}, photos, { id })).toMatchObject({ status: 201 });
  expect(await ask({}, photos, { id })).toMatchObject({ status: 204 });
  expect(await ask({ ideas: 'Another.' }, [], { id })).toMatchObject({ status: 409 });
  for (const position of ['0', '1']) {
    const photo = await photoByLink(shop, LINK, position);
    const { exif, format } = await sharp(photo).metadata();
    expect([exif, format]).toEqual([undefined, 'jpeg']);
    expect(Buffer.from(photo ?? []).includes('<script>')).toBe(false);
  }
  // On its side when it was taken.
  expect((await listRequests(shop, { limit: 9 }))[0]?.photos).toMatchObject([
    { width: 300, height: 400 },
    { width: 400, height: 300 },
  ]);
  expect((await ask({ email: 'bob@example.test' })).status).toBe(201);
  expect(await photoByLink(shop, LINK, '2')).toBeUndefined();
});

test('what is no photo, and what is no request, is told at its field and stores nothing', async () => {
  const { shop, ask } = await open();
  for (const [file, words] of [
    [heic(), /HEIC/],
    [svgWithScript, /no photo/],
    [bombPng(), /megapixels/],
    [Buffer.alloc(16 * 1024 * 1024), /15 MB/],
  ] as const) {
    const { status, errors } = await ask({}, [await jpeg(), file]);
    expect(status).toBe(422);
    expect(errors).toEqual([['#/photos', expect.stringMatching(words)]]);
  }
  const tooMany = await ask({}, Array<Buffer>(4).fill(await jpeg()));
  expect(tooMany.errors).toEqual([['#/photos', 'Please choose at most 3 photos.']]);
  const empty = await ask({ name: '', people: 'some', email: 'ada@example.test\0' });
  expect(empty.errors.map(([field]: string[]) => field)).toEqual(['#/people', '#/name', '#/email']);
  expect((await ask({ email: '"@"@example.test' })).errors[0]?.[0]).toBe('#/email');
  expect((await ask({ linkToken: 'short' })).status).toBe(422);
  expect((await ask({}, [], { id: 'my-request' })).status).toBe(404);
  expect(await listRequests(shop, { limit: 9 })).toEqual([]);
});

test('a script without the bot check, from another website, or that sends many is refused', async () => {
  const { shop, ask, origin } = await open({ RATE_LIMIT_FACTOR: '0.4' });
  expect((await ask({}, [], { headers: { 'X-Firebase-AppCheck': 'forged' } })).status).toBe(401);
  expect((await ask({}, [], { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
  const huge = await fetch(`${origin}/requests/${randomUUID()}`, {
    method: 'PUT',
    body: Buffer.alloc(46 * 1024 * 1024 + 1),
  }).catch(() => ({ status: 413 }));
  expect(huge.status).toBe(413);
  expect((await ask()).status).toBe(201);
  const { status, detail } = await ask();
  expect([status, detail]).toEqual([429, expect.stringContaining('nothing is lost')]);
  expect(await listRequests(shop, { limit: 9 })).toHaveLength(1);
});

const CALLS = 10_000;
const AT_ONCE = 16;
/** What one token of the bot check is for. */
const PER_TOKEN = 5;

test('ten thousand calls from as many addresses fill the list at most, and see nobody’s photo', async () => {
  const { shop, ask, origin } = await open({
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FACTOR: '1000',
  });
  const email = 'victim@example.test';
  expect(await ask({ email }, [await jpegWithPlace()])).toMatchObject({ status: 201 });
  let token = '';
  let called = 0;
  /** The numbers of the responses, by what was sent. */
  const seen = { 'without a token': new Set(), 'with a token': new Set(), guess: new Set() };

  async function call(number: number): Promise<void> {
    const headers = { 'X-Forwarded-For': `198.18.${number >> 8}.${number & 255}` };
    if (number % 3 === 0) {
      const guessed = LINK.slice(0, -4) + String(number).padStart(4, '0');
      const { status } = await fetch(`${origin}/ask/${guessed}/photos/0`, { headers });
      return void seen.guess.add(status);
    }
    const isForged = number % 3 === 1;
    if (number % (3 * PER_TOKEN) === 2) token = await tokenByDebug(origin);
    const linkToken = LINK.slice(4) + LINK.slice(0, 4);
    const sent = { ...headers, 'X-Firebase-AppCheck': isForged ? 'forged' : token };
    const changes = { email: `${number}@example.test`, linkToken };
    const { status } = await ask(changes, [], { headers: sent });
    seen[isForged ? 'without a token' : 'with a token'].add(status);
  }

  async function callOn(): Promise<void> {
    while (called < CALLS) {
      called += 1;
      await call(called);
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, callOn));
  expect([...seen.guess]).toEqual([404]);
  expect([...seen['without a token']]).toEqual([401]);
  // Also of a token that another call has used up, and once the list is full.
  expect([201, 401, 409]).toEqual(expect.arrayContaining([...seen['with a token']]));
  expect(await countOpenRequests(shop)).toBe(MOST_OPEN);
  const [victim] = (await listRequests(shop, { limit: 2 * MOST_OPEN })).filter(
    (request) => request.email === email,
  );
  expect(victim?.photos).toHaveLength(1);
  expect(await photoByLink(shop, LINK, '0')).toBeDefined();
});
