import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { nextOpenDays, rulesAt } from '#domain/calendar/collection-days.ts';
import { choicesOf, chosenAtFirst, declaredWith } from '#domain/catalogue/options.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { todayAt } from '#server/shop.ts';
import { postPractice } from '../harness/practice-services.ts';
import { tokenByDebug } from './bot-check-tokens.ts';
import { payByCard } from './card-page.ts';
import { findCake } from './edit-cake.ts';
import { emailsAbout } from './inbox.ts';
import type { TestShop } from './test-shop.ts';

const PlacedResponse = z.object({ id: z.string(), checkoutUrl: z.string() });

/** A customer of one of the shop's servers, over HTTP. */
export function customer({ shop, origins, stripe, mail }: TestShop, server = 0) {
  const origin = origins[server] ?? '';

  async function call(method: string, path: string, body?: unknown, headers?: HeadersInit) {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: sent }),
    });
    const text = await response.text();
    const json: unknown = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: json };
  }

  /**
   * The order request for these cakes, each in its first size, for the second open day, because the
   * first may close at midnight.
   */
  async function requestFor(...cakeIds: string[]): Promise<OrderRequest> {
    const [, day] = nextOpenDays(
      2,
      todayAt(shop),
      rulesAt(shop.clock.now(), await calendarRules(shop)),
    );
    if (!day) throw new Error('There is no open day.');
    const items = cakeIds.map(async (cakeId) => {
      const cake = await findCake(shop, cakeId);
      const size = cake?.sizes[0];
      if (!cake || !size?.api) throw new Error(`${cakeId} cannot be ordered.`);
      const chosen = chosenAtFirst(cake, day);
      const declared = chosen.length > 0 ? declaredWith(cake, chosen) : cake;
      return {
        cakeId,
        sizeId: size.id,
        api: size.api,
        ...(chosen.length > 0 && {
          options: choicesOf(cake, chosen).map(({ group, choice }) => ({
            group: group.id,
            choice: choice.id,
            api: choice.api,
          })),
        }),
        message: '',
        day,
        allergens: declared.allergens,
        ...(declared.mayContain && { mayContain: declared.mayContain }),
      };
    });
    return {
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      phone: '020 7946 0123',
      items: await Promise.all(items),
    };
  }

  /** The same as staff type it on the phone: with the prices. */
  async function phoneRequestFor(...cakeIds: string[]) {
    const { name, phone, items } = await requestFor(...cakeIds);
    const priced = items.map(async (item) => {
      const cake = await findCake(shop, item.cakeId);
      return { ...item, price: cake?.sizes[0]?.price ?? 0 };
    });
    return { name, phone, email: '', items: await Promise.all(priced) };
  }

  async function place(
    request: unknown,
    id: string = randomUUID(),
    headers: Record<string, string> = {},
  ) {
    const token = { 'X-Firebase-AppCheck': await tokenByDebug(origin) };
    return call('PUT', `/api/orders/${id}`, request, { ...token, ...headers });
  }

  /** Places a valid order. @returns its id and the URL of its checkout. */
  async function order(...cakeIds: string[]) {
    return orderFor(await requestFor(...cakeIds));
  }

  async function orderFor(request: OrderRequest) {
    const { status, body } = await place(request);
    if (status !== 201) throw new Error(`Placing the order returned ${status}.`);
    return PlacedResponse.parse(body);
  }

  /** Orders cakes and pays them, until the shop knows. @returns as `order`. */
  async function buy(...cakeIds: string[]) {
    const placed = await order(...cakeIds);
    await payByCard(placed.checkoutUrl);
    await confirm(placed.id);
    return placed;
  }

  const confirm = (id: string) => call('POST', `/api/orders/${id}/confirm`);
  const read = (id: string) => call('GET', `/api/orders/${id}`);

  const inbox = (id: string) => emailsAbout(mail, id);

  const setPractice = (service: 'stripe' | 'mail', settings: Record<string, string>) =>
    postPractice(service === 'stripe' ? stripe : mail, 'settings', settings);

  return {
    call,
    requestFor,
    phoneRequestFor,
    place,
    order,
    orderFor,
    buy,
    pay: payByCard,
    confirm,
    read,
    inbox,
    setPractice,
  };
}
