import { href } from 'react-router';
import { csvFile } from '#app/owner/frame/csv-file.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { shopContext } from '#app/shop-context.ts';
import { monthOf } from '#domain/ledger/month.ts';
import { parsePeriod, salesTable } from '#domain/ledger/sales.ts';
import { salesOf } from '#server/orders/sales.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/sales-csv';

/** Needs a fresh proof, like everything that takes data out of the shop. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const asked = parsePeriod(new URL(request.url).searchParams.get('in'));
  requireProof(context, `${href('/owner/money/sales')}${asked ? `?in=${asked}` : ''}`);
  const sales = await salesOf(shop, asked ?? monthOf(todayAt(shop)));
  return csvFile(`sales-${sales.period}`, salesTable(sales));
}
