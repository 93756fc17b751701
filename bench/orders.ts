import { availableParallelism, loadavg } from 'node:os';
import {
  atMost,
  type Benchmark,
  type Chart,
  type Result,
  round,
  type Table,
  type Target,
} from './benchmark.ts';
import { type DatabaseRun, measureDatabase, type Round } from './orders/measure.ts';
import { openMeasuredPostgres, openMeasuredSqlite } from './orders/measured-databases.ts';

const SHOPPERS = [1, 32];
const MEMORY_SHOPPERS = 16;
const MAX_STATEMENTS = 12;
const MAX_TOKEN_MS = 3;
const MAX_MEGABYTES = 250;
/** CPU of an order, also as a multiple of the CPU of as many bare commits as it makes. */
const MAX_CPU = {
  SQLite: { ms: 6, timesCommits: 25 },
  PostgreSQL: { ms: 9, timesCommits: 6 },
};

/** Measured by another project on the same kind of machine, with 16 shoppers. */
const EXTERNAL = [
  { label: 'Vendure 3.7, SQLite', ordersPerSecond: 12.4, cpuMs: 73 },
  { label: 'Vendure 3.7, PostgreSQL', ordersPerSecond: 7.5, cpuMs: 154 },
  { label: 'Medusa 2.21, PostgreSQL', ordersPerSecond: 1.1, cpuMs: 896 },
];

export const orders: Benchmark = {
  name: 'orders',
  title: 'Orders',
  description:
    'How many orders a second are placed, paid and e-mailed to the cafe, and what does one cost? A ' +
    'shopper sends the HTTP requests of a browser: the order with a bot-check token, the payment on ' +
    'the card page, and polling until the order is paid; then the next order.',
  sizes: ['seconds', 'tokens', 'memory-seconds'],
  async measure({ seconds = 6, tokens = 100, 'memory-seconds': memorySeconds = 180 }) {
    const [loadBefore = 0] = loadavg();
    const runs: DatabaseRun[] = [];
    for (const open of [openMeasuredSqlite, openMeasuredPostgres]) {
      const database = await open();
      try {
        runs.push(
          await measureDatabase(database, {
            shoppers: SHOPPERS,
            seconds,
            tokens,
            memory: { shoppers: MEMORY_SHOPPERS, seconds: memorySeconds },
          }),
        );
      } finally {
        await database.close();
      }
    }
    return resultOf(runs, memorySeconds, loadBefore);
  },
};

function resultOf(runs: DatabaseRun[], memorySeconds: number, loadBefore: number): Result {
  const rounds = runs.flatMap((run) => run.rounds);
  return {
    tables: [speedTable(rounds), costTable(rounds), processTable(runs, memorySeconds)],
    charts: [speedChart(rounds), costChart(rounds)],
    targets: [...rounds.flatMap(targetsOf), ...runs.flatMap((run) => runTargets(run))],
    notes: [
      `The load average of the minute before was ${round(loadBefore)} on ${availableParallelism()} processors. ` +
        'A load above a few tenths makes all times longer, CPU times too: other processes share the caches.',
      'The practice services and the shoppers run in processes of their own and are not counted, but ' +
        'they share the processors, which limit the run with 32 shoppers.',
      'Rate limits are counted but not reached: each order has its own client address, ' +
        'RATE_LIMIT_FACTOR is 1000 (all webhooks come from one practice Stripe) and ' +
        'EMAIL_THROTTLE_SECONDS is 0, while the real EmailJS accepts one e-mail a second. PostgreSQL ' +
        'has the configuration of initdb.',
      'A bare commit is a transaction that inserts one row of 200 bytes, measured on the same database ' +
        'right before and after. Its CPU includes the client and, on PostgreSQL, the server. On SQLite ' +
        'the database runs in the shop’s process.',
      'Time outside the database: the part of the time from sending an order to reading that it is ' +
        'paid in which no query runs or waits for a connection.',
    ],
  };
}

