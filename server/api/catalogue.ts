import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { Cake, Category, CategorySlug } from '#domain/catalogue/catalogue.ts';
import type { CakePage } from '#server/content/catalogue.ts';
import type { Shop } from '#server/shop.ts';
import { PROBLEM_JSON, problem } from './problem.ts';
import { json, problemResponse } from './responses.ts';

/** A cafe's catalogue fits into one response. */
const CAKES_PER_PAGE = 100;

const listCategories = createRoute({
  method: 'get',
  path: '/categories',
  summary: 'The categories, by id',
  responses: { 200: json(z.array(Category), 'All categories') },
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
    422: problemResponse('The category is not a slug, or the page no number'),
  },
});

const findCake = createRoute({
  method: 'get',
  path: '/cakes/{id}',
  summary: 'One cake, or one personal touch',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(Cake, 'The cake'), 404: problemResponse('No such cake') },
});

export function addCatalogue(api: OpenAPIHono, shop: Shop): void {
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
    return c.json(problem('not-found', 'There is no such cake.').body, 404, PROBLEM_JSON);
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
