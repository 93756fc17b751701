import type { Page } from '@playwright/test';

/** Holds the page's requests for these URLs, as on a slow network. @returns lets them through. */
export async function holdRequests(page: Page, urls: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(urls, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
