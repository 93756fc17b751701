import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import type { FullDay, SizePoints } from '#domain/capacity/capacity.ts';
import { fullDifferences } from '#domain/capacity/full-days.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { Instant } from '#domain/clock.ts';
import { sumPence } from '#domain/money.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import type { Ports } from '#server/ports.ts';
import { orderNumber } from './order-number.ts';

/** An order without a payment, as it is before it is stored. */
export function newOrder(
  fields: Pick<Order, 'id' | 'state' | 'customer' | 'items' | 'placedAt' | 'payBy'>,
): Order {
  return {
    ...fields,
    number: orderNumber(fields.id),
    total: sumPence(fields.items.map(({ price }) => price)),
    checkoutId: null,
    payment: 'none',
    reversals: [],
    replacedBy: null,
    cancelledAt: null,
  };
}

/** Rejects an order for days that are full, with the days that have room. */
export async function rejectFull(
  { capacity }: Pick<Ports, 'capacity'>,
  items: OrderItem[],
  full: FullDay[],
  { now, ...shop }: { cakes: Cake[]; points: SizePoints; rules: CalendarRules; now: Instant },
) {
  const today = londonDay(now);
  const loads = await capacity.loads({
    from: today,
    to: addDays(today, shop.rules.daysAhead),
    now,
  });
  const differences = fullDifferences(items, full, { ...shop, loads, today });
  return { ok: false, reason: 'changed', differences } as const;
}
