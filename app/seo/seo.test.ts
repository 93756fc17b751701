import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MARZIPAN } from './shop-icons.tsx';
import { sitemapXml } from './sitemap.ts';

test('the sitemap has an entry for every URL and escapes it', () => {
  const xml = sitemapXml(['https://a.example/', `https://a.example/x?a=1&b="<'>`]);
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://a.example/</loc></url>
  <url><loc>https://a.example/x?a=1&amp;b=&quot;&lt;&apos;&gt;</loc></url>
</urlset>
`);
});

test("the theme colour is the stylesheet's", () => {
  expect(readFileSync('app/ui/tokens.css', 'utf8')).toContain(`--marzipan: ${MARZIPAN};`);
});
