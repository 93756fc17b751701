import type { Kysely } from 'kysely';
import type { CustomerLinks } from '#server/orders/link-ports.ts';
import type { Tables } from './tables.ts';

export function createCustomerLinks(db: Kysely<Tables>): CustomerLinks {
  return {
    async add({ hash, orderId, addressHash, sentAs }) {
      await db
        .insertInto('customer_links')
        .values({ hash, address_hash: addressHash, order_id: orderId, sent_as: sentAs })
        .onConflict((sent) =>
          sent.columns(['order_id', 'sent_as']).doUpdateSet({ hash, address_hash: addressHash }),
        )
        .execute();
    },

    find: (hash) =>
      db
        .selectFrom('customer_links')
        .select(['order_id as orderId', 'address_hash as addressHash'])
        .where('hash', '=', hash)
        .executeTakeFirst(),
  };
}
