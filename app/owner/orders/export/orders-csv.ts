import { href, redirect } from 'react-router';
import { csvFile } from '#app/owner/frame/csv-file.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { shopContext } from '#app/shop-context.ts';
import { itemsBetween } from '#server/orders/export.ts';
import type { Route } from './+types/orders-csv';
import { readRange } from './export.tsx';
import { ordersTable } from './orders-table.ts';

/** What is collected between two days. Needs a fresh proof, like everything that takes data out of the shop. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url);
  const screen = `${href('/owner/orders/export')}${search}`;
  const range = readRange(searchParams);
  if ('problems' in range) throw redirect(screen);
  requireProof(context, screen);
  const { from, to } = range;
  const items = await itemsBetween(context.get(shopContext), from, to);
  return csvFile(`orders-${from}-to-${to}`, ordersTable(items));
}
