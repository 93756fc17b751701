import type { Ports } from '#domain/ports.ts';
import { describeSize } from './sizes.ts';

/** Gives every size its price id at the payment provider. @returns how many sizes there are. */
export async function syncPrices({ catalogue, payments, log }: Ports): Promise<number> {
  const everything = [...(await catalogue.cakes()), ...(await catalogue.personalTouches())];
  const priced = await payments.syncPrices(
    everything.flatMap(({ title, sizes }) =>
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
