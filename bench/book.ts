import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { freePorts } from '../harness/free-ports.ts';
import { queryDatabase } from '../test/query-database.ts';
import { atMost, type Benchmark, percentile, type Result, round } from './benchmark.ts';
import { fillBook } from './book/fill.ts';
import { DATABASES, type DatabaseName, openBenchDatabases } from './databases.ts';
import { explain, type Plan } from './growth/plans.ts';
import { openClient } from './http-client.ts';
import { shopVariables, startShop } from './start-shop.ts';

const MAX_P99_MS = 100;
const WARM_UP = 20;
/** `fillBook` gives this number to an order. */
const NUMBER = 'N777';

const today = new Date().toISOString().slice(0, 10);

/** The screens as a browser opens them; of a search its text. */
const SCREENS: Record<string, string | { search: string }> = {
  Today: '/owner',
  Week: '/owner/week',
  Day: `/owner/day/${today}`,
  Orders: '/owner/orders',
  'Orders: to make': '/owner/orders?show=to-make',
  'Orders: refunded': '/owner/orders?show=refunded',
  'Orders: half a name': { search: 'strass' },
  'Orders: nobody’s name': { search: 'nobody' },
  'Orders: a phone number': { search: '07700 910777' },
  Order: `/owner/orders/${NUMBER}`,
  Money: '/owner/money',
  'Needs you': '/owner/needs-you',
  'Bake sheet': `/owner/print/bake-sheet/${today}`,
};

interface Measured {
  database: DatabaseName;
  /** Milliseconds. */
  screens: Map<string, number[]>;
  plans: Plan[];
}

export const book: Benchmark = {
  name: 'book',
  title: 'The order book',
  description:
    'How fast are the screens of staff with 10,000 orders in the book? The orders are those of 200 days, all with names, about 50 for each day to come. One person is ' +
    'signed in and requests the screens in turns, one at a time; the time is from the request to the last byte.',
  sizes: ['orders', 'visits'],
  async measure({ orders = 10_000, visits = 200 }) {
    const databases = await openBenchDatabases();
    const measured: Measured[] = [];
    try {
      for (const database of DATABASES) {
        const where = await databases.fresh(database);
        await (await openDatabase(where)).close();
        await fillBook(where, orders);
        // The first search writes the search texts.
        const plans = await explain(where);
        const screens = await timeScreens(where, visits);
        measured.push({ database, screens, plans });
      }
    } finally {
      await databases.stop();
    }
    return resultOf(measured);
  },
};

async function timeScreens(
  where: DatabaseLocation,
  visits: number,
): Promise<Map<string, number[]>> {
  const port = await freePorts(1, 14_000);
  const shop = await startShop(port, {
    ...shopVariables(where, port),
    // Nothing else runs meanwhile.
    RECONCILE_SECONDS: '86400',
    RETENTION_DAYS: '3650',
    ORIGIN: `http://localhost:${port}`,
  });
  const client = openClient(shop.origin);
  const session = await signIn(where);
  const requests = await Promise.all(
    Object.entries(SCREENS).map(async ([name, screen]) => {
      if (typeof screen === 'string') return { name, path: screen, cookie: session };
      const searched = await search(shop.origin, session, screen.search);
      return { name, path: '/owner/orders?search=1', cookie: `${session}; ${searched}` };
    }),
  );
  const samples = new Map<string, number[]>(Object.keys(SCREENS).map((name) => [name, []]));
  try {
    for (let visit = -WARM_UP; visit < visits; visit += 1) {
      for (const { name, path, cookie } of requests) {
        const headers = { Cookie: cookie, Accept: 'text/html' };
        const { status, milliseconds } = await client.call('GET', path, { headers, text: '' });
        if (status !== 200) throw new Error(`${path}: status ${status}`);
        if (visit >= 0) samples.get(name)?.push(milliseconds);
      }
    }
  } finally {
    client.close();
    await shop.stop();
  }
  return samples;
}

/** Sends the form of a search. @returns the cookie that keeps its text. */
async function search(origin: string, session: string, text: string): Promise<string> {
  const { status, headers } = await fetch(`${origin}/owner/orders`, {
    method: 'POST',
    body: new URLSearchParams({ q: text }),
    headers: { Cookie: session, Origin: origin },
    redirect: 'manual',
  });
  const [cookie = ''] = headers.get('Set-Cookie')?.split(';') ?? [];
  if (cookie === '') throw new Error(`The search for ${text} returned ${status}.`);
  return cookie;
}

/** Adds an owner with a session. @returns the header `Cookie`. */
async function signIn(where: DatabaseLocation): Promise<string> {
  const [person, token] = [randomUUID(), randomUUID()];
  const hash = createHash('sha256').update(token).digest('base64url');
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString();
  await queryDatabase(
    where,
    `insert into people (id, name, email, role, added_at)
      values ('${person}', 'Olive', '${person}@example.org', 'owner', '${now}')`,
  );
  await queryDatabase(
    where,
    `insert into sessions (hash, id, person_id, device, signed_in_at, proved_at, seen_at, ends_at)
      values ('${hash}', '${randomUUID()}', '${person}', '', '${now}', '${now}', '${now}', '${later}')`,
  );
  return `staff=${token}`;
}

function resultOf(measured: Measured[]): Result {
  const names = Object.keys(SCREENS);
  const samplesOf = ({ screens }: Measured, name: string) => screens.get(name) ?? [];
  const [first] = measured;
  return {
    tables: [
      {
        caption: 'Response times of the screens, in ms',
        columns: ['', ...measured.flatMap(({ database }) => [`${database}: p50`, 'p99'])],
        rows: names.map((name) => [
          name,
          ...measured.flatMap((each) =>
            [0.5, 0.99].map((part) => round(percentile(samplesOf(each, name), part))),
          ),
        ]),
      },
      {
        caption: 'Indexes used by the lists (`EXPLAIN`)',
        columns: ['query', ...measured.map(({ database }) => database)],
        rows: (first?.plans ?? []).flatMap(({ name }, index) =>
          name.startsWith('staff: ')
            ? [[name, ...measured.map(({ plans }) => plans[index]?.steps.join(', ') ?? '')]]
            : [],
        ),
      },
    ],
    charts: [
      {
        title: 'Response times of the screens, p99',
        unit: 'ms',
        bars: measured.flatMap((each) =>
          names.map((name) => ({
            label: `${name}, ${each.database}`,
            value: round(percentile(samplesOf(each, name), 0.99)),
          })),
        ),
        target: MAX_P99_MS,
      },
    ],
    targets: measured.flatMap((each) =>
      names.map((name) =>
        atMost(
          `${name}, ${each.database}: p99`,
          round(percentile(samplesOf(each, name), 0.99)),
          MAX_P99_MS,
          'ms',
        ),
      ),
    ),
    notes: [
      'PostgreSQL reads a table of 10,000 rows as a whole where that is cheaper than an index. A test explains the same queries with that switched off, and the growth ' +
        'benchmark with 1,000,000 orders.',
    ],
  };
}
