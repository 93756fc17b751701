import * as z from 'zod';
import { CalendarRules } from '#domain/calendar/rules.ts';
import { customer } from './customer.ts';
import type { TestShop } from './test-shop.ts';

const Records = z.array(z.looseObject({ id: z.union([z.string(), z.number()]) }));
const Calendar = z.object({ rules: CalendarRules });

/** The snapshot that a listener must have: catalogue and calendar, read by the other API calls. */
export async function expectedSnapshot(shop: TestShop): Promise<Record<string, unknown>> {
  const { call } = customer(shop);
  const read = async (path: string) => (await call('GET', path)).body;
  const { rules } = Calendar.parse(await read('/api/calendar'));
  const cakes = Records.parse(await read('/api/cakes'));
  const forbiddenDays = Object.fromEntries(rules.forbiddenDays.map((day) => [day, true]));
  return {
    categories: byId(Records.parse(await read('/api/categories'))),
    cakes: byId([...cakes, ...(await shop.shop.personalTouches())]),
    calendar: { ...rules, forbiddenDays },
  };
}

function byId(records: { id: string | number }[]): Record<string, unknown> {
  return Object.fromEntries(records.map((record) => [record.id, record]));
}
