/** SQLite takes 32,766 values in one statement, PostgreSQL 65,535; no row here has fifty. */
const ROWS_A_STATEMENT = 500;

/** Long lists are written piece by piece: no statement holds more values than a database takes. */
export function* inBatches<Row>(rows: Row[]): Generator<Row[]> {
  for (let first = 0; first < rows.length; first += ROWS_A_STATEMENT) {
    yield rows.slice(first, first + ROWS_A_STATEMENT);
  }
}
