import { href } from 'react-router';
import { csvFile } from '#app/owner/frame/csv-file.ts';
import { timeInLondon } from '#app/owner/frame/london-time.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { shopContext } from '#app/shop-context.ts';
import { monthTable, parseMonth } from '#domain/ledger/month.ts';
import { monthBook } from '#server/orders/ledger.ts';
import type { Route } from './+types/money-csv';

/** Needs a fresh proof, like everything that takes data out of the shop. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = parseMonth(new URL(request.url).searchParams.get('month'));
  requireProof(context, `${href('/owner/money')}${asked ? `?month=${asked}` : ''}`);
  const book = await monthBook(context.get(shopContext), asked);
  const rows = monthTable(book, timeInLondon);
  return csvFile(`money-${book.month}`, rows);
}
