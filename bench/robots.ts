import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { type RunningShop, withRunningShop } from '../harness/running-shop.ts';
import { tokenByWork } from '../test/bot-check-tokens.ts';
import { readTables } from '../test/query-database.ts';
import { describeMachine } from './report.ts';
import { type Attack, createTokens, startRobots } from './robots/attack.ts';
import { readFreshOrder } from './shopper.ts';

// `npm run bench:robots`: a thousand scripts send orders without solving a challenge, and one visitor
// orders a cake meanwhile. `-- --scripts 100 --seconds 5` is a short run.

const { values } = parseArgs({
  options: {
    scripts: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
  },
});
const Options = z.object({
  // At least one of each kind, and fewer than there are addresses.
  scripts: z.coerce.number().int().min(5).max(10_000),
  // Rate limits count per minute.
  seconds: z.coerce.number().positive().max(60),
});
const { scripts, seconds } = Options.parse(values);

const COLUMNS = ['scripts', 'requests', '401', '429', 'other', 'placed'];
/** Production limits; with a trusted proxy each script has its own address. */
const SETTINGS = { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' };

checkNodeVersion();
buildIfNeeded();
const measured = await withRunningShop(51_000, SETTINGS, measure);
console.log(report(measured));
const { orders, visitor } = measured;
const passed = orders.ofVisitor === 1 && orders.ofOthers === 0 && visitor.status === 201;
console.log(passed ? '\nPassed: only the visitor placed an order.' : '\nFailed: see above.');
process.exitCode = passed ? 0 : 1;

async function measure({ origin }: RunningShop, dataDir: string): Promise<Measured> {
  const order = await readFreshOrder(origin);
  const tokens = await createTokens(origin);
  const port = Number(new URL(origin).port);
  const robots = startRobots({ port, scripts, seconds, tokens, order });
  await robots.started;
  const visitor = await visit(origin, order);
  const attack = await robots.ended;
  return { attack, visitor, orders: await countOrders({ dataDir }, visitor.id) };
}

interface Visit {
  id: string;
  /** Including the proof of work. */
  tokenSeconds: number;
  orderSeconds: number;
  status: number;
}

/** Gets a token and orders as a browser does, from an address that no script has. */
async function visit(origin: string, order: string): Promise<Visit> {
  const began = performance.now();
  const token = await tokenByWork(origin);
  const checked = performance.now();
  const id = randomUUID();
  const { status } = await fetch(`${origin}/api/orders/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'X-Firebase-AppCheck': token, Origin: origin },
    body: order,
  });
  const ordered = performance.now();
  return {
    id,
    tokenSeconds: (checked - began) / 1_000,
    orderSeconds: (ordered - checked) / 1_000,
    status,
  };
}

interface StoredOrders {
  ofVisitor: number;
  ofOthers: number;
}

/** Counts the orders in the database, whatever the responses were. */
async function countOrders(where: DatabaseLocation, visitorOrderId: string): Promise<StoredOrders> {
  const orders = (await readTables(where)).get('orders') ?? [];
  const ofVisitor = orders.filter(({ id }) => id === visitorOrderId).length;
  return { ofVisitor, ofOthers: orders.length - ofVisitor };
}

interface Measured {
  attack: Attack;
  visitor: Visit;
  orders: StoredOrders;
}

function report({ attack, visitor, orders }: Measured): string {
  const rows = [...attack.kinds].map(([kind, { scripts, statuses }]): [string, number[]] => {
    const responses = [...statuses.values()].reduce((sum, many) => sum + many, 0);
    const [rejected = 0, limited = 0] = [statuses.get(401), statuses.get(429)];
    const placed = (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0);
    return [
      kind,
      [scripts, responses, rejected, limited, responses - rejected - limited - placed, placed],
    ];
  });
  const sums = COLUMNS.map((_, at) => rows.reduce((sum, [, cells]) => sum + (cells[at] ?? 0), 0));
  const [scripts = 0, requests = 0] = sums;
  return [
    line('robots', COLUMNS),
    ...rows.map(([kind, cells]) => line(kind, cells)),
    line('all', sums),
    '',
    `${scripts} scripts with own addresses on ${attack.connections} connections: ${requests} orders in ${attack.seconds.toFixed(1)} s, ${Math.round(requests / attack.seconds)} a second`,
    `the visitor: token after ${visitor.tokenSeconds.toFixed(2)} s, order with status ${visitor.status} after ${visitor.orderSeconds.toFixed(2)} s`,
    `orders in the database: ${orders.ofOthers} of scripts, ${orders.ofVisitor} of the visitor`,
    describeMachine(),
  ].join('\n');
}

function line(first: string, cells: (string | number)[]): string {
  return first.padEnd(18) + cells.map((cell) => String(cell).padStart(10)).join('');
}
