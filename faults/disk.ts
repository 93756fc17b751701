import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small tmpfs for the shop's data. */
export interface SmallDisk {
  folder: string;
  fill(): Promise<void>;
  empty(): Promise<void>;
  stop(): Promise<void>;
}

const MEGABYTES = 64;
const BALLAST = 'ballast';

/** @returns undefined where mounting is not permitted. */
export async function mountSmallDisk(): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-disk-'));
  const isMounted = run('mount', '-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', folder);
  if (!isMounted) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, BALLAST);
  return {
    folder,
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      // Fails when the shop writes at the same time.
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {});
    },
    empty: () => rm(ballast, { force: true }),
    async stop() {
      run('umount', '-l', folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function run(command: string, ...words: string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0;
}
