import { type CsvCell, writeCsv } from '#domain/csv.ts';

/** A download of a table. @param name without `.csv`. */
export function csvFile(name: string, rows: CsvCell[][]): Response {
  return new Response(writeCsv(rows), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
    },
  });
}
