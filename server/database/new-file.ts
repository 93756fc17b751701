import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { OperatorError } from './operator-error.ts';

/**
 * Has a file written beside its place and moved there when it is whole, so that half a backup is never
 * taken for one. Like the database it is for nobody but its owner to read.
 * @returns false, with nothing done, when something stands there already.
 */
export async function writeNewFile(
  file: string,
  write: (unfinished: string) => Promise<void>,
): Promise<boolean> {
  if (existsSync(file)) return false;
  const unfinished = `${file}.unfinished`;
  if (existsSync(unfinished)) {
    throw new OperatorError(
      `${unfinished} exists: another backup is being written there, or one was cut off. Delete it if none is running.`,
    );
  }
  await writeFile(unfinished, '', { flag: 'wx', mode: 0o600 });
  try {
    await write(unfinished);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return true;
}
