import type { Chart, Result, Table, Target } from '../benchmark.ts';
import { percentile } from '../percentile.ts';
import type { Full } from './fill.ts';
import type { Grown } from './measure.ts';
import { readsWholeTable } from './plans.ts';
import { type OfBoth, SMALL } from './prepare.ts';
import type { Samples } from './visits.ts';

const MOST_GROWTH = 1.5;

export function resultOf(grown: Grown[], full: Full): Result {
  return {
    tables: [...grown.map((one) => timings(one, full)), plans(grown)],
    charts: [chart(grown, 0.5, 'p50'), chart(grown, 0.99, 'p99')],
    targets: [...grown.flatMap(targets), readWhole(grown)],
    notes: [
      'PostgreSQL runs with `fsync=off` here, which makes what is constant smaller and so what grows plainer to see. The indexes are ' +
        'what `EXPLAIN` says of the larger database, for every query that the shop’s own code sends.',
    ],
  };
}

function timings({ name, waits, jobs, startMilliseconds, megabytes }: Grown, full: Full): Table {
  const [less, more] = [SMALL, full].map(
    ({ cakes, orders }) =>
      `${cakes.toLocaleString('en-GB')} cakes, ${orders.toLocaleString('en-GB')} orders`,
  );
  const row = ([what, samples]: [string, OfBoth<Samples>]) => [
    what,
    ...[samples.small, samples.large].flatMap((of) => [
      rounded(percentile(of, 0.5)),
      rounded(percentile(of, 0.99)),
    ]),
    rounded(growthOf(samples, 0.5)),
    rounded(growthOf(samples, 0.99)),
  ];
  const single = (what: string, { small, large }: OfBoth<number>) => [
    what,
    Math.round(small),
    '',
    Math.round(large),
    '',
    rounded(large / small),
    '',
  ];
  return {
    caption: `On ${name}, in ms`,
    columns: ['', `${less}: p50`, 'p99', `${more}: p50`, 'p99', 'p50 grows ×', 'p99 grows ×'],
    rows: [
      ...[...waits].map(row),
      ...[...jobs].map(([job, samples]) => row([`job, ${job}`, samples])),
      single('start to first answer', startMilliseconds),
      single('memory after all that, MB', megabytes),
    ],
  };
}

function plans(grown: Grown[]): Table {
  const [first] = grown;
  return {
    caption: 'The indexes used',
    columns: ['what is asked', ...grown.map(({ name }) => name)],
    rows: (first?.plans ?? []).map(({ asked }, index) => [
      asked,
      ...grown.map(({ plans }) => plans[index]?.steps.join(', ') ?? ''),
    ]),
  };
}

function chart(grown: Grown[], part: number, percent: string): Chart {
  return {
    title: `What a visitor waits for in the larger shop, ${percent}`,
    unit: 'times the smaller',
    bars: grown.flatMap(({ name, waits }) =>
      [...waits].map(([what, samples]) => ({
        label: `${what}, ${name}`,
        value: rounded(growthOf(samples, part)),
      })),
    ),
    target: MOST_GROWTH,
  };
}

function targets({ name, waits }: Grown): Target[] {
  return [...waits].map(([what, samples]) => {
    const [p50, p99] = [growthOf(samples, 0.5), growthOf(samples, 0.99)];
    return {
      what: `${what}, ${name}: growth`,
      wanted: `p50 and p99 ≤ × ${MOST_GROWTH}`,
      measured: `p50 × ${rounded(p50)}, p99 × ${rounded(p99)}`,
      met: p50 <= MOST_GROWTH && p99 <= MOST_GROWTH,
    };
  });
}

function readWhole(grown: Grown[]): Target {
  const whole = grown.flatMap(({ name, plans }) =>
    plans.flatMap(({ asked, steps }) =>
      steps.filter(readsWholeTable).map((step) => `${name}, ${asked}: ${step}`),
    ),
  );
  return {
    what: 'growing tables that are read whole',
    wanted: 'none',
    measured: whole.join('; ') || 'none',
    met: whole.length === 0,
  };
}

function growthOf({ small, large }: OfBoth<Samples>, part: number): number {
  return percentile(large, part) / percentile(small, part);
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
