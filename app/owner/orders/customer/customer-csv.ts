import { href, redirect } from 'react-router';
import { csvFile } from '#app/owner/frame/csv-file.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { ordersTable } from '#app/owner/orders/export/orders-table.ts';
import { shopContext } from '#app/shop-context.ts';
import { itemsOfOrders } from '#server/orders/export.ts';
import type { Route } from './+types/customer-csv';
import { chosenOf, findCustomer } from './same-orders.ts';

/** The chosen orders of a customer. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const screen = href('/owner/orders/:order/customer', params);
  requireProof(context, screen);
  const shop = context.get(shopContext);
  const { booked, same } = await findCustomer(shop, params.order);
  const chosen = chosenOf(same, new URL(request.url).searchParams.getAll('order'));
  if (chosen.length === 0) throw redirect(screen);
  const items = await itemsOfOrders(
    shop,
    chosen.map(({ number }) => number),
  );
  return csvFile(`orders-of-${booked.number}`, ordersTable(items));
}
