import { UNDO_SECONDS } from '#domain/undo.ts';
import type { Shop } from '#server/shop.ts';
import {
  type OrderDone,
  orderNotice,
  readOrderDone,
  type UndoNotice,
  writeOrderDone,
} from './undo-order-change.ts';

/** The address of a screen after something was done to one order, or taken back. */
export function withOrderDone(path: string, done: OrderDone): string {
  return withParameters(path, { done: writeOrderDone(done) });
}

/** The address of a screen after a problem was closed, or after that was taken back. */
export function withClosed(path: string, key: string): string {
  return withParameters(path, { closed: key });
}

function withParameters(path: string, { closed = '', done = '' }): string {
  const target = new URL(path, 'http://shop.invalid');
  const all = { closed, done, at: String(Date.now()) };
  for (const [name, value] of Object.entries(all)) {
    if (value) target.searchParams.set(name, value);
    else target.searchParams.delete(name);
  }
  return target.pathname + target.search;
}

/** @returns undefined when it is too late, also for an address that is opened again. */
export async function readUndoNotice(
  shop: Shop,
  parameters: URLSearchParams,
): Promise<UndoNotice | undefined> {
  const read = (name: 'closed' | 'done' | 'at') => parameters.get(name) ?? '';
  const age = Date.now() - Number(read('at'));
  if (!(age < UNDO_SECONDS * 1000)) return undefined;
  const orderDone = readOrderDone(read('done'));
  if (orderDone) return orderNotice(shop, orderDone);
  const closed = read('closed');
  return closed ? { text: 'Closed.', fields: [['closed', closed]] } : undefined;
}
