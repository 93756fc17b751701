import type { Pence } from '#domain/pence.ts';
import { PaymentsUnavailable, type Ports } from '#domain/ports.ts';
import type { Cake, KeptCake, Size } from './catalogue.ts';
import { findCake, findSize, type NoSuchCake } from './find-cake.ts';
import { syncPriceOf } from './sync-prices.ts';

export interface WantedPrice {
  /** As somebody types them. */
  cake: string;
  size: string;
  price: Pence;
}

/** `size` is as it was before. */
export type PriceChanged =
  | ({ ok: true; size: Size; changed: boolean } & KeptCake)
  | NoSuchCake
  | { ok: false; reason: 'no-such-size'; cake: Cake }
  /** `changed`: the new price stands, but cannot be paid before the prices have been synced. */
  | { ok: false; reason: 'payments-unavailable'; cake: Cake; size: Size; changed: boolean };

/** Changes a price in the shop and at the payment provider. Safe to repeat, and mends what was cut off. */
export async function changePrice(
  ports: Pick<Ports, 'catalogue' | 'payments' | 'log'>,
  wanted: WantedPrice,
): Promise<PriceChanged> {
  const found = findCake(await ports.catalogue.everything(), wanted.cake);
  if (!found.ok) return found;
  const { cake, hidden } = found;
  const size = findSize(cake, wanted.size);
  if (!size) return { ok: false, reason: 'no-such-size', cake };

  let changed = false;
  try {
    // What stands first, so that a provider out of reach leaves a price that can be paid.
    await syncPriceOf(size.id, ports);
    changed = await ports.catalogue.setPrice(size.id, wanted.price);
    if (changed) await syncPriceOf(size.id, ports);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    const facts = { size: size.id, changed, reason: error.message };
    ports.log.error(facts, 'a price did not reach the payment provider');
    return { ok: false, reason: 'payments-unavailable', cake, size, changed };
  }
  ports.log.info({ size: size.id, from: size.price, to: wanted.price }, 'price set by the owner');
  return { ok: true, cake, hidden, size, changed };
}
