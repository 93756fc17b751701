import { csvFile } from '#app/owner/frame/csv-file.ts';
import { ordersTable } from '#app/owner/orders/export/orders-table.ts';
import { itemsOf } from '#server/orders/export.ts';
import type { Route } from './+types/orders-csv';
import { chosenRecords } from './find-customer.ts';

/** The chosen orders of a customer. */
export async function loader(args: Route.LoaderArgs) {
  const { chosen } = await chosenRecords(args);
  const orders = chosen.flatMap(({ booked }) => booked ?? []);
  return csvFile('orders-of-customer', ordersTable(itemsOf(orders)));
}
