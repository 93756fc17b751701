import { href, type RouterContextProvider, redirect } from 'react-router';
import { stateInWords } from '#app/owner/collections/collection-view.ts';
import { nameOrNumber } from '#app/owner/collections/words.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { STATE_WORDS, wishInWords } from '#app/owner/requests/words.ts';
import { shopContext } from '#app/shop-context.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { itemsInWords } from '#domain/orders/items-in-words.ts';
import type { CakeRequest } from '#domain/requests/request.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { recordsOfCustomer } from '#server/orders/customer-records.ts';
import { findRequest } from '#server/requests/rows.ts';
import { type Shop, todayAt } from '#server/shop.ts';

// On the server: the orders and requests of one customer, found by what one of them says of whose it is.

/** An order or a request. */
interface KnownRecord {
  id: string;
  /** Of the customer. */
  name: string;
  /** Its screen. */
  path: string;
  /** `7H6FMC · 28 Nov · Red Velvet 8 in · Ada Lovelace` */
  words: string;
  /** It may be somebody else's. */
  isDoubtful: boolean;
  booked?: BookedOrder;
  request?: CakeRequest;
}

/** @throws a redirect to Orders if its name has been removed: then nobody knows whose it was. */
export async function findCustomer(
  shop: Shop,
  id: string,
): Promise<{ own: KnownRecord; records: KnownRecord[] }> {
  const today = todayAt(shop);
  const records: KnownRecord[] = [];
  for (const { kind, id: each, isDoubtful } of await recordsOfCustomer(shop, id)) {
    const known = await (kind === 'order' ? knownOrder : knownRequest)(shop, each, today);
    if (known) records.push({ id: each, isDoubtful, ...known });
  }
  const own = records.find((record) => record.id === id);
  if (!own) throw redirect(href('/owner/orders'), 303);
  return { own, records };
}

async function knownOrder(shop: Shop, id: string, today: Day) {
  const booked = await bookedOrder(shop, id);
  return (
    booked && {
      booked,
      name: nameOrNumber(booked),
      path: href('/owner/orders/:order', { order: booked.number }),
      words: inOneLine(
        booked.number,
        booked.days.map(({ day }) => dayInWords(day, 'short', today)).join(', '),
        itemsInWords(booked.items) || 'Items that cannot be read',
        booked.name,
        stateInWords(booked, ''),
      ),
    }
  );
}

async function knownRequest(shop: Shop, id: string, today: Day) {
  const request = await findRequest(shop, { id });
  return (
    request && {
      request,
      name: request.name,
      path: href('/owner/requests/:request', { request: request.number }),
      words: inOneLine(
        request.number,
        dayInWords(request.day, 'short', today),
        wishInWords(request),
        request.name,
        STATE_WORDS[request.state],
      ),
    }
  );
}

function inOneLine(...words: string[]): string {
  return words.filter(Boolean).join(' · ');
}

interface Args {
  context: Readonly<RouterContextProvider>;
  params: { record: string };
  request: Request;
}

/**
 * What the address of a document chooses. Needs a fresh proof, like everything that leaves the shop.
 * @throws a redirect to the screen that chooses, if nothing is.
 */
export async function chosenRecords({ context, params, request }: Args) {
  const screen = href('/owner/customers/:record', params);
  requireProof(context, screen);
  const { own, records } = await findCustomer(context.get(shopContext), params.record);
  const ids = new URL(request.url).searchParams.getAll('record');
  const chosen = records.filter(({ id }) => ids.includes(id));
  if (chosen.length === 0) throw redirect(screen);
  return { own, chosen, screen };
}
