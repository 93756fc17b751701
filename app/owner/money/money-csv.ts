import { href } from 'react-router';
import { csvFile } from '#app/owner/frame/csv-file.ts';
import { timeInLondon } from '#app/owner/frame/london-time.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { shopContext } from '#app/shop-context.ts';
import { monthTable, parseMonth } from '#domain/ledger/month.ts';
import { monthReport } from '#server/orders/ledger.ts';
import type { Route } from './+types/money-csv';
import { readStatementFile, statementFile } from './statement-files.ts';

/** The table of a month, or a file for a program. Needs a fresh proof, like everything that takes data out of the shop. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = parseMonth(searchParams.get('month'));
  requireProof(context, `${href('/owner/money')}${asked ? `?month=${asked}` : ''}`);
  const report = await monthReport(context.get(shopContext), asked);
  const wanted = readStatementFile(searchParams);
  if (wanted) {
    const { name, rows } = statementFile(report, wanted);
    return csvFile(name, rows, { hasMark: false });
  }
  return csvFile(`money-${report.month}`, monthTable(report, timeInLondon));
}
