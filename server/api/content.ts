import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { rulesAt, whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { CalendarRules, ClosedReason } from '#domain/calendar/rules.ts';
import { Cake, Category, CategorySlug } from '#domain/catalogue/catalogue.ts';
import { calendarRules } from '#server/content/calendar.ts';
import type { CakePage } from '#server/content/catalogue.ts';
import { withoutLimits } from '#server/content/shown-rules.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { errorResponse, json, sendError } from './problem-details.ts';

/** A cafe's catalogue fits into one response. */
const CAKES_PER_PAGE = 100;

const listCategories = createRoute({
  method: 'get',
  path: '/categories',
  summary: 'The categories that have a cake for sale, by id, which is their place',
  responses: { 200: json(z.array(Category), 'All of them') },
});

const listCakes = createRoute({
  method: 'get',
  path: '/cakes',
  summary: `The cakes, all or those of one category, ${CAKES_PER_PAGE} at a time`,
  request: {
    query: z.object({
      category: CategorySlug.optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    }),
  },
  responses: {
    200: {
      ...json(z.array(Cake), 'The cakes; none where there is no such category, or no such page'),
      headers: z.object({
        Link: z
          .string()
          .optional()
          .meta({ description: 'The page before and the one after, as far as there are any' }),
      }),
    },
    422: errorResponse('The category is not a slug, or the page no number'),
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
    const { category, page } = c.req.valid('query');
    const { catalogue } = await shop.content();
    const found = catalogue.page({ category, page, perPage: CAKES_PER_PAGE });
    const link = found && linkHeader(category, found);
    return c.json(found?.cakes ?? [], 200, link ? { Link: link } : {});
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

/** RFC 8288: `</api/cakes?page=3>; rel="next"`. */
function linkHeader(category: string | undefined, { page, pages }: CakePage): string {
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams({ ...(category && { category }), page: String(to) });
    return `</api/cakes?${query}>; rel="${rel}"`;
  };
  return [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < pages ? [link(page + 1, 'next')] : []),
  ].join(', ');
}
