import type { Kysely } from 'kysely';
import { emailDetour, isEmailAddress, reachableEmail } from '#domain/orders/email-address.ts';
import { itemsInWords } from '#domain/orders/items-in-words.ts';
import { isPaidByLink, type Order, type OrderId } from '#domain/orders/order.ts';
import { isSameEmail } from '#domain/orders/same-customer.ts';
import type { Tables } from '#server/db/tables.ts';
import { cakesOf, withCurrentAllergens } from '#server/orders/current-allergens.ts';
import { copyOf, newLink } from '#server/orders/customer-link.ts';
import { raiseIncident, raiseUnreadable } from '#server/orders/incidents.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import { makePayLink } from '#server/orders/pay-link.ts';
import { readFulfilments } from '#server/orders/ready.ts';
import { readOrders, updateSearchTexts } from '#server/orders/rows.ts';
import { entryForEmail } from '#server/orders/waiting.ts';
import { endUnreachable } from '#server/orders/waiting-rows.ts';
import { requestForEmail } from '#server/requests/link.ts';
import { recordRefusedAddress } from '#server/requests/rows.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import {
  type CafeRow,
  type CustomerRow,
  isAboutOrder,
  type RequestRow,
  reasonNotToSend,
  rowOf,
  subjectOf,
  type WaitingRow,
} from './kinds.ts';
import { type Email, LONGEST_PAUSE_SECONDS } from './mailer.ts';
import {
  type ClaimedEmail,
  claimEmails,
  dropEmail,
  markEmailSent,
  postponeEmail,
} from './queue.ts';
import { secondsToTurn, takeTurn } from './turns.ts';

/** Concurrent e-mails that mail services accept from one sender. */
const SENT_AT_ONCE = 10;
const FIRST_PAUSE_SECONDS = 2;
/** No e-mail is claimed long before its turn: it would come before one of the cafe that is planned meanwhile. */
const CLAIM_AHEAD_SECONDS = 2;
/** As in app/routes.ts. */
const LINK_PATH = '/my-order/';
const PAY_PATH = '/pay/';
const WAITING_PATH = '/my-order/waiting/';
const REQUEST_PATH = '/ask/';

/**
 * Sends e-mails that are due: one in its turn if the service limits them, otherwise several at once. An accepted e-mail
 * to the cafe makes its order paid. A crash between sending and recording sends a second copy, never none.
 * @returns how many were due.
 */
export async function deliverEmails(shop: Shop): Promise<number> {
  if ((await secondsToTurn(shop)) > CLAIM_AHEAD_SECONDS) return 0;
  const most = shop.emailSpacingSeconds > 0 ? 1 : SENT_AT_ONCE;
  const claimed = await claimEmails(shop.db, most, shop.emailLeaseSeconds);
  const ids = claimed.filter(({ kind }) => isAboutOrder(kind)).map(({ about }) => about);
  step('outbox.claim end', ...ids);
  const found = await readOrders(shop.db, ids);
  const orders = new Map(found.map((order) => [order.id, order]));
  await Promise.all(claimed.map((each) => deliver(shop, each, orders.get(each.about))));
  return claimed.length;
}

/** Never rejects: the others go on. */
async function deliver(shop: Shop, claimed: ClaimedEmail, order: Order | undefined): Promise<void> {
  const { about, kind } = claimed;
  try {
    const email = await write(shop, claimed, order);
    if (!email) return;
    // As late as possible, so that the requests of all servers have the service's distance.
    if (await takeTurn(shop)) await send(shop, claimed, email);
    else await postponeEmail(shop.db, claimed, pauseAfter(claimed.attempt), 'no turn');
  } catch (error) {
    shop.log.error({ err: error, about, kind }, 'an e-mail could not be written or recorded');
    await postponeEmail(shop.db, claimed, pauseAfter(claimed.attempt), 'not written').catch(() => {
      // The database is unavailable: the e-mail is due again when its lease ends.
    });
  }
}

/** Seconds until the next attempt: 2, 4, 8 … up to 15 minutes. */
export function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS);
}

