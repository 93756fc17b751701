// Rows of fields within a form, such as the sizes of a cake. The buttons of a row move or remove it in the browser
// (`useRows`); without scripts they send the form, which comes back with the rows changed (`ownerAction`).

type Way = 'add' | 'remove' | 'up' | 'down';

/** The value of a button named `change`. @param names of the fields that a row has. */
export function rowChange(names: string[], way: Way, row = 0): string {
  return `${way} ${row} ${names.join(' ')}`;
}

/** The values of a form, by name, as a button with `rowChange` changes them. */
export function changeRows(
  values: Record<string, string[]>,
  change: string,
): Record<string, string[]> {
  const [way = '', row = '', ...names] = change.split(' ');
  const changed = names.map((name) => [name, moveRow(values[name] ?? [], way, Number(row), '')]);
  return { ...values, ...Object.fromEntries(changed) };
}

/** @param added what `add` appends. */
export function moveRow<Row>(rows: Row[], way: string, row: number, added: Row): Row[] {
  switch (way) {
    case 'add':
      return [...rows, added];
    case 'remove':
      return rows.toSpliced(row, 1);
    case 'up':
      return swapAt(rows, row - 1);
    case 'down':
      return swapAt(rows, row);
    default:
      return rows;
  }
}

/** Swaps a row with the next one, if there are both. */
function swapAt<Row>(rows: Row[], row: number): Row[] {
  const pair = rows.slice(row, row + 2);
  return row < 0 || pair.length < 2 ? rows : rows.toSpliced(row, 2, ...pair.reverse());
}
