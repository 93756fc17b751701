import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { OperatorError } from './database-errors.ts';

export type BackupResult = 'backed-up' | 'no-shop' | 'file-exists';

export type RestoreResult =
  | 'restored'
  | 'no-such-file'
  | 'not-a-backup'
  | 'newer-backup'
  /** Old versions backed up the tables of other applications too. */
  | 'holds-other-tables'
  /** The database has orders, which a restore without `replace` does not overwrite. */
  | 'holds-orders'
  /** A running shop caches what it has read: it must be stopped first. */
  | 'shop-open';

/**
 * Writes a backup under a temporary name and renames it when it is complete. Other users of the machine cannot
 * read it.
 */
export async function writeBackup(
  file: string,
  write: (unfinished: string) => Promise<void>,
): Promise<BackupResult> {
  if (existsSync(file)) return 'file-exists';
  const unfinished = `${file}.unfinished`;
  if (existsSync(unfinished)) {
    throw new OperatorError(
      `${unfinished} exists: another backup is being written there, or one was cut off. Delete it if none is running.`,
    );
  }
  // Fails if another backup has begun, whose file stays: this is before `try`.
  await writeFile(unfinished, '', { flag: 'wx', mode: 0o600 });
  try {
    await write(unfinished);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return 'backed-up';
}
