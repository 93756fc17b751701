import { type FuzzRequest, KINDS, type Kind, type Outcome } from './request.ts';

interface Counted {
  requests: number;
  results: Record<'2xx' | '3xx' | '4xx' | '5xx' | 'closed' | 'hang', number>;
  slowest: number;
}

const MAX_SHOWN_FAILURES = 10;

/** Counts the results by kind of request. */
export function createTally() {
  const counted = new Map<Kind, Counted>();
  const failures: string[] = [];
  let failed = 0;
  return {
    failed: () => failed,
    failures,

    count({ kind, bytes }: FuzzRequest, { status, hung, milliseconds }: Outcome): void {
      const row = counted.get(kind) ?? emptyRow();
      counted.set(kind, row);
      row.requests += 1;
      row.slowest = Math.max(row.slowest, milliseconds);
      const result = hung ? 'hang' : classOf(status);
      row.results[result] += 1;
      if (result !== 'hang' && result !== '5xx') return;
      failed += 1;
      const start = JSON.stringify(bytes.subarray(0, 600).toString('latin1'));
      if (failures.length < MAX_SHOWN_FAILURES)
        failures.push(`${result} ${status} for ${kind}: ${start}`);
    },

    table(): string {
      const columns = Object.keys(emptyRow().results);
      const lines = KINDS.map((kind) => {
        const { requests, results, slowest } = counted.get(kind) ?? emptyRow();
        return [kind, requests, ...Object.values(results), `${Math.round(slowest)} ms`];
      });
      return [['kind', 'requests', ...columns, 'slowest'], ...lines]
        .map((cells) =>
          cells
            .map((cell, column) =>
              column === 0 ? String(cell).padEnd(13) : String(cell).padStart(9),
            )
            .join(''),
        )
        .join('\n');
    },
  };
}

function emptyRow(): Counted {
  const results = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, closed: 0, hang: 0 };
  return { requests: 0, results, slowest: 0 };
}

function classOf(status: number): keyof Counted['results'] {
  if (status === 0) return 'closed';
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}
