import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { endProcess } from '../harness/child-process.ts';
import { freePorts } from '../harness/free-ports.ts';
import { addPracticeDevice, signInAsOwner } from '../harness/owner-session.ts';
import { postPractice, startPractice } from '../harness/practice-services.ts';
import { startRunningShop } from '../harness/running-shop.ts';
import { queryDatabase } from '../test/query-database.ts';
import { type Benchmark, percentile, round } from './benchmark.ts';
import {
  DATABASES,
  type DatabaseName,
  type EmptyDatabase,
  settingsOf,
  withDatabase,
} from './databases.ts';
import { processorMs } from './processes.ts';
import { countRows, pay, place, readFreshOrder, untilEmailed, visitorAddress } from './shopper.ts';
import { openTokens } from './tokens.ts';

/** What the push service of each person does. */
const SERVICES = ['works', 'works', 'gone', 'slow', '500'];
const WARM_UP_ORDERS = 200;
/** With notifications, and as many without. */
const MEASURED_ORDERS = 2_000;
/** For several rounds of pushes. */
const TURN_ORDERS = 250;
/** Of the shop, its practice services, and a push service in a process of its own. */
const PORTS = { shop: 0, push: 5, all: 10 };
/** Each opens a connection, which on PostgreSQL costs CPU. */
const POLL_MS = 500;
/** The places of `startPractice` and of the practice push service among the ports. */
const PUSH_OFFSET = 4;

const MAX_TIMES_WITHOUT = 1.05;

interface Placing {
  /** How long each order took to place. */
  times: number[];
  cpuMs: number;
}

interface Measured {
  database: DatabaseName;
  without: Placing;
  with: Placing;
}

export const push: Benchmark = {
  name: 'push',
  title: 'Placing with notifications',
  description: [
    `Does placing an order wait for the notifications of staff? Five people have them; the push services of two work, one has forgotten
its device (410), one is slow (the shop waits for 3 s), one fails (500). A shopper places ${MEASURED_ORDERS.toLocaleString('en-GB')} orders and pays each, one after another without a
pause, in turns of ${TURN_ORDERS} with as many of the same shop without subscriptions. Pushes are sent in rounds of two seconds, at most 20 to
a device: some while orders are placed, the rest before the next turn. A time is that of the request that places an order; CPU is that of the shop and the database, which syncs every commit
to disk, for an order that is placed, paid and e-mailed, and for its pushes.`,
  ],
  async measure(share) {
    const measured: Measured[] = [];
    for (const database of DATABASES) {
      const placings = await withDatabase(database, (empty) => measurePlacing(empty, share));
      measured.push({ database, ...placings });
    }
    return {
      tables: [
        {
          caption: 'Placing an order',
          columns: ['', 'p50 ms', 'p99 ms', 'CPU of an order ms'],
          rows: measured.flatMap(({ database, ...placings }) =>
            (['without', 'with'] as const).map((which) => {
              const { times, cpuMs } = placings[which];
              const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
              return [`${database}, ${which}`, round(p50), round(p99), round(cpuMs / times.length)];
            }),
          ),
        },
      ],
      targets: measured.map(({ database, ...placings }) => ({
        name: `${database}: placing an order, p99`,
        limit: MAX_TIMES_WITHOUT,
        measured: round(
          percentile(placings.with.times, 0.99) / percentile(placings.without.times, 0.99),
          2,
        ),
        unit: '× without notifications',
      })),
    };
  },
};

async function measurePlacing({ where, postgresPid }: EmptyDatabase, share: number) {
  const ports = await freePorts(PORTS.all, 53_000);
  const pushService = `http://127.0.0.1:${ports + PORTS.push + PUSH_OFFSET}`;
  const practice = await startPractice(ports + PORTS.push, {
    PATH: process.env.PATH,
    DATA_DIR: `${where.dataDir}/push`,
  });
  const shop = await startRunningShop(ports + PORTS.shop, {
    ...settingsOf(where),
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    PUSH_ORIGIN: pushService,
  });
  try {
    const { origin } = shop;
    const order = await readFreshOrder(origin);
    const nextToken = await openTokens(origin, where);
    const cpuMs = () => processorMs(shop.pid) + (postgresPid ? processorMs(postgresPid) : 0);
    let visitors = 0;

    async function takeTurn(placing: Placing, orders: number): Promise<void> {
      const before = cpuMs();
      for (let done = 0; done < orders; done += 1) {
        visitors += 1;
        const purchase = {
          ...{ origin, order, token: await nextToken() },
          address: visitorAddress(visitors),
        };
        const began = performance.now();
        const placed = await place(purchase);
        placing.times.push(performance.now() - began);
        await pay(purchase, placed, ['funded', 'paid']);
      }
      await untilEmailed(where);
      while ((await countRows(where, WAITING_PUSHES)) > 0) await pause(POLL_MS);
      placing.cpuMs += cpuMs() - before;
    }

    for (const [number, service] of SERVICES.entries()) {
      const email = `person-${number}@example.org`;
      await addPracticeDevice(origin, await signInAsOwner(origin, shop.environment, email));
      const [{ endpoint }] = Newest.parse(await queryDatabase(where, NEWEST));
      const device = endpoint.split('/').at(-1);
      await postPractice(pushService, `devices/${device}`, { mode: service });
    }
    const placings = { without: newPlacing(), with: newPlacing() };
    // The dead subscription is removed, and the pauses of those that fail have become longer.
    await takeTurn(newPlacing(), WARM_UP_ORDERS);
    await queryDatabase(where, 'create table others as select * from push_subscriptions');
    for (let done = 0; done < MEASURED_ORDERS * share; done += TURN_ORDERS) {
      await takeTurn(placings.with, TURN_ORDERS);
      for (const sql of TURN_OFF) await queryDatabase(where, sql);
      await takeTurn(placings.without, TURN_ORDERS);
      await queryDatabase(where, TURN_ON);
    }
    return placings;
  } finally {
    await shop.stop();
    await endProcess(practice);
  }
}

function newPlacing(): Placing {
  return { times: [], cpuMs: 0 };
}

/** Of the services that work. */
const WAITING_PUSHES = `select count(*) as count from pushes
  where subscription_id in (select id from push_subscriptions where failing_since is null)`;

const Newest = z.tuple([z.object({ endpoint: z.string() })]);
const NEWEST = 'select endpoint from push_subscriptions order by added_at desc limit 1';

/** Subscriptions come back as they were, also with the pauses of those that fail. */
const TURN_OFF = [
  'delete from others',
  'insert into others select * from push_subscriptions',
  'delete from push_subscriptions',
];
const TURN_ON = 'insert into push_subscriptions select * from others';
