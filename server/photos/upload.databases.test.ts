/** @module-tag nightly */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { photos as cafePhotos } from '#cafe/photos.ts';
import {
  changePhoto,
  deletePhoto,
  findPhoto,
  listPhotos,
  type PhotoChange,
  photoAlts,
  photoBytes,
  removeDeletedPhotos,
  restorePhoto,
} from '#server/content/photos.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createSite } from '#server/http/site.ts';
import { openPhotos, PHOTOS_PATH } from '#server/images/serve-photos.ts';
import { createLog } from '#server/log.ts';
import type { Shop } from '#server/shop.ts';
import {
  bothDatabases,
  stockedPostgres,
  stockedSqlite,
  type TestDatabase,
} from '#test/both-databases.ts';
import { editCake } from '#test/edit-cake.ts';
import {
  animation,
  bombPng,
  cmyk,
  heic,
  jpeg,
  jpegWithPlace,
  picture,
  polyglot,
  svgWithScript,
} from '#test/photo-files.ts';
import { queryDatabase } from '#test/query-database.ts';
import { signInAs } from '#test/staff.ts';
import { openTestShop } from '#test/test-shop.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Servers with pictures but without pages, and an owner who sends photos. */
async function open({ where }: TestDatabase, servers = 1) {
  const opened: { pictures?: Pictures } = {};
  const site = (shop: Shop) => {
    const cacheFolder = mkdtemp(join(tmpdir(), 'battenberg-photos-'));
    onTestFinished(async () => rm(await cacheFolder, { recursive: true }));
    opened.pictures = openPictures(shop, cacheFolder);
    return sitesPictures(opened.pictures);
  };
  const now = { days: 0 };
  const clock = { now: () => new Date(Date.now() + now.days * DAY_MS).toISOString() };
  const shop = await openTestShop({ where, servers, jobs: false, clock, site });
  const owner = await signInAs(shop.shop, 'owner');
  const upload = (content: Buffer, name?: string) =>
    sendPhoto(shop.origin, shop.origin, owner.cookie, content, name);
  /** Puts a cake with this picture on sale. */
  const sellWith = async (img: string) => {
    const database = await openDatabase(where);
    await editCake(database, 'red-velvet-cake', (content) => ({ ...content, img }));
    await database.close();
  };
  const stored = async () =>
    (await queryDatabase(where, 'select file from photo_files')).map(({ file }) => file);
  return { ...shop, now, owner, upload, sellWith, stored, opened };
}

type Pictures = ReturnType<typeof openPictures>;

async function openPictures(shop: Shop, folder: Promise<string>) {
  const cacheFolder = await folder;
  const log = createLog('silent');
  const settings = { photos: cafePhotos, originals: 'cafe/photos', cacheFolder, avifEffort: 0 };
  const pictures = await openPhotos({ ...settings, shop, log });
  /** The uploaded photos of which there are variants. */
  const cached = async () => (await readdir(cacheFolder)).map((name) => name.split('.w')[0]);
  return { ...pictures, cached };
}

function sitesPictures(opening: Pictures): Hono {
  return createSite({
    pictures: {
      path: PHOTOS_PATH,
      serve: async (request) => (await opening).serve(request),
      serveOriginal: async (request) => (await opening).serveOriginal(request),
    },
    renderPage: async () => new Response('a page'),
  });
}

function variantUrl(origin: string, file: string, operations = 'w_300,q_70,f_webp'): string {
  return `${origin}${PHOTOS_PATH}/${operations}/v1/${file}`;
}

async function sizeOf(served: Response) {
  const { width, format } = await sharp(await served.arrayBuffer()).metadata();
  return { width, format };
}

