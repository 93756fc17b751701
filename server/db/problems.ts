import type { Kysely, RawBuilder } from 'kysely';
import * as z from 'zod';
import type { Instant } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import type { Problems } from '#server/orders/order-ports.ts';
import { type NewProblem, problemKey, type StoredProblem } from '#server/orders/problems.ts';
import type { Tables } from './tables.ts';

const Facts = z.record(z.string(), z.union([z.string(), z.number()]));

export function createProblems(db: Kysely<Tables>): Problems {
  const stillOpen = db.selectFrom('problems').where('closed_at', 'is', null);
  return {
    raise: (problem, at) => insertProblem(db, problem, at),

    async open(limit) {
      const rows = await stillOpen
        .selectAll()
        .orderBy('raised_at')
        .orderBy('key')
        .limit(limit)
        .execute();
      return rows.map(
        ({ key, kind, order_id, facts, raised_at }): StoredProblem => ({
          key,
          kind,
          orderId: order_id,
          facts: readFacts(facts),
          raisedAt: raised_at,
        }),
      );
    },

    close: (key, at) => closeProblem(db, key, at),

    async remove(key) {
      await db.deleteFrom('problems').where('key', '=', key).execute();
    },

    async reopen(key) {
      await db.updateTable('problems').set({ closed_at: null }).where('key', '=', key).execute();
    },
  };
}

/** As `Problems.raise`, also in the transaction of what it is about. */
export async function insertProblem(
  db: Kysely<Tables>,
  problem: NewProblem,
  at: Instant | RawBuilder<string>,
): Promise<boolean> {
  const facts = JSON.stringify(problem.facts);
  const { numInsertedOrUpdatedRows: raised } = await db
    .insertInto('problems')
    .values({
      key: problemKey(problem),
      kind: problem.kind,
      order_id: problem.orderId,
      facts,
      raised_at: at,
    })
    // These can happen again after they were closed.
    .onConflict((known) =>
      known
        .column('key')
        .doUpdateSet({ facts, raised_at: at, closed_at: null })
        .where('problems.kind', 'in', ['customer-not-reached', 'overbooked'])
        .where('problems.closed_at', 'is not', null),
    )
    .executeTakeFirstOrThrow();
  return raised === 1n;
}

/** As `Problems.close`, also in the transaction of what solves it. */
export async function closeProblem(
  db: Kysely<Tables>,
  key: string,
  at: Instant | RawBuilder<string>,
): Promise<boolean> {
  const { numUpdatedRows: closed } = await db
    .updateTable('problems')
    .set({ closed_at: at })
    .where('key', '=', key)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return closed === 1n;
}

/** Unreadable facts are left out. */
function readFacts(stored: string): StoredProblem['facts'] {
  return Facts.safeParse(parseJson(stored)).data ?? {};
}
