import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { payFor, readFreshOrder } from '../bench/shopper.ts';
import { BUILT_SERVER, buildIfNeeded } from '../harness/build.ts';
import { freePorts } from '../harness/free-ports.ts';
import { startRunningShop, startSecondServer } from '../harness/running-shop.ts';
import { tokenByWork } from './bot-check-tokens.ts';
import { bothDatabases } from './both-databases.ts';
import { queryDatabase, readTables } from './query-database.ts';

const run = promisify(execFile);
const SHOP_PRACTICE_AND_NEWER = 5;
/** Four servers start one after the other, and one build may come before. */
const TIMEOUT_MS = 240_000;
const ONE_MORE_MIGRATION = `
  '999-next': {
    async up(db) {
      await db.schema.createTable('of_the_next_version').addColumn('id', 'integer').execute();
      await db.schema.alterTable('orders').addColumn('gift', 'text').execute();
    },
  },`;

const WAIT_OPTIONS = { timeout: 30_000, interval: 100 };
const Confirmed = z.object({ order: z.object({ paid: z.boolean() }) });
/** Only e-mails to the cafe have an `orderText`. */
const Inbox = z.array(
  z.object({ templateParams: z.object({ orderText: z.string().default('') }) }),
);

vi.setConfig({ testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS });

let newer = '';
beforeAll(async () => {
  buildIfNeeded();
  newer = await buildWithOneMoreMigration();
  return () => rm(resolve(newer, '../../..'), { recursive: true });
});

describe.each(bothDatabases)('two versions on one $name', ({ empty }) => {
  test('run side by side, and the older one does not start again', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-builds-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const { databaseUrl } = (await empty()).where;
    const where = { databaseUrl, dataDir };
    const port = await freePorts(SHOP_PRACTICE_AND_NEWER, 18_000);
    const older = await startRunningShop(port, {
      // One origin, like behind a proxy, so that both servers accept the same tokens.
      ORIGIN: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      RECONCILE_SECONDS: '1',
    });
    onTestFinished(older.stop);
    const token = await tokenByWork(older.origin);
    const before = await order(older.origin, token);

    const next = await startSecondServer(older, port + SHOP_PRACTICE_AND_NEWER - 1, newer);
    onTestFinished(next.stop);
    const gift = await queryDatabase(where, 'select gift from orders');
    expect(gift).toEqual([{ gift: null }]);
    await vi.waitFor(async () => {
      const readyz = await fetch(`${older.origin}/readyz`);
      expect([readyz.status, await readyz.text()]).toEqual([
        200,
        expect.stringContaining('has applied 999-next to the database'),
      ]);
    }, WAIT_OPTIONS);
    expect(await (await fetch(`${next.origin}/readyz`)).text()).toBe('ready');

    // Each order is confirmed at the other server.
    const orders = [before, await order(older.origin, token), await order(next.origin, token)];
    const confirmedAt = [next.origin, next.origin, older.origin];
    for (const [turn, { id, placed }] of orders.entries()) {
      await payFor(placed);
      const origin = confirmedAt[turn] ?? '';
      await vi.waitFor(async () => expect(await isPaid(origin, id)).toBe(true), WAIT_OPTIONS);
      expect(await emailsAbout(id, older.mail)).toBe(1);
    }

    await next.stop();
    await older.stop();
    const stored = await readTables(where);
    const again = run(process.execPath, [BUILT_SERVER], { env: older.environment });
    const { code, stdout, stderr } = Object(await again.catch((error: unknown) => error));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The shop cannot start\. .* 999-next .* Start the newer .*\n$/);
    expect(await readTables(where)).toEqual(stored);
  });
});

/** Places an order. @returns its id and the response body. */
async function order(origin: string, token: string): Promise<{ id: string; placed: string }> {
  const id = randomUUID();
  const response = await fetch(`${origin}/api/orders/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'X-Firebase-AppCheck': token },
    body: await readFreshOrder(origin),
  });
  const placed = await response.text();
  expect(response.status, placed).toBe(201);
  return { id, placed };
}

async function isPaid(origin: string, id: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/orders/${id}/confirm`, { method: 'POST' });
  return Confirmed.parse(await response.json()).order.paid;
}

async function emailsAbout(id: string, mail: string): Promise<number> {
  const inbox = await (await fetch(`${mail}/practice/inbox`)).text();
  return Inbox.parse(JSON.parse(inbox)).filter(({ templateParams }) =>
    templateParams.orderText.includes(id),
  ).length;
}

/** Copies the build and adds a migration, like a newer version. @returns the path of its entry. */
async function buildWithOneMoreMigration(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-newer-'));
  const server = join(folder, 'build', 'server');
  await cp('build/server', server, { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const place = /(?=["']001-catalogue["']: )/;
  for (const file of globSync('**/*.js', { cwd: server })) {
    const text = await readFile(join(server, file), 'utf8');
    if (!place.test(text)) continue;
    await writeFile(
      join(server, file),
      text.replace(place, () => ONE_MORE_MIGRATION),
    );
    return join(server, 'index.js');
  }
  throw new Error('The list of migrations was not found in build/server: no newer build.');
}
