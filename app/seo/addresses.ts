import { href } from 'react-router';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';

/** `/about-us` → `https://…/about-us` */
export function absolute(origin: string, path: string): string {
  return new URL(path, origin).href;
}

export function categoryPath({ slug }: Pick<Category, 'slug'>): string {
  return href('/cakes/:category', { category: slug });
}

/** The canonical path of a cake: in the first of its categories. */
export function cakePath({
  id,
  slug = id,
  category: [first],
}: Pick<Cake, 'id' | 'slug' | 'category'>): string {
  if (first === undefined) throw new Error(`${id} is in no category, so it has no page`);
  return href('/cakes/:category/:cake', { category: first, cake: slug });
}