describe.each(bothDatabases)('a photo that the owner sends, on $name', ({ stocked }) => {
  test('is listed and served at once, and deleted with an undo unless a cake has it', async () => {
    const { shop, upload, origin, owner, stored } = await open(await stocked());
    const { file } = await upload(await jpeg());
    expect(file).toMatch(/^[0-9a-f]{16}-400x300\.jpg$/);
    expect((await listPhotos(shop))[0]).toMatchObject({ file, alt: '', isUploaded: true });
    // The same photo again is no second one.
    expect(await upload(await jpeg(), 'again.jpg')).toMatchObject({ ok: true, file });
    expect((await listPhotos(shop)).filter(({ isUploaded }) => isUploaded)).toHaveLength(1);
    expect(await stored()).toEqual([file]);

    const served = await fetch(variantUrl(origin, file));
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect(served.headers.get('Cache-Control')).toMatch('immutable');
    // Each width and format is another picture, also once they are stored.
    const variants = [
      { operations: 'w_300,q_70,f_webp', width: 300, format: 'webp' },
      { operations: 'w_375,q_70,f_webp', width: 375, format: 'webp' },
      { operations: 'w_375,q_75,f_jpeg', width: 375, format: 'jpeg' },
    ];
    for (const { operations, ...size } of [...variants, ...variants]) {
      expect(await sizeOf(await fetch(variantUrl(origin, file, operations)))).toEqual(size);
    }
    expect((await fetch(`${origin}/photos/${file}`)).status).toBe(200);

    expect(await deletePhoto(shop, file, owner.person.id)).toEqual({ ok: true });
    expect((await fetch(variantUrl(origin, file))).status).toBe(404);
    await restorePhoto(shop, file, owner.person.id);
    expect((await fetch(variantUrl(origin, file))).status).toBe(200);
  });

  test('is described, and a second person who describes it sees the first one’s words', async () => {
    const { shop, upload, owner } = await open(await stocked());
    const { file } = await upload(await jpeg());
    const typed = { version: 1, alt: 'A pink cake.', focus: { x: 20, y: 70 } };
    const change = (changes: PhotoChange) =>
      changePhoto(shop, file, { ...typed, ...changes }, owner.person.id);
    expect(await change({})).toEqual({ ok: true });
    // A double tap.
    expect(await change({})).toEqual({ ok: true });
    const other = await change({ alt: 'Cake' });
    expect(other).toMatchObject({ ok: false, reason: 'changed', photo: { alt: 'A pink cake.' } });
    const wrong = await change({ version: 2, alt: ' ' });
    expect(wrong).toMatchObject({ ok: false, reason: 'invalid' });
    expect(await photoAlts(shop, [file, 'hero.jpg'], 'Red Velvet')).toEqual({
      [file]: 'A pink cake.',
      'hero.jpg': expect.stringMatching('pink and white'),
    });
    expect(await findPhoto(shop, file)).toMatchObject({ focus: { x: 20, y: 70 }, version: 2 });
    // Whoever has tapped meanwhile has not changed the words.
    const spot = { x: 40, y: 40 };
    expect(await changePhoto(shop, file, { focus: spot }, owner.person.id)).toEqual({ ok: true });
    const words = { alt: 'A rose cake.', version: 2 };
    expect(await changePhoto(shop, file, words, owner.person.id)).toEqual({ ok: true });
    expect(await findPhoto(shop, file)).toMatchObject({ alt: 'A rose cake.', focus: spot });
  });

  test('stays while a cake has it, and its file goes a day after it is deleted', async () => {
    const { now, shop, upload, sellWith, stored, owner, ...site } = await open(await stocked());
    const [used, unused] = [await upload(await jpeg()), await upload(await jpeg(401))];
    await sellWith(used.file);
    expect(await deletePhoto(shop, used.file, owner.person.id)).toEqual({
      ok: false,
      reason: 'used',
      by: ['Red Velvet Cake'],
    });
    for (const { file } of [used, unused]) await fetch(variantUrl(site.origin, file));
    expect(await deletePhoto(shop, unused.file, owner.person.id)).toEqual({ ok: true });
    const pictures = await site.opened.pictures;
    await pictures?.clean();
    expect(await pictures?.cached()).toEqual([used.file]);
    await removeDeletedPhotos(shop);
    expect(await stored()).toHaveLength(2);
    now.days += 2;
    await removeDeletedPhotos(shop);
    expect(await stored()).toEqual([used.file]);
    expect([...(await shop.content()).photos.keys()]).toEqual([used.file]);
  });

  test('of the shop’s own photos, only what is changed is stored', async () => {
    const { shop, owner } = await open(await stocked());
    const before = await listPhotos(shop);
    expect(before.map(({ file }) => file)).toEqual(cafePhotos.map(({ file }) => file));
    expect((await shop.content()).photos.size).toBe(0);
    // The form of the words sends the spot too, without being asked.
    const { alt = '', focus } = before.find(({ file }) => file === 'hero.jpg') ?? {};
    const words = { version: 0, focus, alt: `${alt} On a plate.` };
    expect(await changePhoto(shop, 'hero.jpg', words, owner.person.id)).toEqual({ ok: true });
    const record = (await shop.content()).photos.get('hero.jpg');
    expect([record?.alt, record?.focus]).toEqual([words.alt, undefined]);
    expect((await findPhoto(shop, 'hero.jpg'))?.focus).toEqual(focus);
    const change = () => changePhoto(shop, 'hero.jpg', { focus: { x: 5, y: 95 } }, owner.person.id);
    // The second one starts from a version that the first has replaced, or follows it.
    await Promise.all([change(), change()]);
    expect([...(await shop.content()).photos.keys()]).toEqual(['hero.jpg']);
    const hero = await findPhoto(shop, 'hero.jpg');
    expect(hero).toMatchObject({ focus: { x: 5, y: 95 }, isUploaded: false });
    expect(hero?.alt).toBe(words.alt);
    expect(await deletePhoto(shop, 'hero.jpg', owner.person.id)).toMatchObject({ ok: false });
  });
});

