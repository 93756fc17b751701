import * as z from 'zod/mini';
import { withTimeout } from './deadline.ts';
import type { Token } from './exchange.ts';
import { report } from './report.ts';

/** Keeps a token beyond the page, so that it survives the trip to the card checkout. */
export interface TokenStore {
  read(): Promise<Token | undefined>;
  write(token: Token): Promise<void>;
}

const DATABASE = 'bot-check';
const STORE = 'tokens';
/** Some browsers leave a database opening for ever in private mode. */
const LONGEST_WAIT_MS = 2_000;

const StoredToken = z.object({ token: z.string(), issuedAt: z.number(), expiresAt: z.number() });

/**
 * In the browser's database. It never fails: where nothing can be kept, a token lasts as long as the
 * page. @param key the app it is for, so that another shop's settings never meet with its token.
 */
export function tokensInBrowser(key: string): TokenStore {
  let opened: Promise<IDBDatabase | undefined> | undefined;

  async function open(): Promise<IDBDatabase | undefined> {
    try {
      return await withTimeout(LONGEST_WAIT_MS, openDatabase());
    } catch (error) {
      report('storage-open', error);
      return undefined;
    }
  }

  return {
    async read() {
      opened ??= open();
      const database = await opened;
      try {
        const store = database?.transaction(STORE).objectStore(STORE);
        const found =
          store && (await withTimeout(LONGEST_WAIT_MS, outcomeOf<unknown>(store.get(key))));
        return StoredToken.safeParse(found).data;
      } catch (error) {
        report('storage-get', error);
        return undefined;
      }
    },

    async write(token) {
      opened ??= open();
      const database = await opened;
      try {
        const store = database?.transaction(STORE, 'readwrite').objectStore(STORE);
        if (store) await withTimeout(LONGEST_WAIT_MS, outcomeOf(store.put(token, key)));
      } catch (error) {
        report('storage-set', error);
      }
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return outcomeOf(request);
}

function outcomeOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
