import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { rulesAt, whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { CalendarRules, ClosedReason } from '#domain/calendar/rules.ts';
import { Cake, Category, CategorySlug } from '#domain/catalogue/catalogue.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { withoutLimits } from '#server/content/shown-rules.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { errorResponse, json, sendError } from './problem-details.ts';

const listCategories = createRoute({
  method: 'get',
  path: '/categories',
  summary: 'The categories that have a cake for sale, by id, which is their place',
  responses: { 200: json(z.array(Category), 'All of them') },
});

const listCakes = createRoute({
  method: 'get',
  path: '/cakes',
  summary: 'The cakes, all or those of one category',
  request: { query: z.object({ category: CategorySlug.optional() }) },
  responses: {
    200: json(z.array(Cake), 'The cakes; none where there is no such category'),
    422: errorResponse('The category is not a slug'),
  },
});

const findCake = createRoute({
  method: 'get',
  path: '/cakes/{id}',
  summary: 'One cake, or one personal touch',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(Cake, 'The cake'), 404: errorResponse('No such cake') },
});

const MAX_DAYS = 366;
/** The following days need four-digit years too. */
const LATEST_FROM = '9998-01-01';

const Calendar = z.object({
  /** Today in London. */
  today: Day,
  rules: CalendarRules.omit({ capacity: true, capacities: true }),
  days: z.array(
    z.object({
      day: Day,
      /** Why the day cannot be chosen; null if it can. */
      closed: ClosedReason.nullable(),
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
    422: errorResponse('Not a day, or too many days'),
  },
});

/** The catalogue and the calendar. */
export function addContent(api: OpenAPIHono, shop: Shop): void {
  api.openapi(listCategories, async (c) =>
    c.json((await shop.content()).catalogue.categories, 200),
  );

  api.openapi(listCakes, async (c) => {
    const { category } = c.req.valid('query');
    return c.json((await shop.content()).catalogue.cakesIn(category), 200);
  });

  api.openapi(findCake, async (c) => {
    const [cake] = (await shop.content()).catalogue.byIds([c.req.valid('param').id]);
    if (cake) return c.json(cake, 200);
    return sendError(c, 'not-found', 'There is no such cake.');
  });

  api.openapi(showCalendar, async (c) => {
    const query = c.req.valid('query');
    const today = todayAt(shop);
    const rules = withoutLimits(await calendarRules(shop));
    const now = rulesAt(shop.clock.now(), rules);
    const days = Array.from({ length: query.days }, (_, ahead) => {
      const day = addDays(query.from ?? today, ahead);
      return { day, closed: whyClosed(day, today, now) ?? null };
    });
    return c.json({ today, rules, days }, 200);
  });
}
