import { randomUUID } from 'node:crypto';
import { versionOf } from '#domain/book/trail.ts';
import { plusSeconds } from '#domain/clock.ts';
import { signedAmount } from '#domain/ledger/ledger.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { confirmOrder } from '#server/orders/checkout.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import { entriesBetween } from '#server/orders/ledger.ts';
import { openPayment } from '#server/orders/pay-link.ts';
import { handlePaymentEvent } from '#server/orders/recover.ts';
import { undoEvent } from '#server/orders/undo.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import type { TestDatabase } from './both-databases.ts';
import { payByCard } from './card-page.ts';
import { customer } from './customer.ts';
import { readInbox } from './inbox.ts';
import { practiceStripe, sessionOf } from './practice-control.ts';
import { openTestShop, runningClock } from './test-shop.ts';

/** Who of the staff changes the orders. */
export const BY = 'anna';

/**
 * Starts a shop of two servers for tests of what staff and customers do with an order. Stripe sends it no webhooks: a
 * test calls `signalPayment` when it wants one.
 */
export async function openOrderShop(place: TestDatabase) {
  const { clock, pass } = runningClock();
  const testShop = await openTestShop({ where: place.where, servers: 2, jobs: false, clock });
  const { shop, mail } = testShop;
  const visitor = customer(testShop);
  await visitor.setPractice('stripe', { webhooks: 'never' });
  const [candles] = (await shop.content()).catalogue.addOns;
  const candlesPrice = candles?.sizes[0]?.price ?? 0;
  if (!candles || candlesPrice === 0) throw new Error('The cafe sells no candles.');
  const read = (id: string) => readBooked(shop, id);

  return {
    ...testShop,
    place,
    stripe: practiceStripe(testShop.stripe),
    visitor,
    candles: candles.id,
    candlesPrice,
    pass,
    read,
    /** @returns the id of a paid order, the token of its customer's link, its day, and its card page. */
    async buy(...cakeIds: string[]) {
      const linkToken = secrets.urlToken();
      const request = { ...(await visitor.requestFor(...cakeIds)), linkToken };
      const { id, checkoutUrl } = await visitor.orderFor(request);
      if ((await payByCard(checkoutUrl)) === null) throw new Error('It was not paid.');
      await confirmOrder(shop, id);
      await enterEarlier(shop, checkoutUrl);
      const [item] = request.items;
      if (!item) throw new Error('Nothing was ordered.');
      return { id, token: linkToken, day: item.day, checkoutUrl };
    },
    /** What every form of staff sends of an order as it is now. */
    async form(orderId: string) {
      const version = versionOf((await read(orderId)).trail);
      return { id: randomUUID(), orderId, version, by: BY };
    },
    /** Takes back the last change of a kind. @returns whether it is taken back. */
    async undo(id: string, kind: string) {
      const event = (await read(id)).trail.findLast((each) => each.kind === kind);
      return (await undoEvent(shop, event?.id ?? 0, { id: BY, role: 'owner' }))?.isUndone;
    },
    /** Sends what waits, except reminders of a collection. @returns all e-mails until now, newest first. */
    async emails() {
      await place.run(`update emails set not_before = '' where kind not like 'reminder%'`);
      for (let round = 0; round < 6; round += 1) await deliverEmails(shop);
      const inbox = await readInbox(mail);
      return inbox.map(({ subject = '', text = '', orderText }) => ({ subject, text, orderText }));
    },
    ledger: (id: string) => ledgerOf(shop, id),
    /** The card page that a pay link opens, or why it opens none. */
    url: (token: string) => cardPageOf(shop, token),
    incidents: async () => (await openIncidents(shop)).map(({ kind }) => kind),
  };
}

/** An order as staff see it. */
export async function readBooked(shop: Shop, id: string) {
  const found = await bookedOrder(shop, id);
  if (!found?.order) throw new Error('The order is gone.');
  return { ...found, order: found.order };
}

/** Kind and signed amount of each entry of an order. */
export async function ledgerOf({ db }: Shop, id: string) {
  const { entries } = await entriesBetween(db, '2000', '2100');
  const own = entries.filter(({ orderId }) => orderId === id);
  return own.map((entry) => [entry.kind, signedAmount(entry)] as const);
}

/** Opens a card page by a pay link. @returns its address, or why there is none. */
export async function cardPageOf(shop: Shop, token: string): Promise<string> {
  const result = await openPayment(shop, token);
  return result.ok ? result.checkoutUrl : result.reason;
}

/** Does what a signal of Stripe about a checkout does, whenever it comes. */
export function signalPayment(shop: Shop, checkoutUrl: string): Promise<boolean> {
  return handlePaymentEvent(shop, { about: 'checkout', checkoutId: sessionOf(checkoutUrl) });
}

/** Enters a payment a minute earlier: Stripe's times are whole seconds, and the next payment is a later one. */
export async function enterEarlier(shop: Shop, checkoutUrl: string): Promise<void> {
  const at = plusSeconds(shop.clock.now(), -60);
  const id = sessionOf(checkoutUrl);
  await shop.db.updateTable('ledger').set({ at }).where('id', '=', id).execute();
}
