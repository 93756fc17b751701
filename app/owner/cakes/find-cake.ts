import { data } from 'react-router';
import type { CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import type { Shop } from '#server/shop.ts';

/** @param id from an address. @throws a 404 page if there is no such cake. */
export async function findCake({ content }: Shop, id: string): Promise<CatalogueEntry> {
  const entry = (await content()).catalogue.entry(id);
  if (!entry) throw data(null, { status: 404 });
  return entry;
}
