import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { photos as cafePhotos } from '#cafe/photos.ts';
import type { Shop } from '#domain/shop.ts';
import { compose } from '#server/compose.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { readEnv } from '#server/env.ts';
import { createSite } from '#server/http/site.ts';
import { openPhotos, PHOTOS_PATH } from '#server/images/serve-photos.ts';
import { createLog } from '#server/log.ts';
import {
  bothDatabases,
  emptyPostgres,
  stockedSqlite,
  type TestDatabase,
} from '#test/both-databases.ts';
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
import { startS3 } from '#test/s3-server.ts';
import { sampleCake, sampleSeed } from '#test/samples.ts';
import { signInAs } from '#test/staff.ts';
import { openTestShop } from '#test/test-shop.ts';
import { buildIfNeeded } from '../../harness/build.ts';
import { freePorts } from '../../harness/free-ports.ts';
import { startRunningShop, startSecondServer } from '../../harness/running-shop.ts';

// Each photo is decoded in a process, which starts slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const DAY_MS = 24 * 60 * 60 * 1000;

const SHOP_PRACTICE_AND_OTHER = 5;

/** A server with pictures but without pages, and an owner who sends photos. */
async function open({ where }: TestDatabase) {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-photos-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const opened: { pictures?: Pictures } = {};
  const site = (shop: Shop) => {
    opened.pictures = openPictures(shop, dataDir);
    return sitesPictures(opened.pictures);
  };
  const now = { days: 0 };
  const clock = { now: () => new Date(Date.now() + now.days * DAY_MS).toISOString() };
  const shop = await openTestShop({
    where,
    jobs: false,
    clock,
    site,
    variables: { ...(where.databaseUrl && { DATA_DIR: dataDir }) },
  });
  const owner = await signInAs(shop.shop, 'owner');
  const upload = (content: Buffer, name?: string) =>
    sendPhoto(shop.origin, shop.origin, owner.cookie, content, name);
  /** Puts a cake with this picture on sale. */
  const seedWith = async (img: string) => {
    const database = await openDatabase(where);
    await database.seed(sampleSeed({ cakes: [sampleCake('red-velvet', { img })] }));
    await database.close();
  };
  const folder = join(where.databaseUrl ? dataDir : where.dataDir, 'photos');
  const cached = async () =>
    (await readdir(join(dataDir, 'uploaded-images', 'uploaded')).catch(() => [])).map(
      (name) => name.split('.w')[0],
    );
  return { ...shop, now, owner, upload, seedWith, folder, cached, opened };
}

type Pictures = ReturnType<typeof openPictures>;

