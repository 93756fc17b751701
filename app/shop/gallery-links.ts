import { cakePath } from '#app/seo/addresses.ts';
import type { PhotoLinks } from '#app/ui/large-photo.tsx';
import type { Catalogue } from '#server/content/catalogue.ts';

/** For loaders: links from pictures to the cakes that are for sale and show them, best as their main picture. */
export function galleryLinks({ cakes }: Pick<Catalogue, 'cakes'>, files: string[]): PhotoLinks {
  return Object.fromEntries(
    files.flatMap((file) => {
      const cake =
        cakes.find(({ img }) => img === file) ?? cakes.find(({ imgs }) => imgs.includes(file));
      return cake ? [[file, { title: cake.title, path: cakePath(cake) }]] : [];
    }),
  );
}
