import * as z from 'zod';
import { payByCard } from '../test/card-page.ts';

const Placed = z.object({ checkoutUrl: z.url() });

/** Pays an order. @param placed what the shop answered to it. */
export async function payFor(placed: string): Promise<void> {
  const { checkoutUrl } = Placed.parse(JSON.parse(placed));
  const ledTo = await payByCard(checkoutUrl);
  if (ledTo === null) throw new Error('The card was not taken.');
}
