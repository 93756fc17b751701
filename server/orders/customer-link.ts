import type { Kysely } from 'kysely';
import { reachableEmail } from '#domain/orders/email-address.ts';
import { type Order, type OrderId, wasBooked } from '#domain/orders/order.ts';
import { isUrlToken } from '#domain/url-token.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ClaimedEmail } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { findBooked } from './book.ts';
import type { BookedOrder } from './book-rows.ts';
import { UnreadableOrder } from './rows.ts';

/** The copy of an e-mail that a link is made for. */
export type EmailCopy = Pick<ClaimedEmail, 'kind' | 'revision' | 'attempt'>;

/** Copies of one e-mail with links that stay valid; of one that was tried more often, only the last is. */
const MOST_COPIES = 8;

/**
 * Makes the link to the customer's page for an e-mail that is about to be sent (decision 034). Only hashes are stored.
 * It is valid as long as the order has the address that it is sent to, and replaces the link of an equal copy.
 * @returns its token.
 */
export async function newLink(
  { db }: Pick<Shop, 'db'>,
  order: Order,
  email: EmailCopy,
): Promise<string> {
  const token = secrets.urlToken();
  const link = {
    hash: secrets.hash(token),
    address_hash: hashOfAddress(token, reachableEmail(order)),
  };
  await db
    .insertInto('customer_links')
    .values({ ...link, order_id: order.id, sent_as: copyOf(email) })
    .onConflict((sent) => sent.columns(['order_id', 'sent_as']).doUpdateSet(link))
    .execute();
  return token;
}

/** Stores the link that the browser that places an order has made. Called when the order is added, and never again. */
export async function addBrowserLink(
  trx: Kysely<Tables>,
  orderId: OrderId,
  token: string,
): Promise<void> {
  await trx
    .insertInto('customer_links')
    .values({
      hash: secrets.hash(token),
      address_hash: null,
      order_id: orderId,
      sent_as: 'browser',
    })
    // The token of another order keeps opening that one.
    .onConflict((known) => known.doNothing())
    .execute();
}

export function copyOf({ kind, revision, attempt }: EmailCopy): string {
  return `${kind} ${revision} ${Math.min(attempt, MOST_COPIES)}`;
}

/** `over`: the order was anonymised. */
type OpenedLink = 'over' | { order: Order; booked: BookedOrder };

/**
 * Changes nothing: mail scanners open links.
 * @param token from a URL.
 * @returns undefined when it is malformed, unknown or was sent to an address that was corrected since.
 * @throws {UnreadableOrder}
 */
export async function openLink(
  { db }: Pick<Shop, 'db'>,
  token: string,
): Promise<OpenedLink | undefined> {
  if (!isUrlToken(token)) return undefined;
  const link = await db
    .selectFrom('customer_links')
    .select(['order_id', 'address_hash'])
    .where('hash', '=', secrets.hash(token))
    .executeTakeFirst();
  const booked = link && (await findBooked({ db }, { id: link.order_id }));
  if (!booked) return undefined;
  if (booked.anonymisedAt !== null) return 'over';
  const { order } = booked;
  const email = order ? reachableEmail(order) : booked.email;
  const { address_hash: address } = link;
  if (address !== null && hashOfAddress(token, email) !== address) return undefined;
  if (!order) throw new UnreadableOrder(booked.id);
  return wasBooked(order.state) ? { order, booked } : undefined;
}

function hashOfAddress(token: string, email: string): string {
  return secrets.hash(`${token} ${email}`);
}
