import sharp from 'sharp';
import { expect, test } from 'vitest';
import { photos } from '#cafe/photos.ts';
import { makeVariant } from './make-variant.ts';
import { listVariants, originalsVersion } from './serve-photos.ts';

const ORIGINALS = 'cafe/photos';

test.each(['avif', 'webp', 'jpeg'] as const)(
  'makes a small %s of the whole original',
  async (format) => {
    const variant = { file: 'hero.jpg', width: 240, quality: 50, format };
    const picture = await makeVariant(variant, `${ORIGINALS}/hero.jpg`, 3);
    const meta = await sharp(picture).metadata();
    expect([meta.width, meta.height]).toEqual([240, 135]);
    expect(meta.format).toBe(format === 'avif' ? 'heif' : format);
    expect(picture.byteLength).toBeLessThan(12_000);
  },
);

test('the list is bounded, and no variant is wider than its original', () => {
  const variants = [...listVariants(photos).values()];
  expect(variants.length).toBeLessThan(2_000);
  for (const { file, width } of variants) {
    expect(width).toBeLessThanOrEqual(photos.find((photo) => photo.file === file)?.width ?? 0);
  }
});

test('the version changes only with the originals', async () => {
  const version = await originalsVersion(ORIGINALS, photos);
  expect(version).toMatch(/^\d{1,10}$/);
  expect(await originalsVersion(ORIGINALS, photos)).toBe(version);
  expect(await originalsVersion(ORIGINALS, photos.slice(1))).not.toBe(version);
});
