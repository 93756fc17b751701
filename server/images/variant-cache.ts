import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Log } from '#server/ports.ts';

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

interface VariantCacheSettings {
  /** For this cache alone. */
  folder: string;
  log: Log;
  maxBytes?: number;
}

/** All variants of 250 photos. */
const MAX_BYTES = 1_000_000_000;

/** Stores variants on disk, also for the next start. The least recently used are deleted first. */
export async function openVariantCache(settings: VariantCacheSettings): Promise<VariantCache> {
  const { folder, log, maxBytes = MAX_BYTES } = settings;
  const pending = new Map<string, ReturnType<MakePicture>>();
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes),
    dispose: (_bytes, name, reason) => reason === 'evict' && remove(name),
  });
  for (const { name, bytes } of await storedFiles()) sizes.set(name, bytes);

  return {
    read(name, make) {
      const picture =
        pending.get(name) ?? readOrMake(name, make).finally(() => pending.delete(name));
      pending.set(name, picture);
      return picture;
    },
    async keep(isKept) {
      for (const name of [...sizes.keys()].filter((each) => !isKept(each))) {
        sizes.delete(name);
        await remove(name);
      }
    },
  };

  async function readOrMake(name: string, make: MakePicture) {
    if (sizes.get(name) !== undefined) {
      // Another process that shares the folder may have deleted it.
      const stored = await readFile(path.join(folder, name)).catch(() => undefined);
      if (stored) return stored;
    }
    const picture = await make();
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
      sizes.set(name, picture.byteLength);
    } catch (error) {
      // On a full disk pictures are slower, but still served.
      log.warn({ err: error, name }, 'cannot cache a photo variant');
    }
  }

  /** The oldest first. Files that a crash has left unfinished are among them until `keep` deletes them. */
  async function storedFiles() {
    try {
      const names = await readdir(folder);
      const files = await Promise.all(
        names.map(async (name) => ({ name, ...(await stat(path.join(folder, name))) })),
      );
      return files
        .toSorted((one, other) => one.mtimeMs - other.mtimeMs)
        .map(({ name, size }) => ({ name, bytes: size }));
    } catch {
      // There is none yet.
      return [];
    }
  }

  function remove(name: string): Promise<void> {
    return rm(path.join(folder, name), { force: true }).catch((error: unknown) =>
      log.warn({ err: error, name }, 'cannot delete a photo variant'),
    );
  }
}
