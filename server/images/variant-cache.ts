import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '#domain/ports.ts';
import type { MakeVariant, PhotoVariant } from './make-variant.ts';

interface VariantCacheSettings {
  /** For this cache alone: other entries are deleted. */
  folder: string;
  /** Of the originals: variants of other versions are deleted. */
  version: string;
  make: MakeVariant;
  log: Log;
}

const UNFINISHED = 'unfinished';

/** Makes each variant once and stores it on disk, also for the next start. */
export function cacheVariants({ folder, version, make, log }: VariantCacheSettings): MakeVariant {
  const versionFolder = path.join(folder, version);
  const pending = new Map<string, ReturnType<MakeVariant>>();
  const cleared = deleteOthers();

  return (variant) => {
    const name = fileName(variant);
    const picture =
      pending.get(name) ?? readOrMake(name, variant).finally(() => pending.delete(name));
    pending.set(name, picture);
    return picture;
  };

  async function readOrMake(name: string, variant: PhotoVariant): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await readFile(path.join(versionFolder, name));
    } catch {
      const picture = await make(variant);
      await store(name, picture);
      return picture;
    }
  }

  /** Writes to a temporary file and renames it, so a crash leaves no truncated picture. */
  async function store(name: string, picture: Uint8Array): Promise<void> {
    try {
      await cleared;
      const unfinished = path.join(folder, UNFINISHED, randomUUID());
      await mkdir(path.dirname(unfinished), { recursive: true });
      await mkdir(versionFolder, { recursive: true });
      await writeFile(unfinished, picture);
      await rename(unfinished, path.join(versionFolder, name));
    } catch (error) {
      // On a full disk pictures are slower, but still served.
      log.warn({ err: error, name }, 'cannot cache a photo variant');
    }
  }

  /** Deletes other versions and the unfinished files of a crash. */
  async function deleteOthers(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true });
      const others = (await readdir(folder)).filter((entry) => entry !== version);
      await Promise.all(
        others.map((entry) => rm(path.join(folder, entry), { recursive: true, force: true })),
      );
    } catch (error) {
      log.warn({ err: error, folder }, 'cannot delete old photo variants');
    }
  }
}

/**
 * Deletes the stored variants of other photos.
 * @param folder of a cache.
 */
export async function keepVariantsOf(
  isKept: (file: string) => boolean,
  folder: string,
  version: string,
): Promise<void> {
  const stored = path.join(folder, version);
  const names = await readdir(stored).catch(ignoreMissing);
  for (const name of names ?? []) {
    const file = name.replace(/\.w\d+\.q\d+\.\w+$/, '');
    if (!isKept(file)) await rm(path.join(stored, name), { force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

function fileName({ file, width, quality, format }: PhotoVariant): string {
  return `${file}.w${width}.q${quality}.${format}`;
}
