import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { Cake, Category, CategorySlug } from '#domain/catalogue/catalogue.ts';
import type { Shop } from '#domain/shop.ts';
import { json, problemAnswer, readRefused } from './answers.ts';
import { PROBLEM_JSON, problem } from './problem.ts';

const listCategories = createRoute({
  method: 'get',
  path: '/categories',
  summary: 'The categories, by id',
  responses: { 200: json(z.array(Category), 'All categories'), ...readRefused },
});

const listCakes = createRoute({
  method: 'get',
  path: '/cakes',
  summary: 'The cakes, all or those of one category',
  request: { query: z.object({ category: CategorySlug.optional() }) },
  responses: {
    200: json(z.array(Cake), 'The cakes; none for a category that does not exist'),
    422: problemAnswer('The category is not a slug'),
    ...readRefused,
  },
});

const findCake = createRoute({
  method: 'get',
  path: '/cakes/{id}',
  summary: 'One cake, or one personal touch',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(Cake, 'The cake'), 404: problemAnswer('No such cake'), ...readRefused },
});

export function addCatalogue(api: OpenAPIHono, shop: Shop): void {
  api.openapi(listCategories, async (c) => c.json(await shop.categories(), 200));

  api.openapi(listCakes, async (c) => c.json(await shop.cakes(c.req.valid('query').category), 200));

  api.openapi(findCake, async (c) => {
    const cake = await shop.cake(c.req.valid('param').id);
    if (cake) return c.json(cake, 200);
    return c.json(problem('not-found', 'There is no such cake.').body, 404, PROBLEM_JSON);
  });
}
