import { href } from 'react-router';
import { originContext, shopContext } from '#app/shop-context.ts';
import type { Route } from './+types/sitemap';
import { absolute, cakePath, categoryPath } from './addresses.ts';
import { sitemapXml } from './sitemap-xml.ts';
import { textFile } from './text-file.ts';

/** `/sitemap.xml`: every page that is for everyone, under the one address that counts. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [categories, cakes] = await Promise.all([shop.categories(), shop.cakeAddresses()]);
  const paths = [
    href('/'),
    href('/about-us'),
    href('/privacy'),
    ...categories.map(categoryPath),
    ...cakes.map(cakePath),
  ];
  const origin = context.get(originContext);
  return textFile(sitemapXml(paths.map((path) => absolute(origin, path))), 'application/xml');
}