/** @returns undefined for an e-mail that is not sent now: it has been dropped or postponed. */
async function write(
  shop: Shop,
  claimed: ClaimedEmail,
  order: Order | undefined,
): Promise<Email | undefined> {
  const { about: orderId, kind } = claimed;
  const row = rowOf(kind);
  if (row?.about === 'waiting') return writeToWaiting(shop, claimed, row);
  if (row?.about === 'request') return writeAboutRequest(shop, claimed, row);
  if (order && row?.to === 'customer' && (await isDropped(shop, claimed, order, row))) return;
  const contents = order && row && (await contentsOf(shop, claimed, order, row));
  if (contents) return { orderId, messageId: messageIdOf(claimed), ...contents };
  if (!order) await raiseUnreadable(shop, orderId);
  await postponeEmail(shop.db, claimed, pauseAfter(claimed.attempt), 'unreadable');
}

function messageIdOf({ kind, about, revision }: ClaimedEmail): string {
  return `${kind.replaceAll(' ', '-')}-${about}-${revision}`;
}

/** An entry that is over needs no e-mail. */
async function writeToWaiting(
  shop: Shop,
  claimed: ClaimedEmail,
  row: WaitingRow,
): Promise<Email | undefined> {
  const entry = await entryForEmail(shop, claimed);
  if (!entry) {
    await dropEmail(shop.db, claimed, 'too late');
    return undefined;
  }
  const { token, email, items, ...facts } = entry;
  const merchant = await shop.merchant();
  const link = `${merchant.origin}${WAITING_PATH}${token}`;
  const contents = row.contents({
    ...facts,
    cakes: itemsInWords(items),
    sender: { ...merchant, link },
  });
  const messageId = messageIdOf(claimed);
  return { messageId, to: { address: email }, ...contents, replyTo: merchant.email };
}

/** One that cannot be sent, or about a message that was taken back, is dropped. */
async function writeAboutRequest(
  shop: Shop,
  claimed: ClaimedEmail,
  { to, contents }: RequestRow,
): Promise<Email | undefined> {
  const { kind, lastReason } = claimed;
  const found = await requestForEmail(shop, claimed, to);
  const merchant = await shop.merchant();
  const link = `${merchant.origin}${REQUEST_PATH}${found?.token ?? ''}`;
  const written = found && contents({ ...found, kind, sender: { ...merchant, link } });
  if (!written) {
    await dropEmail(shop.db, claimed, 'too late');
    return undefined;
  }
  const { address } = found;
  const email = { messageId: messageIdOf(claimed), ...written };
  if (to === 'customer') return { ...email, to: { address }, replyTo: merchant.email };
  const isAccepted = isEmailAddress(address) && !mayBeAboutReplyTo(lastReason);
  return { ...email, to: 'cafe', replyTo: isAccepted ? address : undefined };
}

async function isDropped(
  shop: Shop,
  claimed: ClaimedEmail,
  order: Order,
  row: CustomerRow,
): Promise<boolean> {
  const { kind } = claimed;
  const sending = {
    order,
    kind,
    now: shop.clock.now(),
    merchant: await shop.merchant(),
    fulfilments: await readFulfilments(shop.db, order.id),
  };
  const reason =
    reasonNotToSend(row, sending) ??
    (row.isOnceACustomer && (await hasOfAnother(shop.db, claimed, order))
      ? 'asked before'
      : undefined);
  if (reason !== undefined) await dropEmail(shop.db, claimed, reason);
  else if (!isEmailAddress(reachableEmail(order))) await giveUp(shop, claimed, 'no address');
  else return false;
  return true;
}

/** Whether the customer has had such an e-mail about another order, or gets it first: of two that are due one is sent. */
async function hasOfAnother(
  db: Kysely<Tables>,
  { about, kind }: ClaimedEmail,
  order: Order,
): Promise<boolean> {
  const others = await db
    .selectFrom('emails')
    .innerJoin('orders', 'orders.id', 'emails.about')
    .select(['email', 'payment_email'])
    .where('kind', '=', kind)
    .where('about', '!=', about)
    .where('dropped_at', 'is', null)
    .where(({ eb, or }) => or([eb('sent_at', 'is not', null), eb('about', '<', about)]))
    .execute();
  const own = reachableEmail(order);
  return others.some(({ email, payment_email }) =>
    [email, payment_email ?? ''].some((each) => isSameEmail(each, own)),
  );
}

