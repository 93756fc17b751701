import { describe, expect, test } from 'vitest';
import { photoUrl } from '#app/ui/photo-url.ts';
import { photoAddress } from './photo-address.ts';

const CLOUDINARY = 'https://res.cloudinary.com/battenberg/image/upload';
const IMGIX = 'https://battenberg.imgix.net';

describe('the address of a picture', () => {
  test.each([
    ['the embedded one', 'ipx', '/_img', '/_img/w_480,q_70,f_webp/v123/hero.jpg'],
    [
      'Cloudinary',
      'cloudinary',
      CLOUDINARY,
      'https://res.cloudinary.com/battenberg/image/upload/w_480,f_webp,q_70,c_lfill/v123/hero.jpg',
    ],
    [
      'a folder of Cloudinary',
      'cloudinary',
      `${CLOUDINARY}/my_cafe/photos`,
      'https://res.cloudinary.com/battenberg/image/upload/w_480,f_webp,q_70,c_lfill/v123/my_cafe/photos/hero.jpg',
    ],
    [
      'Cloudinary under a name of its own',
      'cloudinary',
      'https://images.cafe.example/image/upload',
      'https://images.cafe.example/image/upload/w_480,f_webp,q_70,c_lfill/v123/hero.jpg',
    ],
    [
      'imgix',
      'imgix',
      IMGIX,
      'https://battenberg.imgix.net/hero.jpg?v=123&fm=webp&w=480&q=70&fit=min',
    ],
    [
      'a folder of imgix',
      'imgix',
      `${IMGIX}/photos`,
      'https://battenberg.imgix.net/photos/hero.jpg?v=123&fm=webp&w=480&q=70&fit=min',
    ],
  ] as const)('at %s', (_where, cdn, base, expected) => {
    const url = photoAddress(cdn, base, '123');
    expect(photoUrl({ url }, 'hero.jpg', { width: 480, format: 'webp' })).toBe(expected);
  });

  test.each([
    ['ipx', '/_img'],
    ['cloudinary', CLOUDINARY],
    ['imgix', IMGIX],
  ] as const)('at %s each format has one of its own', (cdn, base) => {
    const url = photoAddress(cdn, base, '123');
    const [avif, webp, jpeg] = (['avif', 'webp', 'jpeg'] as const).map((format) =>
      photoUrl({ url }, 'hero.jpg', { width: 480, format }),
    );
    expect(avif).toMatch(/(f_|fm=)avif/);
    expect(avif).toMatch(/(q_|q=)50/);
    expect(webp).toMatch(/(f_|fm=)webp/);
    expect(jpeg).toMatch(/(f_|fm=)jpeg/);
  });
});
