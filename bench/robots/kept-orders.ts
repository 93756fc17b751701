import type { DatabaseLocation } from '#server/database/open-database.ts';
import { readTables } from '../../test/query-behind-the-back.ts';

export interface KeptOrders {
  ofVisitor: number;
  ofOthers: number;
}

/** What stands in the database, whatever was answered. */
export async function countOrders(
  where: DatabaseLocation,
  visitorsId: string,
): Promise<KeptOrders> {
  const orders = (await readTables(where)).get('orders') ?? [];
  const ofVisitor = orders.filter(({ id }) => id === visitorsId).length;
  return { ofVisitor, ofOthers: orders.length - ofVisitor };
}
