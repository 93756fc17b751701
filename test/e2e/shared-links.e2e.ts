import sharp from 'sharp';
import * as z from 'zod';
import { type PageFacts, readPage, readSitemap } from './read-page.ts';
import { expect, test } from './shop-fixture.ts';
import { readStructuredData } from './structured-data-shape.ts';
import { BERRY_DRIP_CAKE, openPage } from './visitor.ts';

// `readPage` parses HTML, which the policy of the shop's pages does not allow.
test.use({ ownContext: true });

test('a shared link has a picture of the declared size; a cake has its own', {
  tag: '@nightly',
}, async ({ page, shop }) => {
  const pictures = new Map<string, { width: string; height: string }>();
  for (const address of await readSitemap(page)) {
    const card = sharedCard(await readPage(page, address));
    expect(card.url).toBe(address);
    expect(card.image).toMatch(new RegExp(`^${shop.origin}/`));
    expect(card.image.includes('social-card')).toBe(!/\/cakes\/.+\//.test(address));
    pictures.set(card.image, card);
  }
  for (const [url, { width, height }] of pictures) {
    const response = await page.request.get(url);
    expect(response.status(), url).toBe(200);
    expect(response.headers()['content-type']).toBe('image/jpeg');
    const picture = await sharp(await response.body()).metadata();
    expect([picture.width, picture.height], url).toEqual([Number(width), Number(height)]);
  }
});

test('home, categories and cakes have structured data', { tag: '@nightly' }, async ({ page }) => {
  for (const address of await readSitemap(page)) {
    const blocks = readStructuredData((await readPage(page, address)).structuredData);
    expect(
      blocks.map((block) => block['@type']),
      address,
    ).toEqual(typesExpectedAt(new URL(address).pathname));
    for (const block of blocks) {
      if (block['@type'] === 'Product') expect(block.url).toBe(address);
      if (block['@type'] === 'BreadcrumbList') {
        expect(block.itemListElement.at(-1)?.item).toBe(address);
      }
    }
  }
  const { structuredData } = await readPage(page, BERRY_DRIP_CAKE);
  expect(readStructuredData(structuredData)[0]).toMatchObject({
    name: 'Berry Drip Cake',
    offers: ['48.00', '68.00', '92.00', '140.00'].map((price) => ({ price })),
  });
});

test('icons exist for tab, phone and home screen', { tag: '@nightly' }, async ({ page }) => {
  await openPage(page, '/about-us');
  const address = (selector: string) => page.locator(`head ${selector}`).getAttribute('href');
  const manifest = await page.request.get((await address('link[rel=manifest]')) ?? '');
  expect(manifest.headers()['content-type']).toBe('application/manifest+json');
  const { icons, theme_color } = Manifest.parse(await manifest.json());
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', theme_color);

  const all = [
    ...icons,
    { src: await address('link[rel=apple-touch-icon]'), sizes: '180x180', type: 'image/png' },
    { src: await address('link[rel=icon][type="image/png"]'), sizes: '48x48', type: 'image/png' },
    { src: await address('link[rel=icon][type="image/svg+xml"]'), type: 'image/svg+xml' },
  ];
  for (const icon of all) {
    const response = await page.request.get(icon.src ?? '');
    expect(response.status(), String(icon.src)).toBe(200);
    expect(response.headers()['content-type']).toContain(icon.type);
    const { width, height } = await sharp(await response.body()).metadata();
    if ('sizes' in icon) expect(`${width}x${height}`).toBe(icon.sizes);
  }
});

const Manifest = z.object({
  name: z.string().min(1),
  short_name: z.string().min(1).max(12),
  start_url: z.literal('/'),
  display: z.enum(['standalone', 'browser']),
  background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  theme_color: z.string().regex(/^#[0-9a-f]{6}$/),
  icons: z
    .array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() }))
    .min(3),
});

function sharedCard({ meta }: PageFacts) {
  const once = z.tuple([z.string().min(1)]).transform(([value]) => value);
  const card = z.object({
    'og:type': once,
    'og:site_name': once,
    'og:title': once,
    'og:description': once,
    'og:url': once,
    'og:image': once,
    'og:image:width': once,
    'og:image:height': once,
    'og:image:alt': once,
    'twitter:card': z.tuple([z.literal('summary_large_image')]),
    'twitter:title': once,
    'twitter:description': once,
    'twitter:image': once,
    'twitter:image:alt': once,
  });
  const found = card.parse(meta);
  return {
    url: found['og:url'],
    image: found['og:image'],
    width: found['og:image:width'],
    height: found['og:image:height'],
  };
}

function typesExpectedAt(path: string): string[] {
  if (path === '/') return ['Bakery'];
  if (['/about-us', '/ask', '/privacy', '/terms'].includes(path)) return [];
  return path.split('/').length <= 3 ? ['BreadcrumbList'] : ['Product', 'BreadcrumbList'];
}
