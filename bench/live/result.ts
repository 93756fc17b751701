import type { Result, Target } from '../benchmark.ts';
import { percentile } from '../percentile.ts';
import type { MeasuredLive } from './measure.ts';

const MOST_BYTES = 15_000;
const MOST_TOLD_MS = 500;
const MOST_TIMES_A_PAGE = 2;

/** What was measured, as the report has it. */
export function resultOf(measured: MeasuredLive[]): Result {
  return {
    tables: [
      {
        caption: 'Memory of a listener, and the time from the commit to who is told',
        columns: ['where', 'kB each', 'of it heap', 'p50 ms', 'p99 ms', 'last ms'],
        rows: measured.map(({ bytesOfAListener: { resident, heap }, told, ...setting }) => [
          nameOf(setting),
          kilobytes(resident),
          kilobytes(heap),
          ...percentiles(told),
        ]),
      },
      {
        caption: 'The home page meanwhile',
        columns: ['where', 'nothing changes: p50 ms', 'p99 ms', 'prices change: p50 ms', 'p99 ms'],
        rows: measured.map(({ pages, ...setting }) => [
          nameOf(setting),
          ...percentiles(pages.before).slice(0, 2),
          ...percentiles(pages.meanwhile).slice(0, 2),
        ]),
      },
    ],
    charts: [
      {
        title: 'From the commit to the last but one in a hundred who is told',
        unit: 'ms',
        bars: measured.map((each) => ({
          label: nameOf(each),
          value: Math.round(percentile(each.told, 0.99)),
        })),
        target: MOST_TOLD_MS,
      },
      {
        title: 'Memory of a listener',
        unit: 'kB',
        bars: measured.map((each) => ({
          label: nameOf(each),
          value: kilobytes(each.bytesOfAListener.resident),
        })),
        target: MOST_BYTES / 1_000,
      },
    ],
    targets: measured.flatMap(targetsOf),
  };
}

function targetsOf(each: MeasuredLive): Target[] {
  const where = nameOf(each);
  const { resident } = each.bytesOfAListener;
  const told = percentile(each.told, 0.99);
  const times = percentile(each.pages.meanwhile, 0.99) / percentile(each.pages.before, 0.99);
  return [
    {
      what: `memory of a listener, ${where}`,
      wanted: `≤ ${MOST_BYTES / 1_000} kB`,
      measured: `${kilobytes(resident)} kB`,
      met: resident <= MOST_BYTES,
    },
    {
      what: `commit to told, p99, ${where}`,
      wanted: `≤ ${MOST_TOLD_MS} ms`,
      measured: `${Math.round(told)} ms`,
      met: told <= MOST_TOLD_MS,
    },
    {
      what: `home page p99 while prices change, ${where}`,
      wanted: `≤ ${MOST_TIMES_A_PAGE} ×`,
      measured: `${times.toFixed(2)} ×`,
      met: times <= MOST_TIMES_A_PAGE,
    },
  ];
}

function nameOf({
  servers,
  database,
  listeners,
}: Omit<MeasuredLive, 'told' | 'pages' | 'bytesOfAListener'>) {
  const each = (listeners / servers).toLocaleString('en-GB');
  return `${servers === 1 ? '' : `${servers} × `}${each} on ${database}`;
}

function percentiles(milliseconds: number[]): number[] {
  return [0.5, 0.99, 1].map((part) => Number(percentile(milliseconds, part).toFixed(1)));
}

function kilobytes(bytes: number): number {
  return Number((bytes / 1_000).toFixed(1));
}