test('hostile files are refused with a reason, or harmless', async () => {
  const { shop, upload, stored } = await open(await stockedSqlite());
  const whole = await jpeg();
  const refused: [reason: string, content: Buffer, name?: string][] = [
    ['not-a-photo', svgWithScript, 'cake.jpg'],
    ['not-a-photo', svgWithScript, 'cake.svg'],
    ['not-a-photo', Buffer.from('<html><script>alert(1)</script></html>')],
    ['not-a-photo', Buffer.from('%PDF-1.7 and so on')],
    ['not-a-photo', await animation('gif'), 'cake.gif'],
    ['animated', await animation('webp'), 'cake.webp'],
    ['too-many-pixels', bombPng(), 'cake.png'],
    ['too-large', Buffer.concat([whole, Buffer.alloc(16_000_000)])],
    ['too-small', await jpeg(200, 200)],
    // Of such a strip little would be left at the largest width.
    ['too-small', await jpeg(2_400, 320)],
    ['damaged', whole.subarray(0, whole.length / 2)],
    ['damaged', Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(1000, 9)])],
    ['heic', heic(), 'IMG_0001.HEIC'],
    ['empty', Buffer.alloc(0)],
  ];
  for (const [reason, content, name] of refused) {
    const { length } = content;
    expect([reason, length, await upload(content, name)]).toEqual([
      reason,
      length,
      { name: name ?? 'cake.jpg', ok: false, reason },
    ]);
  }
  expect(await stored()).toEqual([]);

  const harmless: [content: Buffer, name: string, size: string][] = [
    // Turned as the phone was held.
    [await jpegWithPlace(), 'IMG_0001.jpg', '300x400'],
    [await polyglot(), 'cake.html', '400x300'],
    [await cmyk(), 'cake.jpg', '400x300'],
    [await picture(400, 301).png().toBuffer(), '../../../etc/passwd', '400x301'],
    [await picture(400, 302).webp().toBuffer(), 'cake.png', '400x302'],
    [await picture(400, 303).avif({ effort: 0 }).toBuffer(), 'cake', '400x303'],
    [await picture(2100, 1400).jpeg().toBuffer(), 'large.jpg', '1920x1280'],
  ];
  for (const [content, name, size] of harmless) {
    const { file } = await upload(content, name);
    expect([name, file]).toEqual([name, expect.stringContaining(`-${size}.jpg`)]);
    const bytes = Buffer.from((await photoBytes(shop, file)) ?? []);
    const { format, space, exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ name, format, space, exif, icc, xmp, orientation }).toEqual({
      name,
      format: 'jpeg',
      space: 'srgb',
    });
    const text = bytes.toString('latin1');
    expect(['Ada', 'GPS', '<script>', 'PK\x03\x04'].filter((each) => text.includes(each))).toEqual(
      [],
    );
  }
});