function openPictures(shop: Shop, dataDir: string) {
  return openPhotos({
    photos: cafePhotos,
    masters: 'cafe/photos',
    cacheFolder: join(dataDir, 'images'),
    uploadedCacheFolder: join(dataDir, 'uploaded-images'),
    shop,
    avifEffort: 0,
    log: createLog('silent'),
  });
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

function variantUrl(origin: string, file: string): string {
  return `${origin}${PHOTOS_PATH}/w_300,q_70,f_webp/v1/${file}`;
}

describe.each(bothDatabases)('a photo that the owner sends, on $name', ({ stocked }) => {
  test('is listed and served at once, and deleted with an undo unless a cake has it', async () => {
    const { shop, upload, origin, owner, folder } = await open(await stocked());
    const { file } = await upload(await jpeg());
    expect(file).toMatch(/^[0-9a-f]{16}-800x600\.jpg$/);
    expect((await shop.shopPhotos())[0]).toMatchObject({ file, alt: '', isUploaded: true });
    expect(await readdir(folder)).toEqual([file]);
    const served = await fetch(variantUrl(origin, file));
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect(served.headers.get('Cache-Control')).toMatch('immutable');
    expect((await fetch(`${origin}/photos/${file}`)).status).toBe(200);

    // The same photo again is no second one.
    expect(await upload(await jpeg(), 'again.jpg')).toMatchObject({ ok: true, file });
    expect((await shop.shopPhotos()).filter(({ isUploaded }) => isUploaded)).toHaveLength(1);

    expect(await shop.deletePhoto(file, owner.person.id)).toEqual({ ok: true });
    expect((await fetch(variantUrl(origin, file))).status).toBe(404);
    await shop.restorePhoto(file, owner.person.id);
    expect((await fetch(variantUrl(origin, file))).status).toBe(200);
  });

  test('is described, and a second person who describes it sees the first one’s words', async () => {
    const { shop, upload, owner } = await open(await stocked());
    const { file } = await upload(await jpeg());
    const typed = { file, version: '1', alt: 'A pink cake.', x: '20', y: '70' };
    expect(await shop.describePhoto(typed, owner.person.id)).toEqual({ ok: true });
    // A double tap.
    expect(await shop.describePhoto(typed, owner.person.id)).toEqual({ ok: true });
    const other = await shop.describePhoto({ ...typed, alt: 'Cake' }, owner.person.id);
    expect(other).toMatchObject({ ok: false, reason: 'changed', photo: { alt: 'A pink cake.' } });
    const wrong = await shop.describePhoto({ ...typed, version: '2', alt: ' ' }, owner.person.id);
    expect(wrong).toMatchObject({ ok: false, reason: 'invalid' });
    expect(await shop.photoAlts([file, 'hero.jpg'], 'Red Velvet')).toEqual({
      [file]: 'A pink cake.',
      'hero.jpg': expect.stringMatching('pink and white'),
    });
    expect(await shop.shopPhoto(file)).toMatchObject({ focus: { x: 20, y: 70 }, version: 2 });
  });

  test('stays while a cake has it, and its file goes a day after it is deleted', async () => {
    const { now, shop, upload, seedWith, folder, owner, ...site } = await open(await stocked());
    const [used, unused] = [await upload(await jpeg()), await upload(await jpeg(801))];
    await seedWith(used.file);
    expect(await shop.deletePhoto(used.file, owner.person.id)).toEqual({
      ok: false,
      reason: 'used',
      by: ['Cake red-velvet'],
    });
    for (const { file } of [used, unused]) await fetch(variantUrl(site.origin, file));
    expect(await shop.deletePhoto(unused.file, owner.person.id)).toEqual({ ok: true });
    await (await site.opened.pictures)?.clean();
    expect(await site.cached()).toEqual([used.file]);
    await shop.cleanPhotos();
    expect(await readdir(folder)).toHaveLength(2);
    now.days += 2;
    await shop.cleanPhotos();
    expect(await readdir(folder)).toEqual([used.file]);
    expect([...(await shop.photoRecords()).keys()]).toEqual([used.file]);
  });

  test('of the shop’s own photos, only what is changed is stored', async () => {
    const { shop, owner } = await open(await stocked());
    const before = await shop.shopPhotos();
    expect(before.map(({ file }) => file)).toEqual(cafePhotos.map(({ file }) => file));
    expect((await shop.photoRecords()).size).toBe(0);
    // The form of the words sends the spot too, without being asked.
    const { alt = '', focus } = before.find(({ file }) => file === 'hero.jpg') ?? {};
    const typed = { file: 'hero.jpg', version: '0', x: `${focus?.x}`, y: `${focus?.y}` };
    const words = { ...typed, alt: `${alt} On a plate.` };
    expect(await shop.describePhoto(words, owner.person.id)).toEqual({ ok: true });
    expect((await shop.photoRecords()).get('hero.jpg')).toMatchObject({
      alt: words.alt,
      focus: undefined,
    });
    expect((await shop.shopPhoto('hero.jpg'))?.focus).toEqual(focus);
    const change = () => shop.setPhotoFocus('hero.jpg', { x: 5, y: 95 }, owner.person.id);
    // The second one starts from a version that the first has replaced, or follows it.
    await Promise.all([change(), change()]);
    expect([...(await shop.photoRecords()).keys()]).toEqual(['hero.jpg']);
    const hero = await shop.shopPhoto('hero.jpg');
    expect(hero).toMatchObject({ focus: { x: 5, y: 95 }, isUploaded: false });
    expect(hero?.alt).toBe(words.alt);
    expect(await shop.deletePhoto('hero.jpg', owner.person.id)).toMatchObject({ ok: false });
  });
});

test('hostile files are refused with a reason, or harmless', async () => {
  const { upload, folder } = await open(await stockedSqlite());
  const whole = await jpeg();
  const refused: [reason: string, content: Buffer, name?: string][] = [
    ['not-a-photo', svgWithScript, 'cake.jpg'],
    ['not-a-photo', svgWithScript, 'cake.svg'],
    ['not-a-photo', Buffer.from('<html><script>alert(1)</script></html>')],
    ['not-a-photo', Buffer.from('%PDF-1.7 and so on')],
    ['not-a-photo', await animation('gif'), 'cake.gif'],
    ['animated', await animation('webp'), 'cake.webp'],
    ['too-many-pixels', bombPng(), 'cake.png'],
    ['too-large', Buffer.concat([whole, Buffer.alloc(30_000_000)])],
    ['too-small', await jpeg(200, 200)],
    // Of such a strip little would be left at the largest width.
    ['too-small', await jpeg(8_000, 400)],
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
  expect(await readdir(folder).catch(() => [])).toEqual([]);

  const harmless: [content: Buffer, name: string, size: string][] = [
    // Turned as the phone was held.
    [await jpegWithPlace(), 'IMG_0001.jpg', '600x800'],
    [await polyglot(), 'cake.html', '800x600'],
    [await cmyk(), 'cake.jpg', '800x600'],
    [await picture(800, 601).png().toBuffer(), '../../../etc/passwd', '800x601'],
    [await picture(800, 602).webp().toBuffer(), 'cake.png', '800x602'],
    [await picture(800, 603).avif({ effort: 0 }).toBuffer(), 'cake', '800x603'],
    [await picture(3000, 2000).jpeg().toBuffer(), 'large.jpg', '1920x1280'],
  ];
  for (const [content, name, size] of harmless) {
    const { file } = await upload(content, name);
    expect([name, file]).toEqual([name, expect.stringContaining(`-${size}.jpg`)]);
    const stored = await readFile(join(folder, file));
    const { format, space, exif, icc, xmp, orientation } = await sharp(stored).metadata();
    expect({ name, format, space, exif, icc, xmp, orientation }).toEqual({
      name,
      format: 'jpeg',
      space: 'srgb',
    });
    const text = stored.toString('latin1');
    expect(['Ada', 'GPS', '<script>', 'PK\x03\x04'].filter((each) => text.includes(each))).toEqual(
      [],
    );
  }
});

test('files without a record go after a day, unless most files have none', async () => {
  const { now, shop, upload, folder } = await open(await stockedSqlite());
  const { file } = await upload(await jpeg());
  const [stranger, cutOff] = ['0123456789abcdef-800x600.jpg', `${randomUUID()}.unfinished`];
  for (const name of [stranger, cutOff, 'notes.txt']) await writeFile(join(folder, name), 'left');
  now.days += 2;
  await shop.cleanPhotos();
  expect((await readdir(folder)).sort()).toEqual([stranger, file, cutOff, 'notes.txt'].sort());
  await rm(join(folder, cutOff));
  await shop.cleanPhotos();
  expect((await readdir(folder)).sort()).toEqual([file, 'notes.txt'].sort());
});

test('a form without scripts sends many, and the address says what became of each', async () => {
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
  const { searchParams } = new URL(answer.headers.get('Location') ?? '', origin);
  expect(searchParams.getAll('added')).toHaveLength(1);
  expect(searchParams.getAll('refused')).toEqual(['not-a-photo:two “&”.svg']);
  // What a browser sends when nothing was chosen.
  const empty = new FormData();
  empty.append('photo', new Blob([]), '');
  expect((await send(empty)).headers.get('Location')).toBe('/owner/photos?');
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
  expect((await shop.photoRecords()).size).toBe(0);
});

test('two servers with PostgreSQL and S3: a photo sent to one is served by the other at once', async () => {
  buildIfNeeded();
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-photos-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { databaseUrl = '' } = (await emptyPostgres()).where;
  const port = await freePorts(SHOP_PRACTICE_AND_OTHER, 24_000);
  const one = await startRunningShop(port, {
    // One origin, like behind a proxy.
    ORIGIN: `http://localhost:${port}`,
    DATA_DIR: join(dataDir, 'one'),
    DATABASE_URL: databaseUrl,
    S3_URL: await startS3(),
    AVIF_EFFORT: '0',
  });
  onTestFinished(one.stop);
  const other = await startSecondServer(
    { ...one, environment: { ...one.environment, DATA_DIR: join(dataDir, 'other') } },
    port + SHOP_PRACTICE_AND_OTHER - 1,
  );
  onTestFinished(other.stop);
  const composed = await compose(readEnv(one.environment), createLog('silent'));
  onTestFinished(composed.close);
  const owner = await signInAs(composed.shop, 'owner');

  const { file } = await sendPhoto(other.origin, one.origin, owner.cookie, await jpeg());
  const served = await fetch(variantUrl(one.origin, file));
  expect(served.status).toBe(200);
  const { width } = await sharp(await served.arrayBuffer()).metadata();
  expect(width).toBe(300);
  expect((await fetch(`${one.origin}/photos/${file}`)).status).toBe(200);
  await composed.shop.deletePhoto(file, owner.person.id);
  for (const { origin } of [one, other]) {
    await vi.waitFor(
      async () => expect((await fetch(variantUrl(origin, file))).status).toBe(404),
      30_000,
    );
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
