import { describe, expect, test } from 'vitest';
import { photoWidths, photoWidthUpTo } from './photo-variants.ts';

describe('the widths of a photo', () => {
  test.each([800, 960, 1080, 1200, 1920])(
    'one of %d px ends there and never skips far',
    (width) => {
      const widths = photoWidths({ width });
      expect(widths.at(-1)).toBe(width);
      for (const [index, wider] of widths.slice(1).entries()) {
        const narrower = widths[index] ?? 0;
        expect(wider).toBeGreaterThan(narrower);
        expect(wider / narrower).toBeLessThanOrEqual(1.3);
      }
    },
  );

  test('a small one is not enlarged', () => {
    expect(photoWidths({ width: 130 })).toEqual([96, 120, 130]);
    expect(photoWidths({ width: 50 })).toEqual([50]);
  });

  test('the widest up to a limit', () => {
    expect(photoWidthUpTo({ width: 1080 }, 1000)).toBe(960);
    expect(photoWidthUpTo({ width: 800 }, 1000)).toBe(800);
    expect(photoWidthUpTo({ width: 800 }, 50)).toBe(96);
  });
});
