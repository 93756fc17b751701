import { data, type ServerBuild } from 'react-router';
import { DatabaseUnavailable } from '#server/db/database-errors.ts';
import { raiseUnreadable } from './orders/incidents.ts';
import { UnreadableOrder } from './orders/rows.ts';
import type { Shop } from './shop.ts';

const UNREADABLE = {
  title: 'We cannot show this order just now',
  text: 'Something of it cannot be read. If you have paid, your payment counts, and we will find your order together.',
};

/**
 * Does the work of a page. While the database is unavailable, or an order cannot be read, it throws a 503
 * response, which the router shows as an error page, instead of an error, which it shows as a 500.
 */
export async function forPage<Result>(
  shop: Shop,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableOrder) {
      await raiseUnreadable(shop, error.orderId);
      throw data(UNREADABLE, { status: 503 });
    }
    if (!(error instanceof DatabaseUnavailable)) throw error;
    shop.log.error({ err: error }, 'a page cannot be shown');
    throw data(null, { status: 503 });
  }
}

/** The routes of the build, whose loaders and actions do their work by `forPage`. */
export function guardRoutes(routes: ServerBuild['routes'], shop: Shop): ServerBuild['routes'] {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: (given) => forPage(shop, () => loader(given)) }),
        ...(action && { action: (given) => forPage(shop, () => action(given)) }),
      } satisfies typeof route.module;
      return [id, { ...route, module }];
    }),
  );
}
