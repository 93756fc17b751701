import { type FuzzRequest, KINDS, type Kind } from './request.ts';
import type { Outcome } from './send.ts';

interface Counted {
  requests: number;
  answers: Record<'2xx' | '3xx' | '4xx' | '5xx' | 'hung up' | 'hang', number>;
  slowest: number;
}

/** How many of the failures are shown; the rest are of the same kind. */
const SHOWN = 10;

/** What became of the requests, kind by kind. */
export function createTally() {
  const counted = new Map<Kind, Counted>();
  const failures: string[] = [];
  let failed = 0;
  return {
    failed: () => failed,
    failures,

    count({ kind, bytes }: FuzzRequest, { status, hung, milliseconds }: Outcome): void {
      const row = counted.get(kind) ?? fresh();
      counted.set(kind, row);
      row.requests += 1;
      row.slowest = Math.max(row.slowest, milliseconds);
      const answer = hung ? 'hang' : classOf(status);
      row.answers[answer] += 1;
      if (answer !== 'hang' && answer !== '5xx') return;
      failed += 1;
      const start = JSON.stringify(bytes.subarray(0, 600).toString('latin1'));
      if (failures.length < SHOWN) failures.push(`${answer} ${status} for ${kind}: ${start}`);
    },

    table(): string {
      const answers = Object.keys(fresh().answers);
      const lines = KINDS.map((kind) => {
        const { requests, answers, slowest } = counted.get(kind) ?? fresh();
        return [kind, requests, ...Object.values(answers), `${Math.round(slowest)} ms`];
      });
      return [['kind', 'requests', ...answers, 'slowest'], ...lines]
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

function fresh(): Counted {
  const answers = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, 'hung up': 0, hang: 0 };
  return { requests: 0, answers, slowest: 0 };
}

function classOf(status: number): keyof Counted['answers'] {
  if (status === 0) return 'hung up';
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}
