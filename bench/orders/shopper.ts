import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Ask } from '../ask.ts';
import { payFor } from '../pay-for.ts';

export interface Visit {
  ask: Ask;
  origin: string;
  token: string;
  /** Each comes from one of its own. */
  address: string;
  /** What is ordered, as JSON. */
  order: string;
  /** Told of each step when it has been taken, for whoever wants to know what became of it. */
  on?: { placed(id: string): void; charged(id: string): void };
}

export interface Bought {
  id: string;
  /** From sending the order to reading that it is paid. */
  milliseconds: number;
  /** How often it was asked whether it is. */
  reads: number;
}

const FIRST_PAUSE_MS = 15;
/** The pauses grow with the wait, so that asking never becomes the work. */
const PAUSE_OF_WAITED = 1;

const Read = z.object({ paid: z.boolean() });

/** Places an order, pays it on the card page, and asks until it is paid: what a browser does. */
export async function buy({ ask, origin, token, address, order, on }: Visit): Promise<Bought> {
  const id = randomUUID();
  const path = `${origin}/api/orders/${id}`;
  const from = { 'X-Forwarded-For': address };
  const began = performance.now();
  const placed = await ask(201, path, {
    method: 'PUT',
    headers: {
      ...from,
      'Content-Type': 'application/json',
      'X-Firebase-AppCheck': token,
      Origin: origin,
    },
    body: order,
  });
  on?.placed(id);
  await payFor(placed);
  on?.charged(id);

  const charged = performance.now();
  for (let reads = 1; ; reads += 1) {
    const read = await ask(200, path, { headers: from });
    if (Read.parse(JSON.parse(read)).paid) {
      return { id, milliseconds: performance.now() - began, reads };
    }
    await pause(Math.max(FIRST_PAUSE_MS, (performance.now() - charged) * PAUSE_OF_WAITED));
  }
}