test('a form without scripts sends many, and the notice says what became of each', async () => {
  const { origin, owner } = await open(await stockedSqlite());
  const form = new FormData();
  form.append('photo', new Blob([Uint8Array.from(await jpeg())]), 'one.jpg');
  form.append('photo', new Blob([Uint8Array.from(svgWithScript)]), 'two “&”.svg');
  form.append('note', 'a field that nobody reads');
  const send = (body: FormData | string, headers = {}) =>
    fetch(`${origin}/owner/photos`, {
      method: 'POST',
      headers: { Origin: origin, Cookie: owner.cookie, ...headers },
      body,
      redirect: 'manual',
    });
  const answer = await send(form);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('Location')).toBe('/owner/photos');
  const notice = decodeURIComponent(answer.headers.get('Set-Cookie') ?? '');
  expect(notice).toContain('The photo is added. two “&”.svg: This is no photo that we can read.');
  // What a browser sends when nothing was chosen.
  const empty = new FormData();
  empty.append('photo', new Blob([]), '');
  expect((await send(empty)).headers.get('Set-Cookie')).toBeNull();
  for (const [body, type] of [
    ['{}', 'application/json'],
    [
      '--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\ncut',
      'multipart/form-data; boundary=x',
    ],
  ]) {
    expect((await send(body ?? '', { 'Content-Type': type })).status).toBe(422);
  }
});

test('nobody else sends photos: without a session, as the kitchen, or from another website', async () => {
  const { origin, owner, shop } = await open(await stockedSqlite());
  const kitchen = await signInAs(shop, 'kitchen');
  const attempt = async (headers: Record<string, string>, path = '/owner/photos') => {
    const form = new FormData();
    form.append('photo', new Blob([new Uint8Array(200_000)]), 'cake.jpg');
    return (await fetch(origin + path, { method: 'POST', headers, body: form })).status;
  };
  expect(await attempt({ Origin: origin })).toBe(401);
  expect(await attempt({ Origin: origin, Cookie: kitchen.cookie })).toBe(403);
  expect(await attempt({ Origin: 'https://evil.example', Cookie: owner.cookie })).toBe(403);
  // Only the one address takes large bodies.
  expect(await attempt({ Origin: origin, Cookie: owner.cookie }, '/owner/photos/')).toBe(413);
  expect(await attempt({ Origin: origin, Cookie: owner.cookie }, '/owner/people')).toBe(413);
  expect((await shop.content()).photos.size).toBe(0);
});

test('a photo sent to one of two servers is served by the other at once', async () => {
  const { origins, owner, shop } = await open(await stockedPostgres(), 2);
  const [one = '', other = ''] = origins;
  const { file } = await sendPhoto(other, one, owner.cookie, await jpeg());
  const served = await fetch(variantUrl(one, file));
  expect(served.status).toBe(200);
  expect(await sizeOf(served)).toMatchObject({ width: 300 });
  expect((await fetch(`${one}/photos/${file}`)).status).toBe(200);
  await deletePhoto(shop, file, owner.person.id);
  for (const origin of origins) {
    expect((await fetch(variantUrl(origin, file))).status).toBe(404);
  }
});

/** @param origin what the browser's address would be. */
async function sendPhoto(
  server: string,
  origin: string,
  cookie: string,
  content: Buffer,
  name = 'cake.jpg',
) {
  const form = new FormData();
  form.append('photo', new Blob([Uint8Array.from(content)]), name);
  const answer = await fetch(`${server}/owner/photos`, {
    method: 'POST',
    headers: { Origin: origin, Cookie: cookie, Accept: 'application/json' },
    body: form,
  });
  expect(answer.status).toBe(200);
  return Object(await answer.json()).photos[0];
}
