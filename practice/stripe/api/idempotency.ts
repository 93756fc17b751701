import { createHash } from 'node:crypto';
import { ApiError, invalidRequest } from './protocol.ts';

/** A response as first sent, to be replayed for its idempotency key. */
export type StoredResponse = { status: number; body: string };

interface UsedKey extends StoredResponse {
  fingerprint: string;
  usedAt: number;
}

export type IdempotencyKeys = ReturnType<typeof openIdempotencyKeys>;

const MAX_KEY_LENGTH = 255;
const EXPIRES_AFTER_MS = 24 * 60 * 60_000;

/** In memory: a shop that repeats a request after these services have started again makes a second object. */
export function openIdempotencyKeys(now: () => Date) {
  const used = new Map<string, UsedKey>();
  const locked = new Set<string>();

  return {
    /** Locks the key while `work` runs. @throws ApiError 409 when the key is locked. */
    async lock<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
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
    /** @throws ApiError 400 when the key was used with other parameters. */
    find(key: string, fingerprint: string): StoredResponse | undefined {
      const found = used.get(key);
      if (!found || found.usedAt < now().getTime() - EXPIRES_AFTER_MS) return undefined;
      if (found.fingerprint !== fingerprint) throw otherParameters(key);
      return found;
    },
    store(key: string, fingerprint: string, response: StoredResponse): void {
      used.set(key, { ...response, fingerprint, usedAt: now().getTime() });
    },
    clear: () => used.clear(),
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
