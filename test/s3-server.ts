import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { onTestFinished } from 'vitest';

/** An S3 server with an empty bucket. @returns `S3_URL` of the bucket. */
export async function startS3(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'battenberg-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'cakes', configs: [] }],
  });
  const { port } = await server.run();
  onTestFinished(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });
  return `http://S3RVER:S3RVER@127.0.0.1:${port}/cakes?region=us-east-1`;
}
