import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Sets a temporary folder for this test run and a compile cache that all runs share. Child processes
// inherit both.

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

if (process.env.TEST_RUN_FOLDER === undefined) {
  // Halves the start-up time of a command.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'battenberg-compile-cache');
  // In memory, because a commit to disk takes up to a hundred times as long.
  const folder = mkdtempSync(join(isMemoryLargeEnough() ? MEMORY : tmpdir(), 'battenberg-run-'));
  // PostgreSQL runs as another user and needs access to this folder.
  chmodSync(folder, 0o711);
  process.env.TEST_RUN_FOLDER = folder;
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}

function isMemoryLargeEnough(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}
