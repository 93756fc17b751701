import { type CakeRequest, reachableAddress } from '#domain/requests/request.ts';
import { isUrlToken } from '#domain/url-token.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Recipient } from '#server/emails/kinds.ts';
import type { EmailRevision } from '#server/emails/queue.ts';
import { copyOf, type EmailCopy } from '#server/orders/customer-link.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { findRequest, requestPhoto } from './rows.ts';

/**
 * Reads the request of a customer's link, and changes nothing: scanners of e-mails open links.
 * @param token from a URL.
 */
export async function openRequest(
  shop: Pick<Shop, 'db'>,
  token: string,
): Promise<CakeRequest | undefined> {
  const id = await requestOf(shop, token);
  return id === undefined ? undefined : findRequest(shop, { id });
}

/** A photo of the request whose link it is. @param position from a URL. */
export async function photoByLink(
  shop: Pick<Shop, 'db'>,
  token: string,
  position: string,
): Promise<Uint8Array | undefined> {
  const id = await requestOf(shop, token);
  return id === undefined ? undefined : requestPhoto(shop, id, position);
}

async function requestOf({ db }: Pick<Shop, 'db'>, token: string): Promise<string | undefined> {
  if (!isUrlToken(token)) return undefined;
  const link = await db
    .selectFrom('request_links')
    .select('request_id')
    .where('hash', '=', secrets.hash(token))
    .executeTakeFirst();
  return link?.request_id;
}

/**
 * What an e-mail about a request is written from, with the token of a new link for the customer.
 * @returns undefined if it was anonymised, or no e-mail reaches the customer to whom it should go.
 */
export async function requestForEmail(
  shop: Pick<Shop, 'db' | 'content' | 'firstWords'>,
  email: EmailRevision & EmailCopy,
  recipient: Recipient,
) {
  const request = await findRequest(shop, { id: email.about });
  if (!request || request.anonymisedAt !== null) return undefined;
  const address = reachableAddress(request);
  if (recipient === 'customer' && address === '') return undefined;
  const { promise } = (await currentWords(shop)).asking;
  const token = recipient === 'customer' ? await newLink(shop, request.id, email) : undefined;
  return { request, address, promise, token };
}

/** As `newLink` for orders. @returns its token. */
async function newLink({ db }: Pick<Shop, 'db'>, id: string, email: EmailCopy): Promise<string> {
  const token = secrets.urlToken();
  const hash = secrets.hash(token);
  await db
    .insertInto('request_links')
    .values({ hash, request_id: id, sent_as: copyOf(email) })
    .onConflict((sent) => sent.columns(['request_id', 'sent_as']).doUpdateSet({ hash }))
    .execute();
  return token;
}
