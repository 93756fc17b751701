import type { PricePayments } from '#domain/catalogue/catalogue-ports.ts';
import { PaymentsUnavailable } from '#domain/orders/payment-ports.ts';
import type { Pence } from '#domain/pence.ts';
import type { Ports } from '#domain/ports.ts';
import type { Cake, CatalogueEntry, Size } from './catalogue.ts';
import { findCake, findSize, type NoSuchCake } from './find-cake.ts';
import { productOf } from './sync-prices.ts';

export type PricingPorts = Pick<Ports, 'catalogue' | 'clock' | 'log'> & { payments: PricePayments };

export interface PriceChange {
  /** As the owner types them. */
  cake: string;
  size: string;
  price: Pence;
  /** The price that the person saw. */
  was?: Pence;
  /** The id of a person; missing for a command. */
  by?: string;
}

/** `size` holds the previous price. */
export type ChangePriceResult =
  | ({ ok: true; size: Size; changed: boolean } & CatalogueEntry)
  | NoSuchCake
  | { ok: false; reason: 'no-such-size'; cake: Cake }
  | { ok: false; reason: 'payments-unavailable'; cake: Cake; size: Size }
  /** Another person has changed it since. */
  | { ok: false; reason: 'changed'; cake: Cake; size: Size };

/**
 * Changes a price in the shop and at the payment provider. Ordered so that the size stays for sale if it
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

  const { price, was = size.price, by = null } = wanted;
  if (was !== size.price && price !== size.price) {
    return { ok: false, reason: 'changed', cake, size };
  }
  let set: { replaced: string | null } | undefined;
  try {
    const priced = await ports.payments.addPrice(productOf(cake, { ...size, price }));
    set = await ports.catalogue.setPrice(priced, { at: ports.clock.now(), by });
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    ports.log.error({ size: size.id, code: error.code }, 'a price could not be changed');
    return { ok: false, reason: 'payments-unavailable', cake, size };
  }
  ports.log.info({ size: size.id, from: size.price, to: price }, 'price set by the owner');
  // Not the one that was read: another change may have replaced it meanwhile.
  if (set && size.price !== price) await retirePrices(ports, [set.replaced]);
  return { ok: true, ...entry, size, changed: size.price !== price };
}

/** A failure can wait for the next sync: no new order uses these prices. */
export async function retirePrices(
  { payments, log }: Pick<PricingPorts, 'payments' | 'log'>,
  stripePriceIds: (string | null)[],
): Promise<void> {
  for (const id of stripePriceIds) {
    if (id === null) continue;
    await warnIfUnavailable(log, id, payments.retirePrice(id), 'an old price was not archived');
  }
}

export async function warnIfUnavailable(
  log: PricingPorts['log'],
  stripePriceId: string,
  call: Promise<void>,
  message: string,
): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ price: stripePriceId, code: error.code }, message);
  }
}
