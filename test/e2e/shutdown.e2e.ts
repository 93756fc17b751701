import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeShopPorts, startRunningShop } from '../../harness/running-shop.ts';
import { expect, test } from './shop-fixture.ts';

/** Long enough for the requests below on a busy machine. */
const SECONDS = 5;

test('on SIGTERM the server fails /readyz and serves requests until the shutdown delay ends', {
  tag: '@nightly',
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-closing-'));
  const port = await freeShopPorts(19_500);
  const settings = { DATA_DIR: dataDir, SHUTDOWN_DELAY_SECONDS: String(SECONDS) };
  const { origin, stop } = await startRunningShop(port, settings);
  const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
  expect(await statusOf('/readyz')).toBe(200);

  const stopped = stop();
  await expect.poll(() => statusOf('/readyz'), { intervals: [50] }).toBe(503);
  expect(await statusOf('/')).toBe(200);
  expect(await statusOf('/api/cakes')).toBe(200);
  expect(await statusOf('/healthz')).toBe(200);

  await stopped;
  await expect(fetch(origin)).rejects.toThrow();
  await rm(dataDir, { recursive: true });
});
