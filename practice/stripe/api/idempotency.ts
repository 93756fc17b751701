import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { ApiError, invalidRequest } from './api-error.ts';

/** An answer as it was first given, to be given again word for word. */
export type Answer = { status: number; body: string; requestId: string };

const keptAnswer = z.object({
  fingerprint: z.string(),
  status: z.number(),
  body: z.string(),
  request_id: z.string(),
});

export type IdempotencyKeys = {
  /** Holds the key while `work` runs; a second request with it is refused meanwhile. */
  claim<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** The answer first given to this very request, if there is one. */
  recall(key: string, fingerprint: string): Answer | undefined;
  keep(key: string, fingerprint: string, answer: Answer): void;
  /** Drops the answers that mention an id; all of them for an empty text. */
  forget(mentioned: string): void;
};

const LONGEST_KEY = 255;
const KEPT_FOR_MS = 24 * 60 * 60_000;

export function openIdempotencyKeys(database: DatabaseSync, now: () => Date): IdempotencyKeys {
  database.exec(`
    create table if not exists idempotency_keys (
      key text primary key,
      fingerprint text not null,
      status integer not null,
      body text not null,
      request_id text not null,
      kept_at integer not null
    )
  `);
  const inUse = new Set<string>();

  return {
    async claim(key, work) {
      if (key.length > LONGEST_KEY) {
        throw invalidRequest(`Idempotency keys can be at most ${LONGEST_KEY} characters long.`);
      }
      if (inUse.has(key)) throw keyInUse(key);
      inUse.add(key);
      try {
        return await work();
      } finally {
        inUse.delete(key);
      }
    },
    recall(key, fingerprint) {
      const tooOld = now().getTime() - KEPT_FOR_MS;
      database.prepare('delete from idempotency_keys where kept_at < ?').run(tooOld);
      const row = database.prepare('select * from idempotency_keys where key = ?').get(key);
      if (row === undefined) return undefined;
      const kept = keptAnswer.parse(row);
      if (kept.fingerprint !== fingerprint) throw otherParameters(key);
      return { status: kept.status, body: kept.body, requestId: kept.request_id };
    },
    keep(key, fingerprint, { status, body, requestId }) {
      database
        .prepare(
          'insert into idempotency_keys (key, fingerprint, status, body, request_id, kept_at) values (?, ?, ?, ?, ?, ?)',
        )
        .run(key, fingerprint, status, body, requestId, now().getTime());
    },
    forget(mentioned) {
      database.prepare('delete from idempotency_keys where instr(body, ?) > 0').run(mentioned);
    },
  };
}

/** What must be the same for two requests to count as one. */
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
