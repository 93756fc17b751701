import type { Kysely } from 'kysely';
import { orderNumber } from '#domain/orders/new-order.ts';
import { isSameEmail, isSamePhone } from '#domain/orders/same-customer.ts';
import type { RequestContent } from '#domain/requests/request.ts';
import { REQUEST_FIELDS } from '#domain/requests/request-form.ts';
import type { EncodedPhoto } from '#server/content/photos.ts';
import type { Tables } from '#server/db/tables.ts';
import { lockKey } from '#server/db/transactions.ts';
import { planEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { step } from '#server/step.ts';
import { findRequest, MOST_OPEN, OPEN } from './rows.ts';

/** Of one customer: each sends an e-mail to an address that anybody may have typed. */
const MOST_OPEN_OF_CUSTOMER = 3;

interface NewRequest {
  content: RequestContent;
  /** At most `MOST_PHOTOS`. */
  photos: Pick<EncodedPhoto, 'width' | 'height' | 'bytes'>[];
  /** Of the customer's link, made by the browser that asks. */
  linkToken: string;
}

export type PlaceRequestResult =
  | { ok: true; created: boolean }
  /**
   * `too-many`: the customer waits for as many answers as they may. `too-busy`: so does the cafe. `other-content`: the id
   * is another request's.
   */
  | { ok: false; reason: 'too-many' | 'too-busy' | 'other-content' };

/** Stores what a customer asks for, and notifies the cafe. Safe to repeat: the id identifies the request. */
export async function placeRequest(
  shop: Pick<Shop, 'db' | 'clock' | 'log'>,
  id: string,
  { content, photos, linkToken }: NewRequest,
): Promise<PlaceRequestResult> {
  const result = await shop.db.transaction().execute(async (trx): Promise<PlaceRequestResult> => {
    await lockKey(trx, 'requests');
    const known = await findRequest({ db: trx }, { id });
    if (known) {
      const isSame = REQUEST_FIELDS.every((field) => known[field] === content[field]);
      return isSame && known.photos.length === photos.length
        ? { ok: true, created: false }
        : { ok: false, reason: 'other-content' };
    }
    const open = await trx.selectFrom('requests').select(['email', 'phone']).where(OPEN).execute();
    if (open.length >= MOST_OPEN) return { ok: false, reason: 'too-busy' };
    const own = open.filter(
      ({ email, phone }) => isSameEmail(email, content.email) || isSamePhone(phone, content.phone),
    );
    if (own.length >= MOST_OPEN_OF_CUSTOMER) return { ok: false, reason: 'too-many' };
    await insertNumbered(trx, id, content, shop.clock.now());
    for (const [position, { width, height, bytes }] of photos.entries()) {
      await trx
        .insertInto('request_photos')
        .values({ request_id: id, position, width, height, bytes })
        .execute();
    }
    await trx
      .insertInto('request_links')
      .values({ hash: secrets.hash(linkToken), request_id: id, sent_as: 'browser' })
      // The token of another request keeps opening that one.
      .onConflict((taken) => taken.doNothing())
      .execute();
    await planEmails(trx, id, [
      { kind: 'request' },
      ...(content.email === '' ? [] : [{ kind: 'request-placed' as const }]),
    ]);
    return { ok: true, created: true };
  });
  step('requests.place end');
  if (result.ok && result.created) {
    shop.log.info({ request: id, photos: photos.length }, 'request placed');
  }
  return result;
}

/** Under another number if its number is taken. */
async function insertNumbered(
  trx: Kysely<Tables>,
  id: string,
  content: RequestContent,
  now: string,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const number = orderNumber(id, attempt);
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('requests')
      .values({ id, number, state: 'open', ...content, created_at: now, anonymised_at: null })
      .onConflict((taken) => taken.column('number').doNothing())
      .executeTakeFirstOrThrow();
    if (added === 1n) return;
  }
}
