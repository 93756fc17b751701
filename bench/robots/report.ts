import { machine } from '../machine.ts';
import type { Attack } from './attack.ts';
import type { KeptOrders } from './kept-orders.ts';
import type { Visit } from './visitor.ts';

export interface Measured {
  attack: Attack;
  visitor: Visit;
  orders: KeptOrders;
}

const COLUMNS = ['scripts', 'requests', '401', '429', 'other', 'placed'];

/** What came of it, to be read and to be kept. */
export function report({ attack, visitor, orders }: Measured): string {
  const rows = [...attack.kinds].map(([kind, { scripts, statuses }]): [string, number[]] => {
    const answered = [...statuses.values()].reduce((sum, many) => sum + many, 0);
    const [bot = 0, often = 0] = [statuses.get(401), statuses.get(429)];
    const placed = (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0);
    return [kind, [scripts, answered, bot, often, answered - bot - often - placed, placed]];
  });
  const sums = COLUMNS.map((_, at) => rows.reduce((sum, [, cells]) => sum + (cells[at] ?? 0), 0));
  const [scripts = 0, requests = 0] = sums;
  return [
    line('robots', COLUMNS),
    ...rows.map(([kind, cells]) => line(kind, cells)),
    line('all', sums),
    '',
    `${scripts} scripts from as many addresses on ${attack.connections} connections: ${requests} orders sent in ${attack.seconds.toFixed(1)} s, ${Math.round(requests / attack.seconds)} a second`,
    `the visitor meanwhile: token after ${visitor.tokenSeconds.toFixed(2)} s, order answered with ${visitor.status} ${visitor.orderSeconds.toFixed(2)} s later`,
    `orders in the database: ${orders.ofOthers} of the robots, ${orders.ofVisitor} of the visitor`,
    machine(),
  ].join('\n');
}

function line(first: string, cells: (string | number)[]): string {
  return first.padEnd(18) + cells.map((cell) => String(cell).padStart(10)).join('');
}
