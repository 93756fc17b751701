import type { Table, Target } from './benchmark.ts';

/** @param missed how the reader is told that a target was. */
export function targetsTable(targets: Target[], missed: string): Table {
  return {
    caption: 'Targets',
    columns: ['', 'wanted', 'measured', ''],
    rows: targets.map(({ what, wanted, measured, met }) => [
      what,
      wanted,
      measured,
      met ? 'met' : missed,
    ]),
  };
}
