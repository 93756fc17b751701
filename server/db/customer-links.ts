import type { Kysely } from 'kysely';
import type { CustomerLinks, NewCustomerLink } from '#domain/customer-link/link-ports.ts';
import { batch } from './batch.ts';
import type { Tables } from './tables.ts';

export function createCustomerLinks(db: Kysely<Tables>): CustomerLinks {
  return {
    // E-mails are sent concurrently.
    add: batch<NewCustomerLink>((links) => add(db, links)),

    find: (hash) =>
      db
        .selectFrom('customer_links')
        .select(['order_id as orderId', 'address_hash as addressHash'])
        .where('hash', '=', hash)
        .executeTakeFirst(),
  };
}

async function add(db: Kysely<Tables>, links: NewCustomerLink[]): Promise<void> {
  // PostgreSQL rejects a second row with the same key.
  const unique = new Map(links.map((link) => [`${link.orderId} ${link.sentAs}`, link]));
  await db
    .insertInto('customer_links')
    .values(
      [...unique.values()].map(({ hash, orderId, addressHash, sentAs }) => ({
        hash,
        address_hash: addressHash,
        order_id: orderId,
        sent_as: sentAs,
      })),
    )
    .onConflict((sent) =>
      sent.columns(['order_id', 'sent_as']).doUpdateSet((row) => ({
        hash: row.ref('excluded.hash'),
        address_hash: row.ref('excluded.address_hash'),
      })),
    )
    .execute();
}
