import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordingLog } from '#test/recording-log.ts';
import type { PhotoVariant } from './make-variant.ts';
import { cacheVariants } from './variant-cache.ts';

const hero: PhotoVariant = { file: 'hero.jpg', width: 480, quality: 50, format: 'avif' };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'battenberg-pictures-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a picture is made once for concurrent requests and for later starts', async () => {
  const { log, lines } = recordingLog();
  let made = 0;
  const make = async () => Buffer.from(`picture ${++made}`);
  const picture = cacheVariants({ folder, version: '1', make, log });
  const answers = await Promise.all([picture(hero), picture(hero), picture(hero)]);
  expect(answers.map(String)).toEqual(['picture 1', 'picture 1', 'picture 1']);

  const afterAStart = cacheVariants({ folder, version: '1', make, log });
  expect(String(await afterAStart(hero))).toBe('picture 1');
  expect(lines).toEqual([]);
});

test('each width, quality and format is stored separately', async () => {
  const make = async ({ width, quality, format }: PhotoVariant) =>
    Buffer.from(`${width} ${quality} ${format}`);
  const picture = cacheVariants({ folder, version: '1', make, log: recordingLog().log });
  for (const other of [{}, { width: 600 }, { quality: 60 }, { format: 'webp' as const }]) {
    const variant = { ...hero, ...other };
    const { width, quality, format } = variant;
    expect(String(await picture(variant))).toBe(`${width} ${quality} ${format}`);
  }
});

test('pictures of other versions and unfinished files are deleted', async () => {
  for (const left of ['0', 'unfinished']) {
    await mkdir(path.join(folder, left));
    await writeFile(path.join(folder, left, 'hero.jpg.w480.q50.avif'), 'old');
  }
  const make = async () => Buffer.from('new');
  const picture = cacheVariants({ folder, version: '1', make, log: recordingLog().log });
  expect(String(await picture(hero))).toBe('new');
  expect((await readdir(folder)).sort()).toEqual(['1', 'unfinished']);
  expect(await readdir(path.join(folder, 'unfinished'))).toEqual([]);
});

test('a picture that cannot be stored is still sent', async () => {
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  const { log, lines } = recordingLog();
  const make = async () => Buffer.from('picture');
  const picture = cacheVariants({ folder: file, version: '1', make, log });
  expect(String(await picture(hero))).toBe('picture');
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
  const picture = cacheVariants({ folder, version: '1', make, log: recordingLog().log });
  await expect(picture(hero)).rejects.toThrow('no memory');
  expect(String(await picture(hero))).toBe('picture');
});
