import type { Benchmark, Table, Target } from './benchmark.ts';
import type { Load } from './pages/load.ts';
import { measurePages, type Rounds, SERVERS, type Server } from './pages/measure.ts';
import { percentile } from './percentile.ts';

const LEAST_OF_NGINX = 0.5;
const MOST_TIMES_NGINX = 3;

/** Benchmark 1. */
export const pages: Benchmark = {
  name: 'pages',
  title: 'Pages',
  question:
    'What does a page cost that is kept, and one that is not, beside a file? wrk asks on 64 connections with one thread; nginx has one worker, and ' +
    'serves the very bytes and headers of the kept page from a file. The servers take turns, a few seconds each; a ratio is of two neighbours ' +
    'in time, and the table has the median over the rounds. CPU is what the kernel charges the server’s process for, divided by the requests. ' +
    'Bare Node is node:http with the same bytes and headers, and nothing else to do. Not kept is the same address with a query behind it.',
  sizes: ['rounds', 'seconds'],
  async measure({ rounds = 5, seconds = 3 }) {
    const measured = await measurePages(rounds, seconds);
    return {
      tables: [...measured].map(([page, of]) => tableOf(page, of)),
      charts: [
        {
          title: 'Pages for the CPU that nginx needs for one',
          unit: 'pages',
          bars: [...measured].flatMap(([page, of]) => [
            { label: `${page}, bare Node`, value: ofNginx(of, 'bare Node', cpu) },
            { label: `${page}, kept`, value: ofNginx(of, 'kept', cpu) },
            { label: `${page}, not kept`, value: ofNginx(of, 'not kept', cpu) },
          ]),
          target: LEAST_OF_NGINX,
        },
      ],
      targets: [...measured].flatMap(([page, of]) => targetsOf(page, of)),
    };
  },
};

const cpu = ({ microseconds }: Load) => microseconds;
const p99 = ({ p99Milliseconds }: Load) => p99Milliseconds;
const perSecond = ({ requestsPerSecond }: Load) => requestsPerSecond;

function tableOf(page: string, of: Rounds): Table {
  return {
    caption: `${page}: medians of ${of.nginx.length} rounds`,
    columns: [
      '',
      'requests/s',
      'CPU µs',
      'p99 ms',
      'requests/s of nginx',
      'pages for its CPU',
      'p99 of nginx',
    ],
    rows: SERVERS.map((server) => [
      server,
      Math.round(median(of[server].map(perSecond))),
      rounded(median(of[server].map(cpu)), 1),
      rounded(median(of[server].map(p99)), 2),
      timesNginx(of, server, perSecond),
      ofNginx(of, server, cpu),
      timesNginx(of, server, p99),
    ]),
  };
}

function targetsOf(page: string, of: Rounds): Target[] {
  const byCpu = ofNginx(of, 'kept', cpu);
  const slower = timesNginx(of, 'kept', p99);
  return [
    {
      what: `${page}: kept pages for the CPU of one by nginx`,
      wanted: `≥ ${LEAST_OF_NGINX}`,
      measured: String(byCpu),
      met: byCpu >= LEAST_OF_NGINX,
    },
    {
      what: `${page}: p99 of a kept page`,
      wanted: `≤ ${MOST_TIMES_NGINX} × nginx’s`,
      measured: `${slower} ×`,
      met: slower <= MOST_TIMES_NGINX,
    },
  ];
}

/** How many of a server's pages nginx's processor would serve, written as a part of its own. */
function ofNginx(of: Rounds, server: Server, figure: (load: Load) => number): number {
  return rounded(1 / ratio(of, server, figure), 3);
}

function timesNginx(of: Rounds, server: Server, figure: (load: Load) => number): number {
  return rounded(ratio(of, server, figure), 2);
}

/** Each round by itself: what disturbs one of them mostly disturbs the other. */
function ratio(of: Rounds, server: Server, figure: (load: Load) => number): number {
  const ratios = of[server].flatMap((each, round) => {
    const nginx = of.nginx[round];
    return nginx ? [figure(each) / figure(nginx)] : [];
  });
  return median(ratios);
}

function median(values: number[]): number {
  return percentile(values, 0.5);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
