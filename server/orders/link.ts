import { type Order, wasBooked } from '#domain/orders/order.ts';
import { reachableEmail } from '#domain/orders/reachable-email.ts';
import type { ClaimedEmail } from '#server/emails/queue.ts';
import type { Ports } from '#server/ports.ts';
import type { Secrets } from '#server/staff/secrets.ts';
import { findBooked } from './book.ts';
import type { BookedOrder } from './book-rows.ts';
import { UnreadableOrder } from './order-ports.ts';

/** Lower case, without letters that look like digits. */
const CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 130 bits. */
const LENGTH = 26;
const TOKEN = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** For a URL that is a secret. The log removes what looks like it (server/log.ts). */
export function newUrlToken(secrets: Pick<Secrets, 'characters'>): string {
  return secrets.characters(CHARACTERS, LENGTH);
}

export function isUrlToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Copies of one e-mail with links that stay valid; of one that was tried more often, only the last is. */
const MOST_COPIES = 8;

/**
 * Makes the link for an e-mail that is about to be sent (decision 034). It is valid as long as the order
 * has the address that it is sent to.
 * @returns its token.
 */
export async function newLink(
  { customerLinks, secrets }: Pick<Ports, 'customerLinks' | 'secrets'>,
  order: Order,
  email: Omit<ClaimedEmail, 'words'>,
): Promise<string> {
  const token = newUrlToken(secrets);
  await customerLinks.add({
    hash: secrets.hash(token),
    orderId: order.id,
    addressHash: secrets.hash(`${token} ${reachableEmail(order)}`),
    sentAs: copyOf(email),
  });
  return token;
}

/** The copy of an e-mail for which a link is made. */
export function copyOf({ kind, revision, attempt }: Omit<ClaimedEmail, 'words'>): string {
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
  { db, customerLinks, secrets }: Pick<Ports, 'db' | 'customerLinks' | 'secrets'>,
  token: string,
): Promise<OpenedLink | undefined> {
  if (!isUrlToken(token)) return undefined;
  const link = await customerLinks.find(secrets.hash(token));
  const booked = link && (await findBooked({ db }, { id: link.orderId }));
  if (!booked) return undefined;
  if (booked.anonymisedAt !== null) return 'over';
  const { order } = booked;
  const email = order ? reachableEmail(order) : booked.email;
  if (secrets.hash(`${token} ${email}`) !== link.addressHash) return undefined;
  if (!order) throw new UnreadableOrder(link.orderId);
  return wasBooked(order.state) ? { order, booked } : undefined;
}