/** @returns undefined for an e-mail that this version cannot write. */
async function contentsOf(
  shop: Shop,
  claimed: ClaimedEmail,
  stored: Order,
  row: CafeRow | CustomerRow,
): Promise<Omit<Email, 'messageId'> | undefined> {
  const { kind, words } = claimed;
  // Together, because they read the same version of the catalogue.
  const [merchant, order] = await Promise.all([
    shop.merchant(),
    withCurrentAllergens(shop, stored),
  ]);
  const email = reachableEmail(order);
  if (row.to === 'cafe') {
    const isAccepted = isEmailAddress(email) && !mayBeAboutReplyTo(claimed.lastReason);
    const contents = row.contents(order, kind, merchant);
    return contents && { to: 'cafe', ...contents, replyTo: isAccepted ? email : undefined };
  }
  const link = `${merchant.origin}${LINK_PATH}${await newLink(shop, order, claimed)}`;
  const payToken =
    row.hasPayLink && isPaidByLink(order.state)
      ? await makePayLink(shop, order.id, { sentAs: copyOf(claimed) })
      : undefined;
  const contents = row.contents({
    order,
    cakes: await cakesOf(shop, order.items),
    kind,
    words,
    sender: { ...merchant, link },
    now: shop.clock.now(),
    payUrl: payToken && `${merchant.origin}${PAY_PATH}${payToken}`,
  });
  return contents && { to: { address: email }, ...contents, replyTo: merchant.email };
}

/**
 * Whether a rejection may be about the customer's address, which then is left out as reply-to; the
 * e-mail's text contains it anyway. Services word it differently, so any rejection counts that is not
 * about load (429) or law (451).
 */
function mayBeAboutReplyTo(reason: string | null): boolean {
  return /^(status 4(?!08|29|51)\d\d|smtp 5\d\d)$/.test(reason ?? '');
}

async function send(shop: Shop, claimed: ClaimedEmail, email: Email): Promise<void> {
  const { about, kind, attempt, revision } = claimed;
  const orders = isAboutOrder(kind) ? [about] : [];
  step('mailer.send start', ...orders);
  const delivery = await shop.mailer.send(email);
  step('mailer.send end', ...orders);
  if (delivery.ok) {
    step('outbox.sent start', ...orders);
    await markEmailSent(shop.db, claimed);
    step('outbox.sent end', ...orders);
    shop.log.info({ about, kind, attempt, revision }, 'e-mail sent');
  } else if (delivery.isRecipientRejected && email.to !== 'cafe') {
    await refuse(shop, claimed, email.to.address, delivery.reason);
  } else {
    const { reason } = delivery;
    const seconds = pauseAfter(attempt);
    await postponeEmail(shop.db, claimed, seconds, reason);
    shop.log.error({ about, kind, attempt, pause: seconds, reason }, 'FAILED...');
  }
}

/** Sends the e-mail to the order's other address, if there is one. */
async function refuse(
  shop: Shop,
  claimed: ClaimedEmail,
  email: string,
  reason: string,
): Promise<void> {
  const subject = subjectOf(claimed.kind);
  if (subject === 'waiting') await endUnreachable(shop.db, claimed.about);
  if (subject === 'request') await recordRefusedAddress(shop.db, claimed.about, email);
  if (subject !== 'order') return dropEmail(shop.db, claimed, reason);
  const { about: orderId } = claimed;
  await recordRefusal(shop.db, orderId, email);
  const [order] = await readOrders(shop.db, [orderId]);
  if (!order || emailDetour(order) === 'nowhere') await giveUp(shop, claimed, reason);
  else await postponeEmail(shop.db, claimed, 0, reason);
}

function recordRefusal(db: Kysely<Tables>, orderId: OrderId, email: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // The search texts are written from what is read: a correction must not come in between.
    await lockOrder(trx, orderId).select('id').execute();
    const order = trx.updateTable('orders').where('id', '=', orderId);
    await order.set({ payment_email: null }).where('payment_email', '=', email).execute();
    await order.set({ email_refused: 1 }).where('email', '=', email).execute();
    await updateSearchTexts(trx, orderId);
  });
}

/** The owner has to ring the customer. */
async function giveUp(shop: Shop, email: ClaimedEmail, reason: string): Promise<void> {
  const { about: orderId, kind } = email;
  const facts = { email: kind, reason };
  // First, because an e-mail that is dropped is not claimed again.
  await raiseIncident(shop, { kind: 'customer-not-reached', subject: orderId, orderId, facts });
  await dropEmail(shop.db, email, reason);
}
