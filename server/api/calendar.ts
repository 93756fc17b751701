import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { CalendarRules } from '#domain/calendar/rules.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { PublicClosedReason, publicReason } from './public-json.ts';
import { json, problemResponse } from './responses.ts';

const MAX_DAYS = 366;
/** The following days need four-digit years too. */
const LATEST_FROM = '9998-01-01';

const Calendar = z.object({
  /** Today in London. */
  today: Day,
  rules: CalendarRules.omit({ capacity: true }),
  days: z.array(
    z.object({
      day: Day,
      /** Why the day cannot be chosen; null if it can. */
      closed: PublicClosedReason.nullable(),
    }),
  ),
});

const showCalendar = createRoute({
  method: 'get',
  path: '/calendar',
  summary: 'The collection days, with the reason of each closed one',
  request: {
    query: z.object({
      from: Day.refine((day) => day < LATEST_FROM, `takes days before ${LATEST_FROM}`).optional(),
      days: z.coerce.number().int().min(1).max(MAX_DAYS).default(62),
    }),
  },
  responses: {
    200: json(Calendar, 'So many days from a day on, today unless told'),
    422: problemResponse('Not a day, or too many days'),
  },
});

export function addCalendar(api: OpenAPIHono, shop: Shop): void {
  api.openapi(showCalendar, async (c) => {
    const query = c.req.valid('query');
    const today = todayAt(shop);
    const { capacity: _, ...rules } = await calendarRules(shop);
    const days = Array.from({ length: query.days }, (_, ahead) => {
      const day = addDays(query.from ?? today, ahead);
      const reason = whyClosed(day, today, rules);
      return { day, closed: reason ? publicReason(reason) : null };
    });
    return c.json({ today, rules, days }, 200);
  });
}
