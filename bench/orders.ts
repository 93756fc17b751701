import { availableParallelism, loadavg } from 'node:os';
import type { Benchmark, Chart, Result, Table, Target } from './benchmark.ts';
import { measureDatabase, type Round, type Seconds } from './orders/measure.ts';
import { openMeasuredPostgres } from './orders/measured-postgres.ts';
import { openMeasuredSqlite } from './orders/measured-sqlite.ts';

const AT_ONCE = [1, 32];
const SECONDS: Seconds = { warmUp: 10, settle: 1, bare: 2, measured: 6 };
/** The shop's and the database's. */
const MOST_MS = 8;
/** Of what the order's own commits alone would allow. */
const LEAST_SHARE = 0.6;

/** Measured by another project on this kind of machine, with 16 shoppers. */
const KNOWN = [
  { label: 'Vendure 3.7, SQLite', ordersPerSecond: 12.4, processorMs: 73 },
  { label: 'Vendure 3.7, PostgreSQL', ordersPerSecond: 7.5, processorMs: 154 },
  { label: 'Medusa 2.21, PostgreSQL', ordersPerSecond: 1.1, processorMs: 896 },
];

/** Benchmark 3. */
export const orders: Benchmark = {
  name: 'orders',
  title: 'Orders',
  question:
    'How many orders a second are placed, paid and e-mailed to the cafe, and what does one cost? A ' +
    'shopper does over HTTP what a browser does: sends the order with a token of the bot check, pays ' +
    'on the card page, and asks until the order says that it is paid; then the next one comes.',
  async measure() {
    const [others = 0] = loadavg();
    const rounds: Round[] = [];
    for (const open of [openMeasuredSqlite, openMeasuredPostgres]) {
      const database = await open();
      try {
        rounds.push(...(await measureDatabase(database, AT_ONCE, SECONDS)));
      } finally {
        await database.close();
      }
    }
    return resultOf(rounds, others);
  },
};

/** @param others how many processes wanted to run before the first of ours did. */
function resultOf(rounds: Round[], others: number): Result {
  return {
    tables: [speed(rounds), cost(rounds)],
    charts: [speedChart(rounds), costChart(rounds)],
    targets: rounds.flatMap(targetsOf),
    notes: [
      `In the minute before, ${rounded(others)} processes wanted to run on ${availableParallelism()} processors. ` +
        'Where that is more than a few tenths, all times are too long, processor times too: neighbours ' +
        'share its caches.',
      'The practice Stripe and EmailJS run in a process of their own and are not counted, nor are the ' +
        'shoppers; but all share the processors, and at 32 at once they are what is short.',
      'No limit is measured: each order comes from an address of its own, RATE_LIMIT_FACTOR is 1000 ' +
        '(all webhooks come from one practice Stripe) and EMAIL_THROTTLE_SECONDS is 0, while the real ' +
        'EmailJS takes one e-mail a second. The limits are counted all the same. PostgreSQL runs as ' +
        'initdb leaves it.',
      'What the commits alone allow is the bare rate of the same database, measured right before and ' +
        'after with one row a transaction, divided by the transactions an order writes. Where the disk ' +
        'confirms a write in a fraction of a millisecond, that is far beyond what any program reaches.',
      'Time outside the database: of the time from sending an order to reading that it is paid, what ' +
        'is not spent waiting for a query or for a connection.',
    ],
  };
}

function speed(rounds: Round[]): Table {
  return {
    caption: 'Place → paid → e-mailed',
    columns: [
      'database, at once',
      'orders/s',
      'p50 ms',
      'p99 ms',
      'bare commits/s',
      'commits an order',
      'of what they allow',
      'outside the database',
      'orders',
      'e-mails missing',
    ],
    rows: rounds.map((round) => [
      nameOf(round),
      rounded(round.ordersPerSecond),
      rounded(round.p50),
      rounded(round.p99),
      Math.round(round.bareCommitsPerSecond),
      rounded(round.writes),
      percent(shareOfAllowed(round)),
      percent(round.outsideDatabase),
      round.orders,
      round.lettersMissing,
    ]),
  };
}

function cost(rounds: Round[]): Table {
  return {
    caption: 'Processor time of an order',
    columns: ['database, at once', 'shop ms', 'database ms', 'both ms', 'statements', 'reads'],
    rows: rounds.map((round) => [
      nameOf(round),
      rounded(round.shopMs),
      rounded(round.databaseMs),
      rounded(processorMs(round)),
      rounded(round.statements),
      rounded(round.reads),
    ]),
  };
}

function speedChart(rounds: Round[]): Chart {
  return {
    title: 'Orders a second',
    unit: 'orders/s',
    bars: [
      ...rounds.map((round) => ({ label: nameOf(round), value: rounded(round.ordersPerSecond) })),
      ...KNOWN.map((each) => ({ label: each.label, value: each.ordersPerSecond, known: true })),
    ],
  };
}

function costChart(rounds: Round[]): Chart {
  return {
    title: 'Processor time of an order, the shop’s and the database’s',
    unit: 'ms',
    target: MOST_MS,
    bars: [
      ...rounds.map((round) => ({ label: nameOf(round), value: rounded(processorMs(round)) })),
      ...KNOWN.map((each) => ({ label: each.label, value: each.processorMs, known: true })),
    ],
  };
}

function targetsOf(round: Round): Target[] {
  const share = shareOfAllowed(round);
  return [
    {
      what: `processor time of an order, ${nameOf(round)}`,
      wanted: `≤ ${MOST_MS} ms`,
      measured: `${rounded(processorMs(round))} ms`,
      met: processorMs(round) <= MOST_MS,
    },
    {
      what: `of what its commits alone allow, ${nameOf(round)}`,
      wanted: `≥ ${percent(LEAST_SHARE)}`,
      measured: percent(share),
      met: share >= LEAST_SHARE,
    },
    {
      what: `e-mails missing, ${nameOf(round)}`,
      wanted: '0',
      measured: String(round.lettersMissing),
      met: round.lettersMissing === 0,
    },
  ];
}

function nameOf({ database, shoppers }: Round): string {
  return `${database}, ${shoppers}`;
}

function processorMs({ shopMs, databaseMs }: Round): number {
  return shopMs + databaseMs;
}

function shareOfAllowed({ ordersPerSecond, writes, bareCommitsPerSecond }: Round): number {
  return ordersPerSecond / (bareCommitsPerSecond / writes);
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
