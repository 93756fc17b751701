import type { Collection, Shown } from '#domain/book/collection.ts';
import { isPhone, searchTerms } from '#domain/book/search-text.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { isRefundedInFull, isToPay, type OrderId, parseOrderId } from '#domain/orders/order.ts';
import type { Ports } from '#server/ports.ts';
import type {
  BookedOrder,
  CollectionsWanted,
  MadeChange,
  OrderSummary,
  SetMadeResult,
} from './book-ports.ts';
import { allWithCurrentAllergens, withCurrentAllergens } from './current-allergens.ts';
import { raiseUnreadable } from './problems.ts';

type BookPorts = Pick<Ports, 'book' | 'problems' | 'clock' | 'log'>;
type CollectionPorts = BookPorts & Pick<Ports, 'catalogue'>;

/** After two weeks nobody knows any more whether a cake was collected. */
const OPEN_DAYS_BACK = 14;
/** Then a name is removed from the order, with the usual RETENTION_DAYS. */
const UNPAID_DAYS_BACK = 90;
const PAGE = 50;
/** Wider than what `orderNumber` returns. */
const ORDER_NUMBER = /^[\da-z]{1,20}$/i;

/** With what their cakes contain and may contain by now. */
export async function collections(
  ports: CollectionPorts,
  wanted: CollectionsWanted,
): Promise<Collection[]> {
  const found = await ports.book.collections(wanted);
  await raiseUnreadables(
    ports,
    found.filter(({ isReadable }) => !isReadable).map(({ orderId }) => orderId),
  );
  return allWithCurrentAllergens(ports.catalogue, found);
}

/**
 * What has to be begun by today: collections of the next days, as many as the shop's notice, or that of one
 * of their cakes, if it is longer.
 */
export async function collectionsToStart(
  ports: CollectionPorts & Pick<Ports, 'calendar'>,
): Promise<Collection[]> {
  const today = londonDay(ports.clock.now());
  const [{ leadDays }, entries] = await Promise.all([
    ports.calendar.rules(),
    // Hidden cakes too: they may have been ordered before.
    ports.catalogue.entries(),
  ]);
  const ownNotice = new Map(entries.map(({ cake }) => [cake.id, cake.leadDays ?? 0]));
  const lastDay = (notices: Iterable<number>) => addDays(today, Math.max(1, leadDays, ...notices));
  const booked = await collections(ports, {
    from: addDays(today, 1),
    to: lastDay(ownNotice.values()),
    made: ['to-make'],
  });
  return booked.filter(
    (collection) =>
      !isRefundedInFull(collection) &&
      collection.day <= lastDay(collection.items.map(({ cakeId }) => ownNotice.get(cakeId) ?? 0)),
  );
}

/** Collections of the last two weeks, before today, that staff have marked neither collected nor missed. */
export async function notTickedOff(ports: CollectionPorts): Promise<Collection[]> {
  const today = londonDay(ports.clock.now());
  const open = await collections(ports, {
    from: addDays(today, -OPEN_DAYS_BACK),
    to: addDays(today, -1),
    made: ['to-make', 'ready'],
  });
  // What is paid back is not made, and has nothing to tick.
  return open.filter((collection) => !isRefundedInFull(collection));
}

/**
 * Orders from today on that the customer has changed, unseen by staff, or whose customer asks to cancel: the first
 * collection of each, with the items of the others.
 */
export async function changedByCustomers(ports: CollectionPorts): Promise<Collection[]> {
  const today = londonDay(ports.clock.now());
  const to = addDays(today, MAX_DAYS_AHEAD);
  const changed = await collections(ports, { from: today, to, changed: true });
  const marked = changed.filter(({ news, asksToCancel }) => news !== undefined || asksToCancel);
  return [...Map.groupBy(marked, ({ orderId }) => orderId).values()].flatMap((ofOrder) => {
    const [first] = ofOrder;
    if (!first) return [];
    const items = ofOrder.flatMap((each) => each.items);
    const positions = ofOrder.flatMap((each) => each.positions);
    return { ...first, items, positions };
  });
}

