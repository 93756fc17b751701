import { randomUUID } from 'node:crypto';
import { tokenByWork } from '../../test/bot-check.ts';

export interface Visit {
  id: string;
  /** From the first question to the token, the work included. */
  tokenSeconds: number;
  /** From sending the order to its answer. */
  orderSeconds: number;
  status: number;
}

/** Does what a browser does for somebody who wants a cake, from an address that no script has. */
export async function visit(origin: string, order: string): Promise<Visit> {
  const began = performance.now();
  const token = await tokenByWork(origin);
  const checked = performance.now();
  const id = randomUUID();
  const { status } = await fetch(`${origin}/api/orders/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'X-Firebase-AppCheck': token, Origin: origin },
    body: order,
  });
  const answered = performance.now();
  return {
    id,
    tokenSeconds: (checked - began) / 1_000,
    orderSeconds: (answered - checked) / 1_000,
    status,
  };
}
