import { z } from 'zod';
import type { Collection, Condition } from '../../collection.ts';
import type { Account } from '../account.ts';
import type { Endpoint } from './endpoint.ts';
import type { JsonObject } from './json.ts';
import { createdWithin, listCollection, pageParameters } from './list-page.ts';
import { text, timeRange } from './parameter-types.ts';
import { parseParameters } from './parameters.ts';

type OfPayment = { id: string; created: number; charge: string; payment_intent: string };

const listing = z.strictObject({
  ...pageParameters,
  charge: text().optional(),
  created: timeRange.optional(),
  payment_intent: text().optional(),
});

/** Lists what belongs to payments: refunds or disputes, of one payment or of all. */
export function listOfPayment<Item extends OfPayment>(options: {
  kind: string;
  url: string;
  collection: (account: Account) => Collection<Item>;
  present: (item: Item) => JsonObject;
}): Endpoint {
  return (account, { parameters }) => {
    const { charge, created, payment_intent, ...page } = parseParameters(listing, parameters);
    const where: Condition<OfPayment>[] = createdWithin(created);
    if (charge !== undefined) where.push({ field: 'charge', is: charge });
    if (payment_intent !== undefined) where.push({ field: 'payment_intent', is: payment_intent });
    return listCollection(options.collection(account), page, { ...options, where });
  };
}
