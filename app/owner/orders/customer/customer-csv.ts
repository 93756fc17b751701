import { csvFile } from '#app/owner/frame/csv-file.ts';
import { ordersTable } from '#app/owner/orders/export/orders-table.ts';
import { shopContext } from '#app/shop-context.ts';
import { itemsOfOrders } from '#server/orders/export.ts';
import type { Route } from './+types/customer-csv';
import { chosenOrders } from './same-orders.ts';

/** The chosen orders of a customer. */
export async function loader(args: Route.LoaderArgs) {
  const { booked, chosen } = await chosenOrders(args);
  const items = await itemsOfOrders(
    args.context.get(shopContext),
    chosen.map(({ number }) => number),
  );
  return csvFile(`orders-of-${booked.number}`, ordersTable(items));
}
