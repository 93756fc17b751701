import { queryDatabase } from '../test/query-database.ts';
import type { Attempted } from './forms.ts';
import type { World } from './world.ts';

/** Lets a time come that is days ahead, by a change of the shop's database. */
export async function bringForward(
  { where, history }: Pick<World, 'where' | 'history'>,
  { what, orderId }: { what: string; orderId: string },
  sql: string,
): Promise<Attempted> {
  const from = Date.now();
  const isDone = await queryDatabase(where, sql).then(
    () => true,
    () => false,
  );
  history.add(`${what}: ${isDone}`, orderId);
  return { answered: isDone ? 'done' : 'unknown', from, to: Date.now() };
}
