import { type CsvCell, writeCsv } from '#domain/csv.ts';

/** A download of a table. @param name without `.csv`. @param form as of `writeCsv`. */
export function csvFile(
  name: string,
  rows: CsvCell[][],
  form?: Parameters<typeof writeCsv>[1],
): Response {
  return new Response(writeCsv(rows, form), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
    },
  });
}
