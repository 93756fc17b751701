import type { Page } from '@playwright/test';
import * as z from 'zod';

const KeptTokens = z.array(
  z.object({ token: z.string(), issuedAt: z.number(), expiresAt: z.number() }),
);
type KeptToken = z.infer<typeof KeptTokens>[number];

/** The bot-check token in the browser's database, if there is one. */
export async function keptToken(page: Page): Promise<KeptToken | undefined> {
  return (await inDatabase(page))[0];
}

/** As if the browser had kept another one. */
export async function changeKeptToken(page: Page, change: Partial<KeptToken>): Promise<void> {
  await inDatabase(page, change);
}

async function inDatabase(page: Page, change: Partial<KeptToken> = {}) {
  const found = await page.evaluate(async (change) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    // Opened before the bot check does it, it would be left without its store.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'bot-check')) return [];
    const database = await done(indexedDB.open('bot-check'));
    const store = database.transaction('tokens', 'readwrite').objectStore('tokens');
    const [keys, kept] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    for (const [place, key] of keys.entries()) store.put({ ...kept[place], ...change }, key);
    database.close();
    return kept;
  }, change);
  return KeptTokens.parse(found);
}

/** What is sent because of the bot check, from now on. */
export function watch(page: Page) {
  const seen = {
    workers: Array.of<string>(),
    longerWork: 0,
    /** The tokens of the orders that were placed, and of the confirmations asked for. */
    placed: Array.of<string | undefined>(),
    confirmed: Array.of<string | undefined>(),
  };
  page.on('worker', (worker) => seen.workers.push(worker.url()));
  page.on('request', (request) => {
    const url = request.url();
    const token = request.headers()['x-firebase-appcheck'];
    if (url.includes('challenge?effort=long')) seen.longerWork += 1;
    if (!url.includes('/api/orders/')) return;
    if (request.method() === 'PUT') seen.placed.push(token);
    else seen.confirmed.push(token);
  });
  return seen;
}
