import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ALL, openCollection } from '../../store.ts';
import { ApiError, invalidRequest } from './protocol.ts';

/** A response as first sent, to be replayed for its idempotency key. */
export type StoredResponse = { status: number; body: string; requestId: string };

const keyRecord = z.object({
  /** The key. */
  id: z.string(),
  fingerprint: z.string(),
  status: z.number(),
  body: z.string(),
  requestId: z.string(),
  created: z.number(),
});

export type IdempotencyKeys = {
  /** Locks the key while `work` runs. @throws ApiError 409 when the key is locked. */
  lock<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** @throws ApiError 400 when the key was used with other parameters. */
  find(key: string, fingerprint: string): StoredResponse | undefined;
  store(key: string, fingerprint: string, response: StoredResponse): void;
  /** Deletes the responses that contain an id, or all. */
  forget(id?: string): void;
};

const MAX_KEY_LENGTH = 255;
const EXPIRES_AFTER_MS = 24 * 60 * 60_000;

export function openIdempotencyKeys(database: DatabaseSync, now: () => Date): IdempotencyKeys {
  const responses = openCollection(database, 'idempotency_key', keyRecord);
  const locked = new Set<string>();

  return {
    async lock(key, work) {
      if (key.length > MAX_KEY_LENGTH) {
        throw invalidRequest(`Idempotency keys can be at most ${MAX_KEY_LENGTH} characters long.`);
      }
      if (locked.has(key)) throw keyInUse(key);
      locked.add(key);
      try {
        return await work();
      } finally {
        locked.delete(key);
      }
    },
    find(key, fingerprint) {
      const stored = responses.find(key);
      if (stored === undefined) return undefined;
      if (stored.created < now().getTime() - EXPIRES_AFTER_MS) {
        responses.remove(key);
        return undefined;
      }
      if (stored.fingerprint !== fingerprint) throw otherParameters(key);
      return stored;
    },
    store(key, fingerprint, response) {
      responses.add({ ...response, id: key, fingerprint, created: now().getTime() });
    },
    forget(id = '') {
      for (const each of responses.list({ limit: ALL })) {
        if (each.body.includes(id)) responses.remove(each.id);
      }
    },
  };
}

/** Equal for requests that count as the same. */
export function fingerprintOf(path: string, parameters: string): string {
  return createHash('sha256').update(`${path}\n${parameters}`).digest('hex');
}

function keyInUse(key: string) {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

function otherParameters(key: string) {
  return new ApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}
