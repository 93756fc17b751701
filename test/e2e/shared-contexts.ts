import type { Browser, BrowserContext, Page } from '@playwright/test';

// Chromium loads a page of the shop with half of the CPU time in a renderer process that has shown the shop
// before, and with its cache. So the tests of a worker share a page.

export interface SharedContexts {
  /**
   * @param key names the options that a context cannot change later.
   * @param prepare called with a new context.
   * @returns the context of earlier tests with this key, or a new one with the running test's options.
   */
  open(key: string, prepare: (context: BrowserContext) => Promise<void>): Promise<BrowserContext>;
  close(): Promise<void>;
}

export function createSharedContexts(browser: Browser): SharedContexts {
  const contexts = new Map<string, BrowserContext>();
  return {
    async open(key, prepare) {
      const known = contexts.get(key);
      if (known) return known;
      const context = await browser.newContext();
      context.once('close', () => contexts.delete(key));
      await prepare(context);
      contexts.set(key, context);
      return context;
    },
    async close() {
      await Promise.all([...contexts.values()].map((context) => context.close()));
    },
  };
}

/** Leaves a context as a test found it: with one page, in an empty document, without cookies and storage. */
export async function resetContext(context: BrowserContext, emptyDocument: string): Promise<void> {
  const [page, ...others] = context.pages();
  await Promise.all(others.map((other) => other.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  if (page) await resetPage(page, emptyDocument);
}

async function resetPage(page: Page, emptyDocument: string): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.mouse.move(0, 0);
  // `about:blank` would end the renderer process.
  await page.goto(emptyDocument);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}
