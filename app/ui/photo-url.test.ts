import { describe, expect, test } from 'vitest';
import { photos } from '#cafe/photos.ts';
import type { PhotoDelivery } from './photo-url.ts';
import { photoSrcSet, photoUrl } from './photo-url.ts';

const ipx: PhotoDelivery = { cdn: 'ipx', base: '/_img', version: '123' };
const cloudinary: PhotoDelivery = {
  cdn: 'cloudinary',
  base: 'https://res.cloudinary.com/battenberg/image/upload',
  version: '123',
};
const imgix: PhotoDelivery = { cdn: 'imgix', base: 'https://battenberg.imgix.net', version: '123' };

describe('the address of a picture', () => {
  test.each([
    ['the embedded one', ipx, '/_img/w_480,q_70,f_webp/v123/hero.jpg'],
    [
      'Cloudinary',
      cloudinary,
      'https://res.cloudinary.com/battenberg/image/upload/w_480,f_webp,q_70,c_lfill/v123/hero.jpg',
    ],
    [
      'a folder of Cloudinary',
      { ...cloudinary, base: `${cloudinary.base}/my_cafe/photos` },
      'https://res.cloudinary.com/battenberg/image/upload/w_480,f_webp,q_70,c_lfill/v123/my_cafe/photos/hero.jpg',
    ],
    [
      'Cloudinary under a name of its own',
      { ...cloudinary, base: 'https://images.cafe.example/image/upload' },
      'https://images.cafe.example/image/upload/w_480,f_webp,q_70,c_lfill/v123/hero.jpg',
    ],
    ['imgix', imgix, 'https://battenberg.imgix.net/hero.jpg?v=123&fm=webp&w=480&q=70&fit=min'],
    [
      'a folder of imgix',
      { ...imgix, base: `${imgix.base}/photos` },
      'https://battenberg.imgix.net/photos/hero.jpg?v=123&fm=webp&w=480&q=70&fit=min',
    ],
  ])('at %s', (_where, delivery, expected) => {
    expect(photoUrl(delivery, 'hero.jpg', { width: 480, format: 'webp' })).toBe(expected);
  });

  test.each([ipx, cloudinary, imgix])('at $cdn each format has one of its own', (delivery) => {
    const [avif, webp, jpeg] = (['avif', 'webp', 'jpeg'] as const).map((format) =>
      photoUrl(delivery, 'hero.jpg', { width: 480, format }),
    );
    expect(avif).toMatch(/(f_|fm=)avif/);
    expect(avif).toMatch(/(q_|q=)50/);
    expect(webp).toMatch(/(f_|fm=)webp/);
    expect(jpeg).toMatch(/(f_|fm=)jpeg/);
  });
});

test('the browser may choose from every width that there is, and no other', () => {
  const photo = photos.find(({ file }) => file === 'berry-drip-cake.jpg');
  const set = photo ? photoSrcSet(ipx, photo, 'avif') : '';
  const widths = [...set.matchAll(/w_(\d+),q_50,f_avif\/v123\/berry-drip-cake\.jpg (\d+)w/g)];
  expect(widths.map(([, width]) => Number(width))).toEqual([
    96, 120, 150, 192, 240, 300, 375, 480, 600, 750, 960, 1080,
  ]);
  for (const [, width, descriptor] of widths) expect(descriptor).toBe(width);
});
