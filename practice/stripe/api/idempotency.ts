import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ApiError, invalidRequest } from './protocol.ts';

/** A response as first sent, to be replayed for its idempotency key. */
export type StoredResponse = { status: number; body: string; requestId: string };

const responseRow = z.object({
  fingerprint: z.string(),
  status: z.number(),
  body: z.string(),
  request_id: z.string(),
});

export type IdempotencyKeys = {
  /** Locks the key while `work` runs. @throws ApiError 409 when the key is locked. */
  lock<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** @throws ApiError 400 when the key was used with other parameters. */
  find(key: string, fingerprint: string): StoredResponse | undefined;
  store(key: string, fingerprint: string, response: StoredResponse): void;
  /** Deletes the responses that contain an id; all of them for an empty text. */
  forget(text: string): void;
};

const MAX_KEY_LENGTH = 255;
const EXPIRES_AFTER_MS = 24 * 60 * 60_000;

export function openIdempotencyKeys(database: DatabaseSync, now: () => Date): IdempotencyKeys {
  database.exec(`
    create table if not exists idempotency_keys (
      key text primary key,
      fingerprint text not null,
      status integer not null,
      body text not null,
      request_id text not null,
      kept_at integer not null
    );
    create index if not exists idempotency_keys_kept_at on idempotency_keys (kept_at);
  `);
  const deleteExpired = database.prepare('delete from idempotency_keys where kept_at < ?');
  const select = database.prepare('select * from idempotency_keys where key = ?');
  const insert = database.prepare(
    'insert into idempotency_keys (key, fingerprint, status, body, request_id, kept_at) values (?, ?, ?, ?, ?, ?)',
  );
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
      deleteExpired.run(now().getTime() - EXPIRES_AFTER_MS);
      const row = select.get(key);
      if (row === undefined) return undefined;
      const stored = responseRow.parse(row);
      if (stored.fingerprint !== fingerprint) throw otherParameters(key);
      return { status: stored.status, body: stored.body, requestId: stored.request_id };
    },
    store(key, fingerprint, { status, body, requestId }) {
      insert.run(key, fingerprint, status, body, requestId, now().getTime());
    },
    forget(text) {
      database.prepare('delete from idempotency_keys where instr(body, ?) > 0').run(text);
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
