import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openCollection } from '../collection.ts';

const token = z.object({
  id: z.string(),
  action: z.string(),
  hostname: z.string(),
  madeAt: z.string(),
  score: z.number(),
  spent: z.boolean(),
});

export type Token = z.infer<typeof token>;

/** A token is good for two minutes, and for one question. */
const GOOD_FOR_MS = 2 * 60 * 1000;

export type Tokens = {
  make(facts: Pick<Token, 'action' | 'hostname' | 'score'>): string;
  /** The token that is asked about; it cannot be asked about again. */
  spend(id: string): { ok: true; token: Token } | { ok: false; reason: 'unknown' | 'spent' };
};

export function openTokens(database: DatabaseSync, now: () => Date): Tokens {
  const tokens = openCollection(database, 'token', token);
  return {
    make(facts) {
      const id = `03A${randomBytes(256).toString('base64url')}`;
      tokens.add({ ...facts, id, madeAt: now().toISOString(), spent: false });
      return id;
    },
    spend(id) {
      const found = tokens.find(id);
      if (!found) return { ok: false, reason: 'unknown' };
      const age = now().getTime() - Date.parse(found.madeAt);
      if (found.spent || age > GOOD_FOR_MS) return { ok: false, reason: 'spent' };
      tokens.replace({ ...found, spent: true });
      return { ok: true, token: found };
    },
  };
}
