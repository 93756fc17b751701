import { cakePath } from '#app/seo/addresses.ts';
import type { PhotoLinks } from '#app/ui/large-photo.tsx';
import { gallery, galleryCakes } from '#cafe/words/pictures.ts';
import type { Catalogue } from '#server/content/catalogue.ts';

export const galleryPhotos: string[] = gallery.flatMap(({ long, short }) => [long, short]);

/** For loaders: links from the gallery's pictures to their cakes. A hidden cake has none. */
export function galleryLinks({ byIds }: Pick<Catalogue, 'byIds'>): PhotoLinks {
  const cakes = byIds(Object.values(galleryCakes));
  return Object.fromEntries(
    Object.entries(galleryCakes).flatMap(([file, id]) => {
      const cake = cakes.find((one) => one.id === id);
      return cake ? [[file, { title: cake.title, path: cakePath(cake) }]] : [];
    }),
  );
}
