import type { Page } from '@playwright/test';
import { expect } from './shop-fixture.ts';
import { go } from './visitor.ts';

const LIVE = /\/api\/live\?/;

/** Opens a page and waits until it hears what changes. */
export async function openLive(page: Page, path: string): Promise<void> {
  // A shop that has just been opened makes its pictures first.
  const connected = page.waitForResponse(LIVE, { timeout: 30_000 });
  await go(page, path);
  await connected;
}

/** The addresses with which the page begins to listen from now on. */
export function recordConnections(page: Page): URLSearchParams[] {
  const connections: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (LIVE.test(request.url())) connections.push(new URL(request.url()).searchParams);
  });
  return connections;
}

/** How often the page's loaders have been asked again from now on. */
export function countQuestions(page: Page): () => number {
  let questions = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.data')) questions += 1;
  });
  return () => questions;
}

/** The day that is chosen, as the page says it and as the owner types it. */
export async function chosenDay(page: Page): Promise<{ words: string; day: string }> {
  const said = page.getByText(/^You collect on .*\.$/);
  await expect(said).toBeVisible();
  const words = (await said.innerText()).slice('You collect on '.length, -1);
  return { words, day: new Date(`${words} UTC`).toISOString().slice(0, 10) };
}
