import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isUploadedPhoto } from '#domain/catalogue/photo-file.ts';
import type { PhotoStore } from '#domain/photos/photo-ports.ts';

const UNFINISHED = '.unfinished';

/** Keeps photos as files in a folder, for shops of one server. */
export function createFileStore(folder: string): PhotoStore {
  return {
    /** Written under another name and renamed, so that a crash leaves no truncated photo. */
    async put(file, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = path.join(folder, `${randomUUID()}${UNFINISHED}`);
      try {
        const handle = await open(unfinished, 'wx', 0o600);
        try {
          await handle.writeFile(content);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(unfinished, path.join(folder, file));
      } finally {
        await rm(unfinished, { force: true });
      }
    },

    async get(file) {
      if (!isUploadedPhoto(file)) return undefined;
      return readFile(path.join(folder, file)).catch(ignoreMissing);
    },

    async list() {
      const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
      const files = names.filter((name) => isUploadedPhoto(name) || name.endsWith(UNFINISHED));
      return Promise.all(
        files.map(async (file) => {
          const { mtime } = await stat(path.join(folder, file));
          return { file, at: mtime.toISOString() };
        }),
      );
    },

    remove: (file) => rm(path.join(folder, path.basename(file)), { force: true }),
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
