import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGeneration } from './generation.ts';

const PUBLIC = { 'cache-control': 'public, max-age=0', 'content-type': 'text/html; charset=utf-8' };

/** Pages of 10 kB that nothing makes shorter, for everybody; a test may have them otherwise. */
function open({ maxBytes = 1_000_000, status = 200, headers = {} as Record<string, string> } = {}) {
  const rendered: string[] = [];
  const generation = createGeneration({
    maxBytes,
    async render(path) {
      rendered.push(path);
      const content = Buffer.alloc(10_000, path);
      return { status, headers: new Headers({ ...PUBLIC, ...headers }), content };
    },
  });
  return { ...generation, rendered };
}

test('concurrent and later requests share one rendering', async () => {
  const { render, find, rendered } = open();
  const pages = await Promise.all([render('/'), render('/'), render('/')]);
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
])('%s is sent to concurrent requests and not cached', async (_, answer) => {
  const { render, find, rendered } = open(answer);
  const [one, other] = await Promise.all([render('/'), render('/')]);
  expect(one).toBe(other);
  expect(find('/')).toBeUndefined();
  await render('/');
  expect(rendered).toEqual(['/', '/']);
});

test('a failed rendering fails for concurrent requests, and the next is tried again', async () => {
  let works = false;
  const { render } = createGeneration({
    maxBytes: 1_000_000,
    async render() {
      if (!works) throw new Error('out of reach');
      return { status: 200, headers: new Headers(PUBLIC), content: Buffer.from('a page') };
    },
  });
  const failed = await Promise.allSettled([render('/'), render('/')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  works = true;
  expect(await render('/')).toMatchObject({ status: 200 });
});

test('the least recently used page is evicted first', async () => {
  const { render, find } = open({ maxBytes: 45_000 });
  for (const path of ['/a', '/b', '/c']) await render(path);
  find('/a');
  await render('/d');
  expect(['/a', '/b', '/c', '/d'].filter((path) => find(path))).toEqual(['/a', '/c', '/d']);
});

test('a page larger than the cache is not cached', async () => {
  const { render, find } = open({ maxBytes: 9_000 });
  await render('/');
  expect(find('/')).toBeUndefined();
});

test('never exceeds its size, for any pages and encodings', async () => {
  const paths = fc.constantFrom(...'abcdefgh'.split('').map((letter) => `/${letter}`));
  const encodings = fc.constantFrom('br', 'gzip', 'identity');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(paths, encodings), { maxLength: 60 }),
      fc.integer({ min: 1, max: 80_000 }),
      async (asked, maxBytes) => {
        const { render, find } = open({ maxBytes });
        await Promise.all(
          asked.map(async ([path, encoding]) => {
            await (find(path) ?? (await render(path))).representation(encoding);
          }),
        );
        const kept = [...new Set(asked.map(([path]) => path))].flatMap((path) => find(path) ?? []);
        expect(kept.reduce((sum, page) => sum + page.bytes(), 0)).toBeLessThanOrEqual(maxBytes);
      },
    ),
  );
});
