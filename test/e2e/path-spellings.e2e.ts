import { request as httpRequest } from 'node:http';
import { accessOf } from '#server/staff/require-staff.ts';
import { listRoutes } from './routes.ts';
import { expect, test } from './shop-fixture.ts';

/** What stands for each parameter of a path. */
const PARAMETER = '8d0e8f5c-0000-4000-8000-000000000000';

/** Other ways to write a path; not all of them lead to its page. */
function spellings(path: string): string[] {
  const last = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, last), path.slice(last + 1)];
  const inFolder = ['//', '/%2f', '/%2F', '%2f', '/%5c', '%5C', '\\', '/./', '/x/../', '/%2e/'];
  const ends = [
    '/',
    '//',
    '%2f',
    '%5c',
    '.',
    '%20',
    '%00',
    '%0a',
    ';x=1',
    '%',
    '?%zz',
    '?__proto__=1',
  ];
  const dataEnds = [
    '.data',
    '.DATA',
    '%2edata',
    '/.data',
    '/_.data',
    '//_.data',
    '.data.data',
    '.data/',
  ];
  return [
    path,
    path.toUpperCase(),
    `/${path}`,
    `/%2e%2e${path}`,
    `/%2f${path}`,
    ...[...ends, ...dataEnds].map((end) => path + end),
    ...inFolder.flatMap((between) => {
      const spelling = folder + between + name;
      return [spelling, `${spelling}.data`];
    }),
  ];
}

test('no spelling of a path answers 5xx, or shows a page of the owner’s side', {
  tag: '@nightly',
}, async ({ shop }) => {
  const routes = await listRoutes();
  const paths = new Set(
    routes.map((route) => route.replace(/^\S+ /, '').replaceAll(/:\w+|\*/g, PARAMETER)),
  );
  const isPrivate = (path: string) => /^\/owner(\/|$)/.test(path) && accessOf(path) !== 'anyone';
  const wrong: string[] = [];
  for (const path of paths) {
    const statuses = await Promise.all(
      spellings(path).map(async (spelling) => ({
        spelling,
        status: await statusOf(shop.origin, spelling),
      })),
    );
    for (const { spelling, status } of statuses) {
      const isWrong = status >= 500 || (isPrivate(path) && status < 300);
      if (isWrong) wrong.push(`${status} ${spelling}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Sends the path as it is: `fetch` would resolve dots and backslashes. Closes the stream of live events. */
function statusOf(origin: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = httpRequest({ hostname, port, path }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sent.on('error', reject);
    sent.end();
  });
}
