import type { Browser, Page } from '@playwright/test';
import { expect } from './shop-fixture.ts';
import { openPage } from './visitor.ts';

const LIVE = /\/api\/live\?/;

/** Opens a page and waits until it is connected to the live events. */
export async function openLive(page: Page, path: string): Promise<void> {
  // A shop that has just started generates its pictures first.
  const connected = page.waitForResponse(LIVE, { timeout: 30_000 });
  await openPage(page, path);
  await connected;
}

/** The home page of a visitor with a browser of their own, which follows what the owner changes. */
export async function openVisitor(browser: Browser, baseURL: string): Promise<Page> {
  const visitor = await (await browser.newContext({ baseURL })).newPage();
  await openLive(visitor, '/');
  return visitor;
}

/** Records the parameters of each live connection that the page opens. */
export function recordConnections(page: Page): URLSearchParams[] {
  const connections: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (LIVE.test(request.url())) connections.push(new URL(request.url()).searchParams);
  });
  return connections;
}

/** Counts the page's loader requests. */
export function countLoaderRequests(page: Page): () => number {
  let requests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.data')) requests += 1;
  });
  return () => requests;
}

/** The chosen day, as the page shows it and as `YYYY-MM-DD`. */
export async function chosenDay(page: Page): Promise<{ words: string; day: string }> {
  const said = page.getByText(/^You collect on .*\.$/);
  await expect(said).toBeVisible();
  const words = (await said.innerText()).slice('You collect on '.length, -1);
  return { words, day: new Date(`${words} UTC`).toISOString().slice(0, 10) };
}
