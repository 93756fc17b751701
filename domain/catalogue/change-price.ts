import type { PricePayments } from '#domain/catalogue/catalogue-ports.ts';
import { PaymentsUnavailable } from '#domain/orders/payment-ports.ts';
import { raiseProblem } from '#domain/orders/problems.ts';
import type { Pence } from '#domain/pence.ts';
import type { Ports } from '#domain/ports.ts';
import type { Cake, CatalogueEntry, Size } from './catalogue.ts';
import { findCake, findSize, type NoSuchCake } from './find-cake.ts';
import { NOT_ARCHIVED, productOf } from './sync-prices.ts';

export type PricingPorts = Pick<Ports, 'catalogue' | 'problems' | 'clock' | 'log'> & {
  payments: PricePayments;
};

export interface PriceChange {
  /** As the owner types them. */
  cake: string;
  size: string;
  price: Pence;
}

/** `size` holds the previous price; `left` is the id of that price if it is still active at the provider. */
export type ChangePriceResult =
  | ({ ok: true; size: Size; changed: boolean; left: string[] } & CatalogueEntry)
  | NoSuchCake
  | { ok: false; reason: 'no-such-size'; cake: Cake }
  | { ok: false; reason: 'payments-unavailable'; cake: Cake; size: Size };

/**
 * Changes a price in the shop and at the payment provider, for a command. Ordered so that the size stays for sale if it
 * is interrupted at any point. Safe to repeat.
 */
export async function changePrice(
  ports: PricingPorts,
  wanted: PriceChange,
): Promise<ChangePriceResult> {
  const found = findCake(await ports.catalogue.entries(), wanted.cake);
  if (!found.ok) return found;
  const { ok: _, ...entry } = found;
  const { cake } = entry;
  const size = findSize(cake, wanted.size);
  if (!size) return { ok: false, reason: 'no-such-size', cake };

  const { price } = wanted;
  let set: { replaced: string | null } | undefined;
  try {
    const priced = await ports.payments.addPrice(productOf(cake, { ...size, price }));
    set = await ports.catalogue.setPrice(priced, { at: ports.clock.now(), by: null });
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ports.log.error({ size: size.id, code: error.code }, 'a price could not be changed');
    return { ok: false, reason: 'payments-unavailable', cake, size };
  }
  ports.log.info({ size: size.id, from: size.price, to: price }, 'price set by the owner');
  // Not the one that was read: another change may have replaced it meanwhile.
  const changed = size.price !== price;
  const left = set && changed ? await retirePrices(ports, [set.replaced]) : [];
  return { ok: true, ...entry, size, changed, left };
}

/**
 * A failure can wait for the next sync: no new order uses these prices.
 * @returns those that are still active.
 */
export async function retirePrices(
  { payments, problems, clock, log }: PricingPorts,
  stripePriceIds: (string | null)[],
): Promise<string[]> {
  const left: string[] = [];
  for (const id of stripePriceIds) {
    if (id === null) continue;
    const isRetired = await warnIfUnavailable(log, id, payments.retirePrice(id), NOT_ARCHIVED);
    if (isRetired) continue;
    left.push(id);
    const facts = { price: id };
    const kind = 'price-not-archived';
    await raiseProblem({ problems, clock, log }, { kind, subject: id, orderId: null, facts });
  }
  return left;
}

/** @returns whether the provider has done it. */
export async function warnIfUnavailable(
  log: PricingPorts['log'],
  stripePriceId: string,
  call: Promise<void>,
  message: string,
): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ price: stripePriceId, code: error.code }, message);
    return false;
  }
}
