import {
  type Benchmark,
  type Chart,
  percentile,
  type Result,
  type Table,
  type Target,
} from './benchmark.ts';
import type { Full } from './growth/fill.ts';
import { type Grown, measureGrowth, SMALL } from './growth/measure.ts';
import { isFullScan } from './growth/plans.ts';
import type { OfBoth, Samples } from './growth/visits.ts';

const MAX_GROWTH = 1.5;

export const growth: Benchmark = {
  name: 'growth',
  title: 'Growth',
  description:
    `Does a large shop respond more slowly? Two shops run on each database: one with ${SMALL.cakes} cakes and no orders, one with 10,000 cakes in eight categories ` +
    'and 1,000,000 orders of three years, a tenth of them with names. They get the same requests in turns, one at a time; each page request has a new query, so that the ' +
    'page is rendered. The queries of the jobs run in this process, without a shop.',
  sizes: ['cakes', 'orders', 'visits', 'purchases'],
  async measure({ cakes = 10_000, orders = 1_000_000, visits = 400, purchases = 200 }) {
    const full = { cakes, orders };
    return resultOf(await measureGrowth(full, { visits, purchases }), full);
  },
};

function resultOf(grown: Grown[], full: Full): Result {
  return {
    tables: [...grown.map((one) => timings(one, full)), plans(grown)],
    charts: [chart(grown, 0.5, 'p50'), chart(grown, 0.99, 'p99')],
    targets: [...grown.flatMap(targets), fullScans(grown)],
    notes: [
      'PostgreSQL runs with `fsync=off`, which reduces the constant costs and shows growth more clearly. The indexes are those of ' +
        '`EXPLAIN` on the larger database, for every query of the shop’s own code; on PostgreSQL with `enable_seqscan=off`, because it reads tables ' +
        'that are empty here whole.',
    ],
  };
}

function timings({ name, waits, jobs, startMilliseconds, megabytes }: Grown, full: Full): Table {
  const [small, large] = [SMALL, full].map(
    ({ cakes, orders }) =>
      `${cakes.toLocaleString('en-GB')} cakes, ${orders.toLocaleString('en-GB')} orders`,
  );
  const row = ([name, samples]: [string, OfBoth<Samples>]) => [
    name,
    ...[samples.small, samples.large].flatMap((of) => [
      precise(percentile(of, 0.5)),
      precise(percentile(of, 0.99)),
    ]),
    precise(growthOf(samples, 0.5)),
    precise(growthOf(samples, 0.99)),
  ];
  const single = (name: string, value: OfBoth<number>) => [
    name,
    Math.round(value.small),
    '',
    Math.round(value.large),
    '',
    precise(value.large / value.small),
    '',
  ];
  return {
    caption: `On ${name}, in ms`,
    columns: ['', `${small}: p50`, 'p99', `${large}: p50`, 'p99', 'p50 grows ×', 'p99 grows ×'],
    rows: [
      ...[...waits].map(row),
      ...[...jobs].map(([job, samples]) => row([`job, ${job}`, samples])),
      single('start to first answer', startMilliseconds),
      single('memory after all requests, MB', megabytes),
    ],
  };
}

function plans(grown: Grown[]): Table {
  const [first] = grown;
  return {
    caption: 'Indexes used',
    columns: ['query', ...grown.map(({ name }) => name)],
    rows: (first?.plans ?? []).map(({ name }, index) => [
      name,
      ...grown.map(({ plans }) => plans[index]?.steps.join(', ') ?? ''),
    ]),
  };
}

function chart(grown: Grown[], part: number, percent: string): Chart {
  return {
    title: `Response times of the larger shop, ${percent}`,
    unit: '× the smaller',
    bars: grown.flatMap(({ name, waits }) =>
      [...waits].map(([page, samples]) => ({
        label: `${page}, ${name}`,
        value: precise(growthOf(samples, part)),
      })),
    ),
    target: MAX_GROWTH,
  };
}

function targets({ name, waits }: Grown): Target[] {
  return [...waits].map(([page, samples]) => {
    const [p50, p99] = [growthOf(samples, 0.5), growthOf(samples, 0.99)];
    return {
      name: `${page}, ${name}: growth`,
      target: `p50 and p99 ≤ × ${MAX_GROWTH}`,
      measured: `p50 × ${precise(p50)}, p99 × ${precise(p99)}`,
      met: p50 <= MAX_GROWTH && p99 <= MAX_GROWTH,
    };
  });
}

function fullScans(grown: Grown[]): Target {
  const scans = grown.flatMap(({ name, plans }) =>
    plans.flatMap((plan) =>
      plan.steps.filter(isFullScan).map((step) => `${name}, ${plan.name}: ${step}`),
    ),
  );
  return {
    name: 'full scans of growing tables',
    target: 'none',
    measured: scans.join('; ') || 'none',
    met: scans.length === 0,
  };
}

function growthOf({ small, large }: OfBoth<Samples>, part: number): number {
  return percentile(large, part) / percentile(small, part);
}

function precise(value: number): number {
  return Number(value.toPrecision(3));
}
