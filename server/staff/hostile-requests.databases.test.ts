import { describe, expect, test } from 'vitest';
import type { Role } from '#domain/staff/person.ts';
import { ROLES } from '#domain/staff/rights.ts';
import { limits } from '#server/http/rate-limits.ts';
import { isPlainPath } from '#server/http/request-path.ts';
import { createSite } from '#server/http/site.ts';
import { bothDatabases, stockedSqlite, type TestDatabase } from '#test/both-databases.ts';
import { listRoutes } from '#test/e2e/routes.ts';
import { readTables } from '#test/query-database.ts';
import { signInAs } from '#test/staff.ts';
import { openTestShop } from '#test/test-shop.ts';
import { disablePerson } from './people.ts';
import { accessOf, accessTable, mayEnter } from './require-staff.ts';
import { requestCode } from './sign-in.ts';

type Test = Awaited<ReturnType<typeof open>>;

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const OTHER_WEBSITES = [
  ['Origin', 'https://evil.example'],
  ['Origin', 'null'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Sec-Fetch-Site', 'same-site'],
] as const;

/** A shop whose pages record who has reached them. */
async function open({ where }: TestDatabase, servers = 1) {
  const reached: string[] = [];
  const pictures = { path: '/_img', serve: async () => new Response() };
  const site = () =>
    createSite({
      pictures,
      async renderPage(request, staff) {
        const name = staff?.session?.person.role ?? 'nobody';
        reached.push(`${name}: ${request.method} ${new URL(request.url).pathname}`);
        return new Response('a page', { headers: { 'Cache-Control': 'public, max-age=60' } });
      },
    });
  const { shop, origin, origins } = await openTestShop({ where, servers, jobs: false, site });
  const owner = await signInAs(shop, 'owner');
  const kitchen = await signInAs(shop, 'kitchen');
  const counter = await signInAs(shop, 'counter');
  const send = (method: string, path: string, headers: Record<string, string>) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { Origin: origin, ...(method === 'POST' && FORM), ...headers },
      redirect: 'manual',
      ...(method === 'POST' && { body: 'do=invite&name=Eve&email=eve%40example.org&role=owner' }),
    });
  return { origins, owner, kitchen, counter, send, reached, shop };
}

/** Every address of the owner's side, in the table of routes or of access. */
async function ownersPaths(): Promise<string[]> {
  const routes = (await listRoutes()).map((route) => route.replace(/^\S+ /, ''));
  const patterns = [...routes, ...accessTable.map(({ path }) => path)];
  const paths = patterns
    .filter((path) => path === '/owner' || path.startsWith('/owner/'))
    .map((path) => path.replaceAll(/:\w+/g, '2026-12-24').replace('*', 'no-such-screen'));
  return [...new Set(paths)].filter((path) => accessOf(path) !== 'anyone');
}

/** Other spellings that the router accepts, or that a careless rule would let through. */
function spellings(path: string): string[] {
  return [
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    path.replace('/owner', '/%6Fwner'),
    path.replace('owner', 'owner/'),
    `${path}/_.data`,
    `${path}%2f`,
    `${path}%2Edata`,
    `/cakes/..${path}`,
  ];
}

/** The one whose turn it is, in a list: every request to every address would take too long. */
function inTurn<Item>(items: readonly Item[], turn: number): Item[] {
  return items.slice(turn % items.length).slice(0, 1);
}

function expectRejected({ url, status, headers }: Response): void {
  const isPlain = isPlainPath(url);
  expect(isPlain ? [302, 401] : [404], url).toContain(status);
  expect(headers.get('Cache-Control')).toBe('no-store');
  if (status === 302) expect(headers.get('Location')).toMatch(/^\/owner\/sign-in\?next=/);
}

