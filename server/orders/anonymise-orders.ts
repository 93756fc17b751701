import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { canTransition, isBooked, type Order, type OrderId } from '#domain/orders/order.ts';
import type { Ports } from '#server/ports.ts';
import type { OrderWithPersonalData } from './order-ports.ts';

/** Keeps each query short. */
const PAGE = 100;

/**
 * Removes the personal data of orders whose last collection day is more than `retentionDays` ago, paid or
 * not. Several servers may run it at once.
 */
export async function anonymiseOldOrders(
  { orders, clock, log }: Pick<Ports, 'orders' | 'clock' | 'log'>,
  retentionDays: number,
): Promise<void> {
  const now = clock.now();
  const keptFrom = addDays(londonDay(now), -retentionDays);
  let anonymised = 0;
  let batch: string[];
  do {
    batch = await orders.dueForAnonymising(keptFrom, PAGE);
    for (const id of batch) {
      if (await orders.anonymise(id, now)) anonymised += 1;
    }
  } while (batch.length === PAGE);
  if (anonymised > 0) log.info({ anonymised, retentionDays }, 'old orders anonymised');
}

/** The customer with this e-mail address or phone number, or all customers. */
export type CustomerSelector = { email: string } | { phone: string } | 'everybody';

/** Why an order must keep its personal data for now. */
export type KeepReason = 'to-be-collected' | 'may-be-paid' | 'cafe-not-told';

export interface AnonymiseResult {
  anonymised: number;
  kept: { id: OrderId; why: KeepReason; lastDay: Day }[];
  /** Stored orders that cannot be read, so that it is unknown whether they are still needed. */
  unreadable: OrderId[];
}

/** Anonymises a customer's orders, except those whose personal data is still needed. */
export async function anonymiseCustomer(
  { orders, clock }: Pick<Ports, 'orders' | 'clock'>,
  whose: CustomerSelector,
): Promise<AnonymiseResult> {
  const now = clock.now();
  const forgotten: AnonymiseResult = { anonymised: 0, kept: [], unreadable: [] };
  let last: OrderWithPersonalData | undefined;
  do {
    const page: OrderWithPersonalData[] = await orders.withPersonalData(PAGE, last);
    // Compared here because the databases differ in what they treat as upper case.
    const ids = page.filter((order) => isWhose(order, whose)).map(({ id }) => id);
    const found = await orders.findAll(ids);
    for (const id of ids.filter((id) => !found.some((order) => order.id === id))) {
      forgotten.unreadable.push(id);
    }
    for (const order of found) {
      const why = keepReason(order, londonDay(now));
      if (why) forgotten.kept.push({ id: order.id, why, lastDay: lastDay(order) });
      else if (await orders.anonymise(order.id, now)) forgotten.anonymised += 1;
      // Funded meanwhile, or the cafe is being notified of a refund.
      else forgotten.kept.push({ id: order.id, why: 'cafe-not-told', lastDay: lastDay(order) });
    }
    last = page.length === PAGE ? page.at(-1) : undefined;
  } while (last);
  return forgotten;
}

function isWhose(
  { email, paymentEmail, phone }: OrderWithPersonalData,
  whose: CustomerSelector,
): boolean {
  if (whose === 'everybody') return true;
  return 'email' in whose
    ? [email, paymentEmail ?? ''].some((each) => folded(each) === folded(whose.email))
    : nationalDigits(phone) === nationalDigits(whose.phone);
}

/** `+44 7700 900123` and `07700 900123` are one number. */
function nationalDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^(00)?44|^0/, '');
}

function folded(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** @returns undefined for an order that was collected before today, or never paid nor agreed. */
function keepReason(order: Order, today: Day): KeepReason | undefined {
  // Its checkout may still be open; the reconciliation job will expire it.
  if (canTransition('expire', order.state)) return 'may-be-paid';
  if (canTransition('deliver', order.state)) return 'cafe-not-told';
  if (isBooked(order) && lastDay(order) >= today) return 'to-be-collected';
  return undefined;
}

function lastDay({ items }: Order): Day {
  return items.map(({ day }) => day).reduce((last, day) => (day > last ? day : last));
}
