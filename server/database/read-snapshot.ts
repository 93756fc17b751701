import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Several reads that see the same state, whatever is written meanwhile. They hold up no writer. */
export function readSnapshot<Result>(
  db: Kysely<Tables>,
  read: (moment: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);
}
