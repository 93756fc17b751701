import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Log } from '#server/log.ts';

type MakePicture = () => Promise<Uint8Array<ArrayBuffer>>;

interface VariantCache {
  /**
   * Makes the variant unless it is stored.
   * @param name changes with the content.
   */
  read(name: string, make: MakePicture): ReturnType<MakePicture>;
  /** Deletes the others. */
  keep(isKept: (name: string) => boolean): Promise<void>;
}

/**
 * Stores variants in a folder of its own, also for the next start. Only URLs of existing photos are answered, so
 * their number bounds the folder: some 4 MB each.
 */
export function createVariantCache(folder: string, log: Log): VariantCache {
  const pending = new Map<string, ReturnType<MakePicture>>();
  // To encode a wide AVIF takes 120 MB.
  const oneAtATime = pLimit(1);

  return {
    read(name, make) {
      const picture =
        pending.get(name) ?? readOrMake(name, make).finally(() => pending.delete(name));
      pending.set(name, picture);
      return picture;
    },
    async keep(isKept) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((each) => !isKept(each))) {
        await rm(path.join(folder, name), { force: true });
      }
    },
  };

  async function readOrMake(name: string, make: MakePicture) {
    const stored = await readFile(path.join(folder, name)).catch(() => undefined);
    if (stored) return stored;
    const picture = await oneAtATime(make);
    await store(name, picture);
    return picture;
  }

  /** Writes to a temporary file and renames it, so a crash leaves no truncated picture. */
  async function store(name: string, picture: Uint8Array): Promise<void> {
    const unfinished = path.join(folder, `unfinished-${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(unfinished, picture);
      await rename(unfinished, path.join(folder, name));
    } catch (error) {
      // On a full disk pictures are slower, but still served.
      log.warn({ err: error, name }, 'cannot cache a photo variant');
    }
  }
}
