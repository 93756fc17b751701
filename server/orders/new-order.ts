import { addDays } from '#domain/calendar/days.ts';
import type { FullDay } from '#domain/capacity/capacity.ts';
import { fullDifferences } from '#domain/capacity/full-days.ts';
import { sumPence } from '#domain/money.ts';
import type { OrderableNow } from '#domain/orders/check-items.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import type { Ports } from '#server/ports.ts';
import { dayLoads } from './days.ts';
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
  ports: Pick<Ports, 'db' | 'content' | 'clock'>,
  items: OrderItem[],
  full: FullDay[],
  now: OrderableNow,
) {
  const loads = await dayLoads(ports, now.today, addDays(now.today, now.rules.daysAhead));
  const differences = fullDifferences(items, full, { ...now, loads });
  return { ok: false, reason: 'changed', differences } as const;
}
