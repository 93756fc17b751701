import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGeneration } from './generation.ts';

const PUBLIC = { 'cache-control': 'public, max-age=0', 'content-type': 'text/html; charset=utf-8' };

/** Pages of 10 kB that nothing makes shorter, for everybody; a test may have them otherwise. */
function open({ maxBytes = 1_000_000, status = 200, headers = {} as Record<string, string> } = {}) {
  const rendered: string[] = [];
  const edition = createGeneration({
    maxBytes,
    async render(path) {
      rendered.push(path);
      const content = Buffer.alloc(10_000, path);
      return { status, headers: new Headers({ ...PUBLIC, ...headers }), content };
    },
  });
  return { ...edition, rendered };
}

test('one rendering is for all who wait, and for those who come later', async () => {
  const { make, find, rendered } = open();
  const pages = await Promise.all([make('/'), make('/'), make('/')]);
  expect(new Set([...pages, find('/')]).size).toBe(1);
  expect(rendered).toEqual(['/']);
});

test.each([
  ['an error', { status: 500 }],
  ['a page that is not there', { status: 404 }],
  ['another status', { status: 202 }],
  ['what nobody may keep', { headers: { 'cache-control': 'no-store' } }],
  ['what must be asked for each time', { headers: { 'cache-control': 'no-cache' } }],
  ['what is one visitor’s', { headers: { 'cache-control': 'private, max-age=60' } }],
  ['what sets a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ['what is no page', { headers: { 'content-type': 'application/json' } }],
])('%s is for those who wait, and is not kept', async (_, answer) => {
  const { make, find, rendered } = open(answer);
  const [one, other] = await Promise.all([make('/'), make('/')]);
  expect(one).toBe(other);
  expect(find('/')).toBeUndefined();
  await make('/');
  expect(rendered).toEqual(['/', '/']);
});

test('a rendering that fails, fails for those who wait, and the next is tried', async () => {
  let works = false;
  const { make } = createGeneration({
    maxBytes: 1_000_000,
    async render() {
      if (!works) throw new Error('out of reach');
      return { status: 200, headers: new Headers(PUBLIC), content: Buffer.from('a page') };
    },
  });
  const failed = await Promise.allSettled([make('/'), make('/')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  works = true;
  expect(await make('/')).toMatchObject({ status: 200 });
});

test('what has not been asked for longest leaves first', async () => {
  const { make, find } = open({ maxBytes: 45_000 });
  for (const path of ['/a', '/b', '/c']) await make(path);
  find('/a');
  await make('/d');
  expect(['/a', '/b', '/c', '/d'].filter((path) => find(path))).toEqual(['/a', '/c', '/d']);
});

test('what is larger than all there is room for is not kept', async () => {
  const { make, find } = open({ maxBytes: 9_000 });
  await make('/');
  expect(find('/')).toBeUndefined();
});

test('never takes more than it may, whatever is asked for and in whatever form', async () => {
  const paths = fc.constantFrom(...'abcdefgh'.split('').map((letter) => `/${letter}`));
  const encodings = fc.constantFrom('br', 'gzip', 'identity');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(paths, encodings), { maxLength: 60 }),
      fc.integer({ min: 0, max: 80_000 }),
      async (asked, maxBytes) => {
        const { make, find } = open({ maxBytes });
        await Promise.all(
          asked.map(async ([path, encoding]) => {
            await (find(path) ?? (await make(path))).form(encoding);
          }),
        );
        const kept = [...new Set(asked.map(([path]) => path))].flatMap((path) => find(path) ?? []);
        expect(kept.reduce((sum, page) => sum + page.bytes(), 0)).toBeLessThanOrEqual(maxBytes);
      },
    ),
  );
});
