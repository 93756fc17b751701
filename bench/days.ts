import { freePorts } from '../harness/free-ports.ts';
import { orderJson, readCatalogue } from '../harness/orderable-catalogue.ts';
import { startRunningShop } from '../harness/running-shop.ts';
import { editCalendar } from '../test/edit-calendar.ts';
import { queryDatabase } from '../test/query-database.ts';
import { atMost, type Benchmark, median, percentile, type Result, round } from './benchmark.ts';
import type { DatabaseName } from './databases.ts';
import { load } from './orders/measure.ts';
import {
  type MeasuredDatabase,
  openMeasuredPostgres,
  openMeasuredSqlite,
} from './orders/measured-databases.ts';
import { openTokens } from './tokens.ts';

const SHOPPERS = 16;
const DAYS = 30;
/** The rounds alternate, so that a slower minute of the machine slows all of them. */
const ROUNDS = 3;
const MOST_POINTS = 9_999;
const PORTS = 4;
/** How many times longer the slowest orders may take if all are for one day. */
const MAX_TIMES = 2;

const MODES = ['no limits, one day', 'limits, one day', `limits, ${DAYS} days`] as const;
type Mode = (typeof MODES)[number];

interface Measured {
  database: DatabaseName;
  mode: Mode;
  ordersPerSecond: number;
  p50: number;
  p99: number;
  orders: number;
}

export const days: Benchmark = {
  name: 'days',
  title: 'Full days',
  description:
    `What do the limits of days cost? ${SHOPPERS} shoppers order, pay and wait for the e-mail, as in Orders: without limits, with all orders ` +
    `for one day, and spread over ${DAYS} days. The rounds alternate; the figures are their medians.`,
  sizes: ['seconds'],
  async measure({ seconds = 6 }) {
    const measured: Measured[] = [];
    for (const open of [openMeasuredSqlite, openMeasuredPostgres]) {
      const database = await open();
      try {
        measured.push(...(await measureDays(database, seconds)));
      } finally {
        await database.close();
      }
    }
    return resultOf(measured);
  },
};

async function measureDays(database: MeasuredDatabase, seconds: number): Promise<Measured[]> {
  const shop = await startRunningShop(await freePorts(PORTS, 54_000), {
    DATA_DIR: database.where.dataDir,
    DATABASE_URL: database.where.databaseUrl ?? '',
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    RECONCILE_SECONDS: '2',
  });
  try {
    const orders = await ordersByDay(shop.origin);
    const nextToken = await openTokens(shop.origin, database.where);
    const rounds: Measured[] = [];
    for (let number = 0; number <= ROUNDS; number += 1) {
      for (const mode of MODES) {
        await setLimits(database, mode !== MODES[0]);
        let next = 0;
        const nextOrder = () => orders[mode === MODES[2] ? next++ % orders.length : 0] ?? '';
        const run = { shoppers: SHOPPERS, seconds, origin: shop.origin, nextOrder, nextToken };
        const { paid, seconds: took } = await load(run);
        const waits = paid.map(({ milliseconds }) => milliseconds);
        // The first round warms up.
        if (number === 0) continue;
        rounds.push({
          database: database.name,
          mode,
          ordersPerSecond: paid.length / took,
          p50: percentile(waits, 0.5),
          p99: percentile(waits, 0.99),
          orders: paid.length,
        });
      }
    }
    return MODES.map((mode) => {
      const own = rounds.filter((each) => each.mode === mode);
      const middle = (value: (each: Measured) => number) => median(own.map(value));
      return {
        database: database.name,
        mode,
        ordersPerSecond: middle((each) => each.ordersPerSecond),
        p50: middle((each) => each.p50),
        p99: middle((each) => each.p99),
        orders: own.reduce((sum, each) => sum + each.orders, 0),
      };
    });
  } finally {
    await shop.stop();
  }
}

async function ordersByDay(origin: string): Promise<string[]> {
  const { offers, days } = await readCatalogue(origin);
  const [offer] = offers;
  if (!offer) throw new Error('There is nothing to order.');
  return days.slice(0, DAYS).map((day) => orderJson(offer, day));
}

/** As the owner sets them. */
async function setLimits({ where }: MeasuredDatabase, isOn: boolean): Promise<void> {
  await editCalendar(where, ({ general }) => {
    general.capacity = isOn ? Array<number>(7).fill(MOST_POINTS) : undefined;
  });
  await queryDatabase(where, 'update content_version set version = version + 1');
}

function resultOf(measured: Measured[]): Result {
  return {
    tables: [
      {
        caption: 'From sending an order to its e-mail',
        columns: ['database, limits', 'orders/s', 'p50 ms', 'p99 ms', 'orders'],
        rows: measured.map(({ database, mode, ordersPerSecond, p50, p99, orders }) => [
          `${database}, ${mode}`,
          round(ordersPerSecond),
          round(p50),
          round(p99),
          orders,
        ]),
      },
    ],
    charts: [
      {
        title: 'Orders a second',
        unit: 'orders/s',
        bars: measured.map(({ database, mode, ordersPerSecond }) => ({
          label: `${database}, ${mode}`,
          value: round(ordersPerSecond),
        })),
      },
    ],
    targets: (['SQLite', 'PostgreSQL'] as const).map((database) => {
      const p99 = (mode: Mode) =>
        measured.find((each) => each.database === database && each.mode === mode)?.p99 ?? 0;
      const times = round(p99(MODES[1]) / p99(MODES[2]));
      return atMost(`p99 of one day, ${database}`, times, MAX_TIMES, `× that of ${DAYS} days`);
    }),
  };
}
