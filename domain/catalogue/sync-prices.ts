import type { Ports } from '#domain/ports.ts';
import { describeSize } from './sizes.ts';

/** Gives every size its price id at the payment provider. @returns how many sizes there are. */
export async function syncPrices({
  catalogue,
  payments,
  log,
}: Pick<Ports, 'catalogue' | 'payments' | 'log'>): Promise<number> {
  // Hidden ones too: when they are shown again, they can be ordered at once.
  const everything = await catalogue.everything();
  const priced = await payments.syncPrices(
    everything.flatMap(({ cake: { title, sizes } }) =>
      sizes.map((size) => ({
        sizeId: size.id,
        name: `${title}, ${describeSize(size)}`,
        price: size.price,
      })),
    ),
  );
  await catalogue.setPriceIds(priced);
  log.info({ prices: priced.length }, 'prices synced with the payment provider');
  return priced.length;
}
