import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { freePorts } from '../harness/free-ports.ts';
import { atMost, type Benchmark, median } from './benchmark.ts';
import { DATABASES, type DatabaseName, openBenchDatabases } from './databases.ts';
import { shopVariables, startShop } from './start-shop.ts';

/** Includes the first garbage collection and each job's first run. */
const IDLE_SECONDS = 5;
const LIMITS = { idle: 150, start: 1_500, modules: 120 };

/** Measured on the same kind of machine on 2026-11-20. */
const EXTERNAL = {
  idle: [
    { label: 'Vendure, least', value: 278, external: true },
    { label: 'Vendure, most', value: 451, external: true },
    { label: 'Medusa', value: 387, external: true },
  ],
  start: [
    { label: 'Vendure, least', value: 3_800, external: true },
    { label: 'Vendure, most', value: 5_300, external: true },
    { label: 'Medusa', value: 8_000, external: true },
  ],
  modules: [
    { label: 'Vendure', value: 879, external: true },
    { label: 'Medusa', value: 741, external: true },
  ],
};

export const cost: Benchmark = {
  name: 'cost',
  title: 'Start, memory and packages',
  description:
    'What does an idle shop cost? The built shop starts several times on an existing database. The start is timed from the process to the last byte of the first home page; ' +
    `the memory is the resident set ${IDLE_SECONDS} s later. ` +
    'The packages are those of `npm ci --omit=dev` in an empty folder, measured with du; Node itself is one of them and is listed separately.',
  sizes: ['starts'],
  async measure({ starts = 7 }) {
    const all = await measureStarts(starts);
    const modules = measureNodeModules();
    const bars = (of: (starts: Starts) => number) =>
      DATABASES.map((name) => ({ label: `Battenberg, ${name}`, value: of(all[name]) }));
    return {
      tables: [
        {
          caption: `${starts} starts`,
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
          caption: 'Production node_modules, in MB',
          columns: ['', 'MB'],
          rows: [
            ['all', modules.all],
            ['Node itself', modules.node],
            ['beside Node', modules.beside],
            ...modules.largest.map(({ name, megabytes }) => [`including ${name}`, megabytes]),
          ],
        },
      ],
      charts: [
        {
          title: 'Idle memory',
          unit: 'MB',
          bars: [...bars(({ idle }) => idle), ...EXTERNAL.idle],
          target: LIMITS.idle,
        },
        {
          title: 'From the start to the first answer',
          unit: 'ms',
          bars: [...bars(({ start }) => start), ...EXTERNAL.start],
          target: LIMITS.start,
        },
        {
          title: 'Production node_modules',
          unit: 'MB',
          bars: [
            { label: 'Battenberg, with Node', value: modules.all },
            { label: 'Battenberg, beside Node', value: modules.beside },
            ...EXTERNAL.modules,
          ],
          target: LIMITS.modules,
        },
      ],
      targets: [
        ...DATABASES.flatMap((name) => [
          atMost(`idle memory, ${name}`, all[name].idle, LIMITS.idle, 'MB'),
          atMost(`start to first answer, ${name}`, all[name].start, LIMITS.start, 'ms'),
        ]),
        atMost('node_modules beside Node itself', modules.beside, LIMITS.modules, 'MB'),
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
  // No practice services: this benchmark places no orders.
  const variables = shopVariables(where, port);
  // The first start creates the database and is not counted.
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
    start: Math.round(median(times)),
    slowestStart: Math.round(Math.max(...times)),
    idle: Math.round(median(memories)),
    mostIdle: Math.round(Math.max(...memories)),
  };
}

interface NodeModules {
  all: number;
  /** The platform's Node package. */
  node: number;
  beside: number;
  largest: { name: string; megabytes: number }[];
}

const SHOWN = 6;
const NODE_PACKAGE = /^node-(bin-)?(linux|darwin|win)-/;
const NPM_FILES = ['package.json', 'package-lock.json', '.npmrc'];

/** Installs the production packages and returns their sizes in MB (1,000,000 bytes). */
function measureNodeModules(): NodeModules {
  const folder = mkdtempSync(join(tmpdir(), 'battenberg-modules-'));
  try {
    for (const file of NPM_FILES) cpSync(file, join(folder, file));
    const quiet = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['ci', ...quiet], { cwd: folder, stdio: 'inherit' });
    const packages = sizesIn(join(folder, 'node_modules'));
    const all = packages.get('.') ?? Number.NaN;
    packages.delete('.');
    const names = [...packages.keys()];
    const node = names
      .filter((name) => NODE_PACKAGE.test(name))
      .reduce((sum, name) => sum + (packages.get(name) ?? 0), 0);
    const largest = [...packages]
      .filter(([name]) => !NODE_PACKAGE.test(name))
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name, megabytes]) => ({ name, megabytes }));
    return { all, node, beside: all - node, largest };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The sizes by folder, in MB; a scope such as `@img` is one folder. */
function sizesIn(folder: string): Map<string, number> {
  const output = execFileSync('du', ['-k', '-d', '1', '.'], { cwd: folder, encoding: 'utf8' });
  const lines = output.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [kilobytes = '', path = ''] = line.split('\t');
      return [path.replace(/^\.\//, ''), Math.round((Number(kilobytes) * 1_024) / 1_000_000)];
    }),
  );
}
