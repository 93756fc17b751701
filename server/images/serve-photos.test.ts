import { describe, expect, test } from 'vitest';
import { photoUrl } from '#app/ui/photo-url.ts';
import { PHOTO_QUALITY, type PhotoFormat, photoWidths } from '#app/ui/photo-variants.ts';
import { photos } from '#cafe/photos.ts';
import type { PhotoRecord } from '#server/content/photo-records.ts';
import { NOON } from '#test/samples.ts';
import type { PhotoVariant } from './make-variant.ts';
import { photoAddress } from './photo-address.ts';
import { createServePhotos, photoStyles } from './serve-photos.ts';

const HERO = '/_img/w_480,q_70,f_webp/v123/hero.jpg';

const UPLOADED = '5d41402abc4b2a76-1200x900.jpg';

function record(file: string, changes: Partial<PhotoRecord> = {}): PhotoRecord {
  return {
    file,
    width: 1200,
    height: 900,
    alt: 'A cake.',
    colour: '#d8bdb2',
    focus: undefined,
    isUploaded: true,
    version: 1,
    changed: undefined,
    deletedAt: undefined,
    ...changes,
  };
}

function serving(found: PhotoRecord[] = []) {
  const records = new Map(found.map((each) => [each.file, each]));
  const made: PhotoVariant[] = [];
  const serve = createServePhotos({
    photos,
    version: '123',
    async readVariant(variant) {
      made.push(variant);
      return Buffer.from('picture');
    },
    records: async () => records,
  });
  const ask = (address: string, method = 'GET') =>
    serve(new Request(new URL(address, 'http://shop.example'), { method }));
  return { ask, made };
}

describe('the embedded image CDN', () => {
  test('serves every URL that pages contain', async () => {
    const { ask } = serving();
    const formats: PhotoFormat[] = ['avif', 'webp', 'jpeg'];
    const url = photoAddress('ipx', '/_img', '123');
    for (const photo of photos) {
      for (const width of photoWidths(photo)) {
        for (const format of formats) {
          const { status } = await ask(photoUrl({ url }, photo.file, { width, format }));
          expect(status, `${photo.file} ${width} ${format}`).toBe(200);
        }
      }
    }
  });

  test('sends type, length and immutable caching', async () => {
    const { ask, made } = serving();
    const { headers } = await ask(HERO);
    expect(headers.get('Content-Type')).toBe('image/webp');
    expect(headers.get('Content-Length')).toBe('7');
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('Vary')).toBeNull();
    expect(made).toEqual([
      { file: 'hero.jpg', width: 480, quality: PHOTO_QUALITY.webp, format: 'webp' },
    ]);
  });

  test('a URL of another version gets the current picture, uncached', async () => {
    const { ask } = serving();
    const response = await ask(HERO.replace('v123', 'v99'));
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
  });

  test.each([
    ['an unknown file', '/_img/w_480,q_70,f_webp/v123/cellar.jpg'],
    ['a width that no page asks for', '/_img/w_481,q_70,f_webp/v123/hero.jpg'],
    ['an absurd width', '/_img/w_99999999,q_70,f_webp/v123/hero.jpg'],
    ['a negative width', '/_img/w_-480,q_70,f_webp/v123/hero.jpg'],
    ["more than the original's width", '/_img/w_1200,q_70,f_webp/v123/battenberg.jpg'],
    ['another quality', '/_img/w_480,q_100,f_webp/v123/hero.jpg'],
    ['another format', '/_img/w_480,q_70,f_png/v123/hero.jpg'],
    ['another operation', '/_img/w_480,q_70,f_webp,blur_9/v123/hero.jpg'],
    ['no operation', '/_img/_/v123/hero.jpg'],
    ['no version', '/_img/w_480,q_70,f_webp/hero.jpg'],
    ['a version of words', '/_img/w_480,q_70,f_webp/vlatest/hero.jpg'],
    ['a folder more', '/_img/w_480,q_70,f_webp/v123/cakes/hero.jpg'],
    ['the way out', '/_img/w_480,q_70,f_webp/v123/../../../../package.json'],
    ['the way out, encoded', '/_img/w_480,q_70,f_webp/v123/%2e%2e%2f%2e%2e%2fpackage.json'],
    ['the way out, with backslashes', '/_img/w_480,q_70,f_webp/v123/..%5c..%5cpackage.json'],
    ['another host', '/_img/w_480,q_70,f_webp/v123/http://169.254.169.254/hero.jpg'],
    ['what every object has', '/_img/w_480,q_70,f_webp/v123/constructor'],
    ['a broken escape', '/_img/w_480,q_70,f_webp/v123/%E0%A4%A.jpg'],
    ['nothing', '/_img/'],
  ])('%s is 404 without any work', async (_what, address) => {
    const { ask, made } = serving();
    expect((await ask(address)).status).toBe(404);
    expect(made).toEqual([]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is rejected', async (method) => {
    const { ask, made } = serving();
    const response = await ask(HERO, method);
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD');
    expect(made).toEqual([]);
  });

  test('HEAD is GET without the picture', async () => {
    const { ask } = serving();
    const response = await ask(HERO, 'HEAD');
    expect(response.headers.get('Content-Length')).toBe('7');
    expect(await response.text()).toBe('');
  });

  test('serves an uploaded photo in its own widths as soon as it has a record', async () => {
    const url = `/_img/w_480,q_70,f_webp/v99/${UPLOADED}`;
    expect((await serving().ask(url)).status).toBe(404);
    const { ask, made } = serving([record(UPLOADED)]);
    const { status, headers } = await ask(url);
    // Its name has the hash of its content, so it is current in every version.
    expect([status, headers.get('Cache-Control')]).toEqual([
      200,
      expect.stringMatching('immutable'),
    ]);
    expect((await ask(url.replace('w_480', 'w_1500'))).status).toBe(404);
    expect((await ask(url.replace('w_480', 'w_481'))).status).toBe(404);
    expect(made).toEqual([{ file: UPLOADED, width: 480, quality: 70, format: 'webp' }]);
  });

  test('does not serve a deleted photo', async () => {
    const { ask } = serving([record(UPLOADED, { deletedAt: NOON })]);
    expect((await ask(`/_img/w_480,q_70,f_webp/v1/${UPLOADED}`)).status).toBe(404);
  });

  test('serves the colours and focal points of uploaded photos as a stylesheet', async () => {
    const records = [
      record(UPLOADED, { focus: { x: 20, y: 70 } }),
      record('hero.jpg', { isUploaded: false, colour: undefined, focus: { x: 5, y: 100 } }),
      record('battenberg.jpg', { isUploaded: false, colour: undefined }),
    ];
    const sheet = photoStyles(new Map(records.map((each) => [each.file, each])));
    const { ask } = serving(records);
    const current = await ask(`/_img/photos/${sheet?.version}.css`);
    expect(current.headers.get('Cache-Control')).toMatch('immutable');
    expect(current.headers.get('Content-Type')).toMatch('text/css');
    expect(await current.text()).toBe(
      `[data-photo="${UPLOADED}"]{background-color:#d8bdb2;object-position:20% 70%}\n` +
        '[data-photo="hero.jpg"]{object-position:5% 100%}\n',
    );
    const older = await ask('/_img/photos/0123456789.css');
    expect([older.status, older.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
    // A shop that has changed nothing has none.
    expect((await serving().ask('/_img/photos/0123456789.css')).status).toBe(404);
    expect(photoStyles(new Map())).toBeUndefined();
  });
});
