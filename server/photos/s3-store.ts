import { isUploadedPhoto } from '#domain/catalogue/photo-file.ts';
import type { PhotoStore } from '#domain/photos/photo-ports.ts';
import type { S3Env } from '#server/env.ts';

/** In the bucket, which may hold other things too. */
const FOLDER = 'photos/';
const TIMEOUT_MS = 30_000;

/** Keeps photos in an S3-compatible bucket, which any number of servers share. */
export async function createS3Store(settings: S3Env): Promise<PhotoStore> {
  // Loaded only when used.
  const { S3mini } = await import('s3mini');
  const bucket = new S3mini({ ...settings, requestAbortTimeout: TIMEOUT_MS });
  return {
    async put(file, content) {
      await bucket.putObject(FOLDER + file, content, 'image/jpeg');
    },

    async get(file) {
      if (!isUploadedPhoto(file)) return undefined;
      const content = await bucket.getObjectArrayBuffer(FOLDER + file);
      return content ? new Uint8Array(content) : undefined;
    },

    async list() {
      const objects = (await bucket.listObjects('/', FOLDER)) ?? [];
      return objects
        .map(({ Key, LastModified }) => ({
          file: Key.slice(FOLDER.length),
          at: new Date(LastModified).toISOString(),
        }))
        .filter(({ file }) => isUploadedPhoto(file));
    },

    async remove(file) {
      await bucket.deleteObject(FOLDER + file);
    },
  };
}
