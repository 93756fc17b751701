import { data } from 'react-router';
import { UnreadableOrder } from '#domain/orders/order-ports.ts';
import { DatabaseUnavailable, type Log } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';

const UNREADABLE = {
  title: 'We cannot show this order just now',
  text: 'Something of it cannot be read. If you have paid, your payment counts, and we will find your order together.',
};

/**
 * The shop as the pages' loaders call it. While the database is unavailable, or an order cannot be read, its
 * methods throw a 503 response, which the router shows as an error page, instead of an error, which it shows as
 * a 500.
 */
export function shopForPages(shop: Shop, log: Log): Shop {
  async function rethrow(error: unknown): Promise<never> {
    if (error instanceof UnreadableOrder) {
      await shop.raiseUnreadable(error.orderId);
      throw data(UNREADABLE, { status: 503 });
    }
    if (!(error instanceof DatabaseUnavailable)) throw error;
    log.error({ err: error }, 'a page cannot be shown');
    throw data(null, { status: 503 });
  }
  return new Proxy(shop, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(method, target, given);
        return result instanceof Promise ? result.catch(rethrow) : result;
      };
    },
  });
}
