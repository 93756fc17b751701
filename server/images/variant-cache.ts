import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '#domain/ports.ts';
import type { MakeVariant } from './make-variant.ts';
import type { PhotoVariant } from './photo-list.ts';

interface VariantCacheSettings {
  /** Where the pictures are kept; nothing else may stand there. */
  folder: string;
  /** Of the masters: pictures made from others are thrown away. */
  version: string;
  make: MakeVariant;
  log: Log;
}

const UNFINISHED = 'unfinished';

/** Makes each picture once and keeps it on disk, also for the next start of the server. */
export function cacheVariants({ folder, version, make, log }: VariantCacheSettings): MakeVariant {
  const shelf = path.join(folder, version);
  const underWay = new Map<string, ReturnType<MakeVariant>>();
  const cleared = clear();

  return (variant) => {
    const name = fileName(variant);
    let picture = underWay.get(name);
    if (!picture) {
      picture = readOrMake(name, variant).finally(() => underWay.delete(name));
      underWay.set(name, picture);
    }
    return picture;
  };

  async function readOrMake(name: string, variant: PhotoVariant): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return await readFile(path.join(shelf, name));
    } catch {
      const picture = await make(variant);
      await keep(name, picture);
      return picture;
    }
  }

  /** Written beside and moved into place: a crash leaves no half a picture to be served. */
  async function keep(name: string, picture: Uint8Array): Promise<void> {
    try {
      await cleared;
      const unfinished = path.join(folder, UNFINISHED, randomUUID());
      await mkdir(path.dirname(unfinished), { recursive: true });
      await mkdir(shelf, { recursive: true });
      await writeFile(unfinished, picture);
      await rename(unfinished, path.join(shelf, name));
    } catch (error) {
      // A full disk costs time, not pictures.
      log.warn({ err: error, name }, 'a picture could not be kept');
    }
  }

  /** What is left of older masters and of a crash. */
  async function clear(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true });
      const others = (await readdir(folder)).filter((entry) => entry !== version);
      await Promise.all(
        others.map((entry) => rm(path.join(folder, entry), { recursive: true, force: true })),
      );
    } catch (error) {
      log.warn({ err: error, folder }, 'old pictures could not be thrown away');
    }
  }
}

function fileName({ file, width, quality, format }: PhotoVariant): string {
  return `${file}.w${width}.q${quality}.${format}`;
}