// Nothing in them depends on the database.
describe('the owner’s side', () => {
  test('is reached by nobody without a session, with one made up, or from another website', async () => {
    const place = await stockedSqlite();
    const { owner, send, reached } = await open(place);
    const before = await readTables(place.where);
    const attackers: Record<string, string>[] = [
      { Cookie: 'staff=' },
      { Cookie: `staff=${owner.token.slice(0, -1)}` },
      { Cookie: 'staff=chosen-by-an-attacker' },
      { Cookie: `__Host-staff=${owner.token}` },
      { Authorization: `Bearer ${owner.token}` },
    ];
    for (const [turn, path] of (await ownersPaths()).entries()) {
      for (const headers of [{}, ...inTurn(attackers, turn)]) {
        expectRejected(await send('GET', path, headers));
        expectRejected(await send('POST', path, headers));
      }
      for (const spelling of [`${path}.data`, ...inTurn(spellings(path), turn)]) {
        expectRejected(await send('GET', spelling, {}));
      }
      for (const method of inTurn(['HEAD', 'PUT', 'DELETE'], turn)) {
        expectRejected(await send(method, path, {}));
      }
      for (const [name, value] of inTurn(OTHER_WEBSITES, turn)) {
        const answer = await send('POST', path, { Cookie: owner.cookie, [name]: value });
        expect([path, answer.status]).toEqual([path, 403]);
      }
    }
    expect(reached).toEqual([]);
    expect(await readTables(place.where)).toEqual(before);
  });

  test('lets each role in only where its rights say so, and refuses the rest before it changes anything', async () => {
    const place = await stockedSqlite();
    const { kitchen, counter, owner, send, reached } = await open(place);
    const before = await readTables(place.where);
    for (const [turn, path] of (await ownersPaths()).entries()) {
      for (const { person, cookie } of [kitchen, counter]) {
        const isAllowed = mayEnter(person.role, accessOf(path));
        const asked = [path, `${path}.data`, ...inTurn(spellings(path), turn)];
        for (const spelling of asked.filter((each) => !each.includes('live'))) {
          const { status } = await send('GET', spelling, { Cookie: cookie });
          const expected = isAllowed ? 200 : 403;
          const isPlain = isPlainPath(`http://cafe.example${spelling}`);
          expect([person.role, spelling, status]).toEqual([
            person.role,
            spelling,
            isPlain ? expected : 404,
          ]);
        }
        // A stream, which takes no forms.
        if (path === '/owner/live') continue;
        for (const spelling of [path, `${path}.data`]) {
          reached.length = 0;
          const { status } = await send('POST', spelling, { Cookie: cookie });
          expect([person.role, spelling, status]).toEqual([
            person.role,
            spelling,
            isAllowed ? 200 : 403,
          ]);
          expect(reached).toHaveLength(isAllowed ? 1 : 0);
        }
      }
      if (path === '/owner/live') continue;
      const { status, headers } = await send('POST', path, { Cookie: owner.cookie });
      // Photos come in a form of their own encoding alone.
      expect([path, status]).toEqual([path, path === '/owner/photos' ? 422 : 200]);
      // Whatever a page says.
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
    expect(await readTables(place.where)).toEqual(before);
  });
});

test.each(bothDatabases)(
  'a disabled person is refused the next request on each of two servers on $name',
  async ({ stocked }) => {
    const { shop, kitchen, origins } = await open(await stocked(), 2);
    const visit = async (origin: string) => {
      const headers = { Cookie: kitchen.cookie };
      return (await fetch(`${origin}/owner`, { headers, redirect: 'manual' })).status;
    };
    expect(await Promise.all(origins.map(visit))).toEqual([200, 200]);
    expect(await disablePerson(shop, kitchen.person.id)).toBe(true);
    expect(await Promise.all(origins.map(visit))).toEqual([302, 302]);
  },
);

test('a path that nobody has listed is for owners alone', () => {
  for (const path of [
    '/owner/money',
    '/owner/orders/1/refund',
    '/owner/orders/1/made/more',
    '/owner/orders/1/resend/cafe',
    '/owner/sign-in/more',
  ]) {
    expect([path, accessOf(path)]).toEqual([path, 'run-cafe']);
  }
  expect(ROLES.filter((role) => mayEnter(role, 'run-cafe'))).toEqual(['owner']);
});

test('kitchen and counter get their own routes only: no new one whose path matches a parameter of these', async () => {
  const paths = (await listRoutes()).map((route) => route.replace(/^\S+ /, ''));
  const staffs = [...new Set(paths)].filter(
    (path) => /^\/owner(\/|$)/.test(path) && accessOf(path) !== 'anyone',
  );
  const openTo = (role: Role) => staffs.filter((path) => mayEnter(role, accessOf(path))).sort();
  const kitchens = openTo('kitchen');
  expect(kitchens).toEqual([
    '/owner',
    '/owner/day/:day',
    '/owner/devices/sign-out',
    '/owner/live',
    '/owner/more',
    '/owner/needs-you',
    '/owner/orders',
    '/owner/orders/:order',
    '/owner/orders/:order/made',
    '/owner/orders/:order/note',
    '/owner/orders/:order/ready',
    '/owner/orders/:order/seen',
    '/owner/passkeys/add',
    '/owner/print/bake-sheet/:day',
    '/owner/print/labels/:day',
    '/owner/print/tickets/:day',
    // The operation takes back only what the role may do.
    '/owner/undo',
    '/owner/week',
    '/owner/you',
    '/owner/you/address',
    '/owner/you/calendar-feed',
    '/owner/you/calendar-feed/end',
    '/owner/you/notifications',
    '/owner/you/notifications/device',
    '/owner/you/notifications/practice',
    '/owner/you/notifications/remove',
    '/owner/you/notifications/test',
    '/owner/you/passkeys/remove',
    '/owner/you/recovery-codes',
    '/owner/you/test-email',
  ]);
  expect(openTo('counter').filter((path) => !kitchens.includes(path))).toEqual([
    '/owner/orders/:order/add',
    '/owner/orders/:order/contact',
    '/owner/orders/:order/email',
    '/owner/orders/:order/move',
    '/owner/orders/:order/paid',
    '/owner/orders/:order/pay-link',
    '/owner/orders/:order/quote/agree',
    '/owner/orders/:order/quote/end',
    '/owner/orders/:order/take-off',
    '/owner/orders/:order/text',
    '/owner/orders/new',
    '/owner/requests',
    '/owner/requests/:request',
    '/owner/requests/:request/answer',
    '/owner/requests/:request/photos/:position',
  ]);
});

test('forms are for the owner’s side and for pay links: visitors’ other pages are only read', async () => {
  const { owner, send, reached } = await open(await stockedSqlite());
  for (const path of ['/', '/cakes', '/thank-you-page/x', '/ownership', '/no-such-page']) {
    expect((await send('POST', path, { Cookie: owner.cookie })).status).toBe(405);
  }
  for (const path of ['/pay', '/pay/a/b', '/my-order', '/my-order/x/calendar/y']) {
    const { status, headers } = await send('POST', path, {});
    expect([path, status, headers.get('Allow')]).toEqual([path, 405, 'GET, HEAD']);
  }
  expect((await send('PUT', '/owner', { Cookie: owner.cookie })).status).toBe(405);
  expect((await send('PUT', '/pay/x', {})).status).toBe(405);
  for (const [name, value] of OTHER_WEBSITES) {
    expect((await send('POST', '/pay/x', { [name]: value })).status).toBe(403);
  }
  expect(reached).toEqual([]);
  expect((await send('POST', '/pay/x', { Cookie: owner.cookie })).status).toBe(200);
  expect(reached).toEqual(['nobody: POST /pay/x']);
});

test('cookies are for https alone where the shop has https, and never for scripts', async () => {
  const { where } = await stockedSqlite();
  const pictures = { path: '/_img', serve: async () => new Response() };
  const site = (shop: Test['shop']) =>
    createSite({
      pictures,
      async renderPage(_, staff) {
        const session = await requestCode(shop, 'nobody@example.org');
        staff?.keepSession(session);
        return new Response('signed in');
      },
    });
  const variables = { ORIGIN: 'https://cafe.example' };
  const { origin } = await openTestShop({ where, jobs: false, site, variables });
  const answer = await fetch(`${origin}/owner/sign-in`);
  const [cookie, searched] = answer.headers.getSetCookie();
  // What was searched for before is not for who signs in next.
  expect(searched).toMatch(
    /^staff-search=; Max-Age=0; Path=\/owner; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(cookie).toMatch(
    /^__Host-staff=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

test('a caller who tries codes too fast gets 429, in whatever spelling of the path', async () => {
  const { where } = await stockedSqlite();
  const variables = { RATE_LIMIT_FACTOR: '1' };
  const { origin } = await openTestShop({ where, jobs: false, variables });
  const attempt = async (path: string) =>
    (await fetch(`${origin}${path}`, { method: 'POST', headers: { Origin: origin } })).status;
  const requests = limits['sign-ins of a caller'];
  for (let turn = 0; turn < requests; turn += 1) {
    const path =
      ['/owner/sign-in', '/owner/sign-in/code', '/owner/passkeys/sign-in'][turn % 3] ?? '';
    expect(await attempt(path)).not.toBe(429);
  }
  for (const path of ['/owner/sign-in/code', '/Owner//sign-in/code.data', '/owner/welcome']) {
    expect(await attempt(path)).toBe(429);
  }
});
