import type { Page } from '@playwright/test';
import * as z from 'zod';

const StoredToken = z.object({ token: z.string(), issuedAt: z.number(), expiresAt: z.number() });
type StoredToken = z.infer<typeof StoredToken>;

const PREFIX = 'bot-check:';

/** Reads the bot-check token from the browser's storage. */
export async function storedToken(page: Page): Promise<StoredToken | undefined> {
  const stored = await page.evaluate(
    (prefix) => Object.entries(localStorage).find(([key]) => key.startsWith(prefix))?.[1],
    PREFIX,
  );
  return stored === undefined ? undefined : StoredToken.parse(JSON.parse(stored));
}

export async function changeStoredToken(page: Page, change: Partial<StoredToken>): Promise<void> {
  const token = { ...(await storedToken(page)), ...change };
  await page.evaluate(
    ([prefix, value]) => {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(prefix)) localStorage.setItem(key, value);
      }
    },
    [PREFIX, JSON.stringify(token)] as const,
  );
}

/** Records the requests of the bot check. */
export function watch(page: Page) {
  const seen = {
    longerWork: 0,
    /** The tokens sent with orders and with confirmations. */
    placed: Array.of<string | undefined>(),
    confirmed: Array.of<string | undefined>(),
  };
  page.on('request', (request) => {
    const url = request.url();
    const token = request.headers()['x-firebase-appcheck'];
    if (url.includes('challenge?difficulty=long')) seen.longerWork += 1;
    if (!url.includes('/api/orders/')) return;
    if (request.method() === 'PUT') seen.placed.push(token);
    else seen.confirmed.push(token);
  });
  return seen;
}
