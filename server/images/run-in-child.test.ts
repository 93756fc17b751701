import { expect, test } from 'vitest';
import { runInChild } from './run-in-child.ts';

const SCRIPT = 'server/images/variant-process.ts';
const JOB = {
  original: 'cafe/photos/hero.jpg',
  width: 96,
  quality: 50,
  format: 'jpeg',
  avifEffort: 0,
};

test('a job that fails says why, and the next one is done', async () => {
  const missing = runInChild(SCRIPT, { ...JOB, original: 'cafe/photos/none.jpg' });
  const next = runInChild(SCRIPT, JOB);
  await expect(missing).rejects.toThrow('missing');
  expect(await next).toBeInstanceOf(Uint8Array);
});

test('a job that takes too long ends its process, and the next one has another', async () => {
  const slow = { ...JOB, width: 1920, format: 'avif', avifEffort: 9 };
  const late = runInChild(SCRIPT, slow, 1);
  const next = runInChild(SCRIPT, JOB);
  await expect(late).rejects.toThrow('SIGKILL');
  expect(await next).toBeInstanceOf(Uint8Array);
});
