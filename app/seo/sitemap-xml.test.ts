import { expect, test } from 'vitest';
import { sitemapXml } from './sitemap-xml.ts';

test('every address is an entry, and none can break out of it', () => {
  const xml = sitemapXml(['https://a.example/', `https://a.example/x?a=1&b="<'>`]);
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://a.example/</loc></url>
  <url><loc>https://a.example/x?a=1&amp;b=&quot;&lt;&apos;&gt;</loc></url>
</urlset>
`);
});
