import type { Shop } from '#server/shop.ts';
import { listPhotos } from './photos.ts';
import { currentWords } from './texts.ts';

type PictureKey = 'homePicture' | 'gallery';

/** What the owner has chosen. The first pictures of the shop replace those that have been deleted since. */
export async function shownPictures(
  shop: Pick<Shop, 'content' | 'cafePhotos' | 'firstWords'>,
): Promise<Record<PictureKey, string[]>> {
  const [words, photos] = await Promise.all([currentWords(shop), listPhotos(shop)]);
  const files = new Set(photos.map(({ file }) => file));
  const shown = (key: PictureKey) => {
    const there = words[key].filter((file) => files.has(file));
    const count = words[key].length;
    return [...new Set([...there, ...shop.firstWords[key]])].slice(0, count);
  };
  return { homePicture: shown('homePicture'), gallery: shown('gallery') };
}
