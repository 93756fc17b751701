import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { calendarRules } from '#server/content/calendar.ts';
import { type Shop, todayAt } from '#server/shop.ts';

/** The content of the pages below. */
export const JsonPage = z.object({
  today: z.string(),
  prices: z.record(z.string(), z.number()),
  forbiddenDays: z.array(z.string()),
});

/** Serves the data of the shop's pages as JSON under the pages' URLs. */
export function jsonPages(shop: Shop): Hono {
  const site = new Hono();

  async function respond(c: Context) {
    const { category, cake } = c.req.param();
    const id = cake?.replace(/\.data$/, '');
    const slug = category?.replace(/\.data$/, '');
    const { catalogue } = await shop.content();
    const cakes = catalogue.cakesIn(slug);
    if (id !== undefined && !cakes.some((each) => each.id === id)) return c.notFound();
    const forbiddenDays = Object.keys((await calendarRules(shop)).days);
    const prices = Object.fromEntries(
      cakes.flatMap(({ sizes }) => sizes.map((size) => [size.id, size.price])),
    );
    const page: z.infer<typeof JsonPage> = { today: todayAt(shop), prices, forbiddenDays };
    const type = c.req.path.endsWith('.data') ? 'text/x-script' : 'text/html; charset=utf-8';
    return c.body(JSON.stringify(page), 200, { 'Content-Type': type });
  }

  for (const path of ['/', '/_.data', '/cakes/:category', '/cakes/:category/:cake']) {
    site.get(path, respond);
  }
  return site;
}
