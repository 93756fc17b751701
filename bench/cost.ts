import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { freePorts } from '../harness/free-ports.ts';
import type { Benchmark } from './benchmark.ts';
import { DATABASES, type DatabaseName, openBenchDatabases } from './databases.ts';
import { measureNodeModules } from './node-modules.ts';
import { percentile } from './percentile.ts';
import { shopVariables, startShop } from './start-shop.ts';

/** Long enough for the first garbage collection after the start, and for every job's first round. */
const IDLE_SECONDS = 5;
const MOST = { idle: 150, start: 1_500, modules: 200 };

/** Measured elsewhere on this kind of machine on 2026-11-20, and not by this run. */
const KNOWN = {
  idle: [
    { label: 'Vendure, least', value: 278, known: true },
    { label: 'Vendure, most', value: 451, known: true },
    { label: 'Medusa', value: 387, known: true },
  ],
  start: [
    { label: 'Vendure, least', value: 3_800, known: true },
    { label: 'Vendure, most', value: 5_300, known: true },
    { label: 'Medusa', value: 8_000, known: true },
  ],
  modules: [
    { label: 'Vendure', value: 879, known: true },
    { label: 'Medusa', value: 741, known: true },
  ],
};

/** Benchmark 6. */
export const cost: Benchmark = {
  name: 'cost',
  title: 'Cost of keeping it',
  question:
    'What does a shop that nobody visits take? The built shop is started on a database that is there already, several times; ' +
    `timed is the way from the start of the process to the last byte of the first home page, the memory (resident set) is read ${IDLE_SECONDS} s later. ` +
    'The packages are those of `npm ci --omit=dev` in an empty folder, counted by du; Node itself is one of them and stands apart.',
  sizes: ['starts'],
  async measure({ starts = 7 }) {
    const all = await measureStarts(starts);
    const modules = measureNodeModules();
    const bars = (of: (starts: Starts) => number) =>
      DATABASES.map((name) => ({ label: `Battenberg, ${name}`, value: of(all[name]) }));
    return {
      tables: [
        {
          caption: `Starting and idling, ${starts} starts`,
          columns: [
            '',
            'start, median ms',
            'start, slowest ms',
            'idle, median MB',
            'idle, most MB',
          ],
          rows: DATABASES.map((name) => {
            const { start, slowestStart, idle, mostIdle } = all[name];
            return [name, start, slowestStart, idle, mostIdle];
          }),
        },
        {
          caption: 'The production node_modules, in MB',
          columns: ['', 'MB'],
          rows: [
            ['all', modules.all],
            ['Node itself', modules.node],
            ['beside Node', modules.beside],
            ...modules.largest.map(({ name, megabytes }) => [`of it ${name}`, megabytes]),
          ],
        },
      ],
      charts: [
        {
          title: 'Idle memory',
          unit: 'MB',
          bars: [...bars(({ idle }) => idle), ...KNOWN.idle],
          target: MOST.idle,
        },
        {
          title: 'From the start to the first answer',
          unit: 'ms',
          bars: [...bars(({ start }) => start), ...KNOWN.start],
          target: MOST.start,
        },
        {
          title: 'Production node_modules',
          unit: 'MB',
          bars: [
            { label: 'Battenberg, with Node', value: modules.all },
            { label: 'Battenberg, beside Node', value: modules.beside },
            ...KNOWN.modules,
          ],
          target: MOST.modules,
        },
      ],
      targets: [
        ...DATABASES.flatMap((name) => [
          atMost(`idle memory, ${name}`, all[name].idle, MOST.idle, 'MB'),
          atMost(`start to first answer, ${name}`, all[name].start, MOST.start, 'ms'),
        ]),
        atMost('node_modules beside Node itself', modules.beside, MOST.modules, 'MB'),
      ],
    };
  },
};

interface Starts {
  start: number;
  slowestStart: number;
  idle: number;
  mostIdle: number;
}

async function measureStarts(count: number): Promise<Record<DatabaseName, Starts>> {
  const databases = await openBenchDatabases();
  try {
    return {
      SQLite: await startsOn(await databases.fresh('SQLite'), count),
      PostgreSQL: await startsOn(await databases.fresh('PostgreSQL'), count),
    };
  } finally {
    await databases.stop();
  }
}

async function startsOn(where: DatabaseLocation, count: number): Promise<Starts> {
  const port = await freePorts(4, 54_000);
  // Nobody pays here: the services that it would ask are not there.
  const variables = shopVariables(where, port);
  // The first start makes the database, and is not counted.
  await (await startShop(port, variables)).stop();
  const [times, memories]: [number[], number[]] = [[], []];
  for (let start = 0; start < count; start += 1) {
    const shop = await startShop(port, variables);
    times.push(shop.startMilliseconds);
    await pause(IDLE_SECONDS * 1_000);
    memories.push(shop.memory());
    await shop.stop();
  }
  return {
    start: Math.round(percentile(times, 0.5)),
    slowestStart: Math.round(percentile(times, 1)),
    idle: Math.round(percentile(memories, 0.5)),
    mostIdle: Math.round(percentile(memories, 1)),
  };
}

function atMost(what: string, measured: number, most: number, unit: string) {
  const met = measured <= most;
  return { what, wanted: `≤ ${most} ${unit}`, measured: `${measured} ${unit}`, met };
}