/** Collections of the last three months, with today's, that were handed over and are not paid. */
export async function handedOverUnpaid(ports: CollectionPorts): Promise<Collection[]> {
  const today = londonDay(ports.clock.now());
  const handedOver = await collections(ports, {
    from: addDays(today, -UNPAID_DAYS_BACK),
    to: today,
    made: ['collected'],
    unpaid: true,
  });
  return handedOver.filter(isToPay);
}

interface FoundOrders {
  orders: OrderSummary[];
  /** The `after` of the next page, if there is one. */
  next?: OrderId;
}

interface OrderQuery {
  /** A number, part of a name or message, or digits of a phone number. */
  text?: string | undefined;
  show?: Shown | undefined;
  /** From `next`; anything else begins at the newest order. */
  after?: string | undefined;
  /**
   * False for those who may not see phone numbers: they could guess one digit by digit. Digits alone are
   * an order's number then.
   */
  byPhone?: boolean;
}

/** A page of orders, newest first. A text finds no anonymised order, except by its number. */
export async function findOrders(
  ports: BookPorts,
  { text = '', show, after = '', byPhone = true }: OrderQuery,
): Promise<FoundOrders> {
  const terms = searchTerms(text);
  const found = await ports.book.orders({
    terms,
    // The terms, not the text: full-width digits become digits in them.
    onlyByNumber: !byPhone && terms.some(isPhone),
    show,
    openFrom: addDays(londonDay(ports.clock.now()), -OPEN_DAYS_BACK),
    after: ORDER_NUMBER.test(after) ? after : undefined,
    limit: PAGE + 1,
  });
  const orders = found.slice(0, PAGE);
  await raiseUnreadables(
    ports,
    orders.filter(({ isReadable }) => !isReadable).map(({ id }) => id),
  );
  const last = orders.at(-1);
  return found.length > PAGE && last ? { orders, next: last.number } : { orders };
}

/** @param idOrNumber from a URL. */
export async function bookedOrder(
  ports: BookPorts,
  idOrNumber: string,
): Promise<BookedOrder | undefined> {
  const id = parseOrderId(idOrNumber);
  if (!id && !ORDER_NUMBER.test(idOrNumber)) return undefined;
  const found = await ports.book.order(id ? { id } : { number: idOrNumber.toUpperCase() });
  if (found && !found.isReadable) await raiseUnreadables(ports, [found.id]);
  return found;
}

/** As `bookedOrder`, with what its cakes may contain. */
export async function tracedOrder(
  ports: CollectionPorts,
  idOrNumber: string,
): Promise<BookedOrder | undefined> {
  const found = await bookedOrder(ports, idOrNumber);
  if (!found) return undefined;
  return {
    ...(await withCurrentAllergens(ports.catalogue, found)),
    collections: await allWithCurrentAllergens(ports.catalogue, found.collections),
  };
}

/** Idempotent: a tick that is sent twice changes nothing the second time. */
export async function setMade(ports: BookPorts, change: MadeChange): Promise<SetMadeResult> {
  const { from, made, day } = change;
  const isToCome = day > londonDay(ports.clock.now());
  // Nobody has missed a day to come.
  if (from !== made && made === 'missed' && isToCome) return 'conflict';
  const result = await ports.book.setMade(change);
  const { orderId } = change;
  if (result === 'changed') ports.log.info({ orderId, day, from, made }, 'collection marked');
  return result;
}

/**
 * Marks what the customer has changed as seen, up to the event that a screen showed.
 * @param by the person's id.
 */
export async function markSeen(
  { book, log }: Pick<Ports, 'book' | 'log'>,
  { orderId, event, by }: { orderId: OrderId; event: number; by: string },
): Promise<void> {
  if (await book.markSeen(orderId, event, by)) log.info({ orderId }, 'changes marked as seen');
}

async function raiseUnreadables(ports: BookPorts, ids: OrderId[]): Promise<void> {
  for (const id of new Set(ids)) await raiseUnreadable(ports, id);
}
