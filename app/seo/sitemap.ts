import { href } from 'react-router';
import { shopContext, siteContext } from '#app/shop-context.ts';
import type { Route } from './+types/sitemap';
import { absolute, cakePath, categoryPath } from './addresses.ts';

/** `/sitemap.xml`: the canonical URLs of all public pages. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { categories, cakes } = (await shop.content()).catalogue;
  const paths = [
    href('/'),
    href('/cakes'),
    href('/about-us'),
    href('/ask'),
    href('/privacy'),
    href('/terms'),
    ...categories.map(categoryPath),
    ...cakes.map(cakePath),
  ];
  const origin = context.get(siteContext).origin;
  const xml = sitemapXml(paths.map((path) => absolute(origin, path)));
  return new Response(xml, { headers: { 'Content-Type': 'application/xml' } });
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** @param addresses absolute URLs. */
export function sitemapXml(addresses: string[]): string {
  const entries = addresses.map((address) => `  <url><loc>${escapeXml(address)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
