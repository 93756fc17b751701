import {
  atMost,
  type Benchmark,
  percentile,
  type Result,
  round,
  type Target,
} from './benchmark.ts';
import { checkOpenFiles, type MeasuredLive, measureLive } from './live/measure.ts';

const MAX_KILOBYTES = 15;
const MAX_DELAY_MS = 500;
const MAX_TIMES_UNCHANGED = 2;

export const live: Benchmark = {
  name: 'live',
  title: 'Live',
  description:
    'What do 10,000 live listeners cost? They connect as browsers do, from processes of their own: to one server on SQLite, and half each to two servers on one ' +
    'PostgreSQL. Then another process changes a price twice a second, as a command of the owner does; each listener’s delay counts from the acknowledgement of the commit. ' +
    'Memory is measured after garbage collection, with and without the listeners. One visitor requests the home page all the time.',
  sizes: ['subscribers'],
  async measure({ subscribers = 10_000 }) {
    checkOpenFiles(subscribers);
    return resultOf(await measureLive(subscribers));
  },
};

function resultOf(measured: MeasuredLive[]): Result {
  return {
    tables: [
      {
        caption: 'Memory of a listener, and the time from a commit to its event',
        columns: ['where', 'kB each', 'kB of heap', 'p50 ms', 'p99 ms', 'last ms'],
        rows: measured.map(({ bytesPerListener: { resident, heap }, delays, ...setting }) => [
          nameOf(setting),
          kilobytes(resident),
          kilobytes(heap),
          ...percentiles(delays),
        ]),
      },
      {
        caption: 'Response times of the home page',
        columns: [
          'where',
          'without changes: p50 ms',
          'p99 ms',
          'with price changes: p50 ms',
          'p99 ms',
        ],
        rows: measured.map(({ pages, ...setting }) => [
          nameOf(setting),
          ...percentiles(pages.unchanged).slice(0, 2),
          ...percentiles(pages.changing).slice(0, 2),
        ]),
      },
    ],
    charts: [
      {
        title: 'From a commit to its event, p99',
        unit: 'ms',
        bars: measured.map((each) => ({
          label: nameOf(each),
          value: Math.round(percentile(each.delays, 0.99)),
        })),
        target: MAX_DELAY_MS,
      },
      {
        title: 'Memory of a listener',
        unit: 'kB',
        bars: measured.map((each) => ({
          label: nameOf(each),
          value: kilobytes(each.bytesPerListener.resident),
        })),
        target: MAX_KILOBYTES,
      },
    ],
    targets: measured.flatMap(targetsOf),
  };
}

function targetsOf(each: MeasuredLive): Target[] {
  const where = nameOf(each);
  const { delays, pages } = each;
  const times = percentile(pages.changing, 0.99) / percentile(pages.unchanged, 0.99);
  return [
    atMost(
      `memory of a listener, ${where}`,
      kilobytes(each.bytesPerListener.resident),
      MAX_KILOBYTES,
      'kB',
    ),
    atMost(
      `commit to event, p99, ${where}`,
      Math.round(percentile(delays, 0.99)),
      MAX_DELAY_MS,
      'ms',
    ),
    atMost(
      `home page p99 with price changes, ${where}`,
      round(times, 2),
      MAX_TIMES_UNCHANGED,
      '× without',
    ),
  ];
}

function nameOf({
  servers,
  database,
  listeners,
}: Pick<MeasuredLive, 'servers' | 'database' | 'listeners'>) {
  const each = (listeners / servers).toLocaleString('en-GB');
  return `${servers === 1 ? '' : `${servers} × `}${each} on ${database}`;
}

function percentiles(milliseconds: number[]): number[] {
  return [0.5, 0.99, 1].map((part) => round(percentile(milliseconds, part)));
}

function kilobytes(bytes: number): number {
  return round(bytes / 1_000);
}