function speedTable(rounds: Round[]): Table {
  return {
    caption: 'From sending an order to its e-mail',
    columns: [
      'database, shoppers',
      'orders/s',
      'p50 ms',
      'p99 ms',
      'bare commits/s',
      'commits an order',
      'outside the database',
      'orders',
      'e-mails missing',
    ],
    rows: rounds.map((each) => [
      nameOf(each),
      round(each.ordersPerSecond),
      round(each.p50),
      round(each.p99),
      Math.round(each.bareCommitsPerSecond),
      round(each.commits),
      `${Math.round(each.outsideDatabase * 100)} %`,
      each.orders,
      each.emailsMissing,
    ]),
  };
}

function costTable(rounds: Round[]): Table {
  return {
    caption: 'CPU of an order',
    columns: [
      'database, shoppers',
      'shop ms',
      'database ms',
      'both ms',
      'bare commit ms',
      '× its bare commits',
      'statements',
      'reads',
    ],
    rows: rounds.map((each) => [
      nameOf(each),
      round(each.shopMs),
      round(each.databaseMs),
      round(cpuMs(each)),
      round(each.bareCommitMs, 3),
      timesCommits(each),
      round(each.statements),
      round(each.reads),
    ]),
  };
}

function processTable(runs: DatabaseRun[], memorySeconds: number): Table {
  return {
    caption: `Tokens, and memory after ${memorySeconds} s of ${MEMORY_SHOPPERS} shoppers`,
    columns: ['database', 'CPU of a bot-check token ms', 'memory MB', 'orders meanwhile'],
    rows: runs.map(({ database, tokenMs, memory }) => [
      database,
      round(tokenMs),
      Math.round(memory.megabytes),
      memory.orders,
    ]),
  };
}

function speedChart(rounds: Round[]): Chart {
  return {
    title: 'Orders a second',
    unit: 'orders/s',
    bars: [
      ...rounds.map((each) => ({ label: nameOf(each), value: round(each.ordersPerSecond) })),
      ...EXTERNAL.map((each) => ({
        label: each.label,
        value: each.ordersPerSecond,
        external: true,
      })),
    ],
  };
}

function costChart(rounds: Round[]): Chart {
  return {
    title: 'CPU of an order, shop and database',
    unit: 'ms',
    target: MAX_CPU.PostgreSQL.ms,
    bars: [
      ...rounds.map((each) => ({ label: nameOf(each), value: round(cpuMs(each)) })),
      ...EXTERNAL.map((each) => ({ label: each.label, value: each.cpuMs, external: true })),
    ],
  };
}

function targetsOf(each: Round): Target[] {
  const name = nameOf(each);
  return [
    atMost(`CPU of an order, ${name}`, round(cpuMs(each)), MAX_CPU[each.database].ms, 'ms'),
    atMost(
      `CPU of an order, ${name}`,
      timesCommits(each),
      MAX_CPU[each.database].timesCommits,
      '× that of its bare commits',
    ),
    atMost(`statements of an order, ${name}`, round(each.statements), MAX_STATEMENTS, 'statements'),
    atMost(`e-mails missing, ${name}`, each.emailsMissing, 0, 'e-mails'),
  ];
}

function runTargets({ database, tokenMs, memory }: DatabaseRun): Target[] {
  return [
    atMost(`CPU of a bot-check token, ${database}`, round(tokenMs), MAX_TOKEN_MS, 'ms'),
    atMost(
      `memory with ${MEMORY_SHOPPERS} shoppers, ${database}`,
      Math.round(memory.megabytes),
      MAX_MEGABYTES,
      'MB',
    ),
  ];
}

function nameOf({ database, shoppers }: Round): string {
  return `${database}, ${shoppers}`;
}

function cpuMs({ shopMs, databaseMs }: Round): number {
  return shopMs + databaseMs;
}

function timesCommits(each: Round): number {
  return round(cpuMs(each) / (each.commits * each.bareCommitMs));
}
