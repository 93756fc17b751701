import type { Kysely } from 'kysely';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { canTransition, isBooked, isQuote, type Order } from '#domain/orders/order.ts';
import { emailKey, phoneKey } from '#domain/orders/same-customer.ts';
import type { Tables } from '#server/db/tables.ts';
import { anonymiseRequest } from '#server/requests/anonymise.ts';
import type { Shop } from '#server/shop.ts';
import { anonymiseOrder } from './anonymise.ts';
import { readOrders } from './rows.ts';
import { forgetEntries } from './waiting-rows.ts';

/** An order or a request, with what it says of whose it is. */
interface CustomerRecord {
  kind: 'order' | 'request';
  id: string;
  name: string;
  phone: string;
  /** Of an order its own, and the one that was given at payment. */
  emails: string[];
}

/** All with personal data, orders first, the oldest first. */
async function readRecords(db: Kysely<Tables>): Promise<CustomerRecord[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'name', 'phone', 'email', 'payment_email'])
    .where('anonymised_at', 'is', null)
    .orderBy('placed_at')
    .orderBy('id')
    .execute();
  const requests = await db
    .selectFrom('requests')
    .select(['id', 'name', 'phone', 'email'])
    .where('anonymised_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return [
    ...orders.map(({ email, payment_email, ...order }) => ({
      ...order,
      kind: 'order' as const,
      emails: [email, payment_email ?? ''],
    })),
    ...requests.map(({ email, ...request }) => ({
      ...request,
      kind: 'request' as const,
      emails: [email],
    })),
  ];
}

/**
 * All that the shop knows of one customer, by one of their orders or requests: those with the same e-mail address, or the same
 * phone number and name, and what these lead to. `isDoubtful`: only the phone number is the same: a family may share it.
 * Not compared in SQL: the databases differ in what is upper case.
 * @returns orders first, the oldest first; none if the one is unknown or anonymised.
 */
export async function recordsOfCustomer(
  { db }: Pick<Shop, 'db'>,
  id: string,
): Promise<(CustomerRecord & { isDoubtful: boolean })[]> {
  const records = await readRecords(db);
  const byKey = new Map<string, CustomerRecord[]>();
  for (const record of records) {
    for (const key of keysOf(record)) byKey.set(key, [...(byKey.get(key) ?? []), record]);
  }
  const theirs = new Set(records.filter((record) => record.id === id));
  // Goes on with what it adds.
  for (const one of theirs) {
    for (const key of keysOf(one)) for (const other of byKey.get(key) ?? []) theirs.add(other);
  }
  const phones = new Set([...theirs].flatMap(({ phone }) => phoneKey(phone) ?? []));
  return records.flatMap((record) => {
    const isDoubtful = !theirs.has(record);
    const hasPhone = phones.has(phoneKey(record.phone) ?? '');
    return isDoubtful && !hasPhone ? [] : { ...record, isDoubtful };
  });
}

/** Two records with one of them are of one customer. */
function keysOf({ name, phone, emails }: CustomerRecord): string[] {
  const ofPhone = phoneKey(phone);
  return [
    ...emails.filter((email) => email.includes('@')).flatMap((email) => emailKey(email) ?? []),
    ...(ofPhone === undefined ? [] : [`${ofPhone} ${name.trim().toLowerCase()}`]),
  ];
}

/** Why an order or a request must keep its personal data for now. */
export type KeepReason =
  | 'to-be-collected'
  | 'may-be-paid'
  | 'cafe-not-notified'
  | 'unreadable'
  /** A request whose order keeps it. */
  | 'order-kept';

/**
 * @param order undefined if it cannot be read.
 * @returns undefined for an order that was collected before today, or never paid nor agreed.
 */
export function keepReason(order: Order | undefined, today: Day): KeepReason | undefined {
  if (!order) return 'unreadable';
  // Its checkout may still be open; the reconciliation job will expire it.
  if (canTransition('expire', order.state) || isQuote(order.state)) return 'may-be-paid';
  if (canTransition('deliver', order.state)) return 'cafe-not-notified';
  if (isBooked(order) && lastDay(order) >= today) return 'to-be-collected';
  return undefined;
}

function lastDay({ items }: Order): Day {
  return items.map(({ day }) => day).reduce((last, day) => (day > last ? day : last));
}

/**
 * Anonymises orders and requests of one customer, except those whose personal data is still needed. With what goes, the
 * places on waiting lists that are known by its e-mail addresses go.
 */
export async function anonymiseCustomer(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<{ anonymised: number; kept: { id: string; why: KeepReason }[] }> {
  const today = londonDay(clock.now());
  const records = (await readRecords(db)).filter(({ id }) => ids.includes(id));
  const orders = await readOrders(
    db,
    records.flatMap(({ kind, id }) => (kind === 'order' ? id : [])),
  );
  const kept: { id: string; why: KeepReason }[] = [];
  const emails: string[] = [];
  // Requests after their orders.
  for (const { kind, id, emails: own } of records) {
    const isOrder = kind === 'order';
    const order = orders.find((each) => each.id === id);
    const why = isOrder ? keepReason(order, today) : undefined;
    if (!why && (await (isOrder ? anonymiseOrder : anonymiseRequest)(db, id))) emails.push(...own);
    // Without a reason an order was funded meanwhile, or the cafe is being notified of a refund.
    else kept.push({ id, why: why ?? (isOrder ? 'cafe-not-notified' : 'order-kept') });
  }
  await forgetEntries({ db }, emails);
  return { anonymised: records.length - kept.length, kept };
}
