import { expect, test } from 'vitest';
import { photos } from '#cafe/photos.ts';
import { photoSrcSet } from './photo-url.ts';

test('the browser may choose from every width that there is, and no other', () => {
  const photo = photos.find(({ file }) => file === 'berry-drip-cake.jpg');
  const url = '/_img/w_{width},q_{quality},f_{format}/v123/{file}';
  const set = photo ? photoSrcSet({ url }, photo, 'avif') : '';
  const widths = [...set.matchAll(/w_(\d+),q_50,f_avif\/v123\/berry-drip-cake\.jpg (\d+)w/g)];
  expect(widths.map(([, width]) => Number(width))).toEqual([
    96, 120, 150, 192, 240, 300, 375, 480, 600, 750, 960, 1080,
  ]);
  for (const [, width, descriptor] of widths) expect(descriptor).toBe(width);
});
