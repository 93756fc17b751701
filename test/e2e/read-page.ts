import type { Page } from '@playwright/test';
import * as z from 'zod';

const Facts = z.object({
  titles: z.array(z.string()),
  /** `<meta>` and its contents, by `name` or `property`. */
  meta: z.record(z.string(), z.array(z.string())),
  canonicals: z.array(z.string()),
  structuredData: z.array(z.string()),
  /** The `href` attribute of each link. */
  links: z.array(z.string()),
  ids: z.array(z.string()),
});
export type PageFacts = z.infer<typeof Facts>;

/** Parses the HTML of a page without running its scripts, like a search engine. */
export async function readPage(page: Page, path: string) {
  const response = await page.request.get(path);
  const facts = await page.evaluate(
    (html) => {
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      const all = (selector: string) => [...parsed.querySelectorAll(selector)];
      const texts = (selector: string) => all(selector).map((element) => element.textContent ?? '');
      const values = (selector: string, name: string) =>
        all(selector).map((element) => element.getAttribute(name) ?? '');
      const meta: Record<string, string[]> = {};
      for (const element of all('head meta')) {
        const name = element.getAttribute('name') ?? element.getAttribute('property') ?? '';
        meta[name] = [...(meta[name] ?? []), element.getAttribute('content') ?? ''];
      }
      return {
        titles: texts('head title'),
        meta,
        canonicals: values('head link[rel=canonical]', 'href'),
        structuredData: texts('script[type="application/ld+json"]'),
        links: values('a[href]', 'href'),
        ids: values('[id]', 'id'),
      };
    },
    await response.text(),
  );
  return { status: response.status(), ...Facts.parse(facts) };
}

/** Parses the sitemap as XML. @returns its URLs. */
export async function readSitemap(page: Page): Promise<string[]> {
  const response = await page.request.get('/sitemap.xml');
  const addresses = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      return [...parsed.querySelectorAll('urlset > url > loc')].map((loc) => loc.textContent);
    },
    await response.text(),
  );
  return z.array(z.string()).min(1).parse(addresses);
}
