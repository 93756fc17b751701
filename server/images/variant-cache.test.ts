import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordingLog } from '#test/recording-log.ts';
import { createVariantCache } from './variant-cache.ts';

const HERO = 'v1.hero.jpg.w480.q50.avif';
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'battenberg-pictures-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a picture is made once for concurrent requests and for later starts', async () => {
  const { log, lines } = recordingLog();
  let made = 0;
  const make = async () => Buffer.from(`picture ${++made}`);
  const { read } = createVariantCache(folder, log);
  const answers = await Promise.all([read(HERO, make), read(HERO, make), read(HERO, make)]);
  expect(answers.map(String)).toEqual(['picture 1', 'picture 1', 'picture 1']);

  const afterAStart = createVariantCache(folder, log);
  expect(String(await afterAStart.read(HERO, make))).toBe('picture 1');
  expect(lines).toEqual([]);
});

test('pictures of other versions and unfinished files are deleted', async () => {
  for (const left of [HERO.replace('v1', 'v0'), 'unfinished-1']) {
    await writeFile(path.join(folder, left), 'old');
  }
  const { read, keep } = createVariantCache(folder, recordingLog().log);
  expect(String(await read(HERO, async () => Buffer.from('new')))).toBe('new');
  await keep((name) => name.startsWith('v1.hero.jpg'));
  expect(await readdir(folder)).toEqual([HERO]);
});

test('a picture that cannot be stored is still sent', async () => {
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  const { log, lines } = recordingLog();
  const { read } = createVariantCache(file, log);
  expect(String(await read(HERO, async () => Buffer.from('picture')))).toBe('picture');
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'warn', message: 'cannot cache a photo variant' }),
  );
});

test('a failed picture is made again for the next request', async () => {
  let attempts = 0;
  const make = async () => {
    if (++attempts === 1) throw new Error('no memory');
    return Buffer.from('picture');
  };
  const { read } = createVariantCache(folder, recordingLog().log);
  await expect(read(HERO, make)).rejects.toThrow('no memory');
  expect(String(await read(HERO, make))).toBe('picture');
});
