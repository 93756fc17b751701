import { data, href, type RouterContextProvider } from 'react-router';
import * as z from 'zod';
import { unpaidOf } from '#app/owner/collections/collection-view.ts';
import { Version } from '#app/owner/frame/form-fields.ts';
import { timeInLondon } from '#app/owner/frame/london-time.ts';
import { ownPath } from '#app/owner/frame/own-path.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { sheetCakes } from '#domain/book/sheets.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { listCollections } from '#server/orders/book.ts';
import { lastEvent, lastPrint, recordPrint } from '#server/orders/printed-sheets.ts';
import type { Route } from './+types/bake-sheet';

/** Reads what is collected on the day in a URL. */
export async function loadDay(
  { params: { day }, request }: { params: { day: string }; request: Request },
  context: Readonly<RouterContextProvider>,
) {
  if (!isDay(day)) throw data(null, { status: 404 });
  const shop = context.get(shopContext);
  // First, so that the next print names what changes from now on.
  const event = await lastEvent(shop);
  const before = await lastPrint(shop, day);
  const [collections, { catalogue }] = await Promise.all([
    listCollections(shop, { from: day, to: day }),
    shop.content(),
  ]);
  const { role } = context.get(personContext);
  const toPay = new Map(collections.map((each) => [each.orderId, unpaidOf(each, role)]));
  return {
    day,
    cakes: sheetCakes(collections, catalogue.entries).map((cake) => ({
      ...cake,
      /** Of its order, as the person who prints may know it; empty: nothing. */
      toPay: toPay.get(cake.orderId) ?? '',
    })),
    /** The numbers of orders that cannot be read completely. */
    unreadable: collections.filter(({ isReadable }) => !isReadable).map(({ number }) => number),
    printedAt: timeInLondon(new Date().toISOString()),
    /** The last one that the papers contain, for `printDay`. */
    event,
    /** When the day was printed before, and the orders that have changed since. */
    before,
    back: openedFrom(request, href('/owner/day/:day', { day })),
  };
}

/**
 * The screen that a document was opened from.
 * @param screen what it is about: for a document that was sent, or opened from another.
 */
export function openedFrom(request: Request, screen: string): string {
  const from = request.headers.get('Referer');
  const url = from && URL.canParse(from) ? new URL(from) : undefined;
  const path = ownPath(url ? url.pathname + url.search : null);
  return path.startsWith('/owner/print/') ? screen : path;
}

const Form = z.object({ event: Version });

/** Records that somebody has the kitchen's papers of a day in hand, as they were after an event. */
export async function printDay(args: Route.ActionArgs) {
  const { day } = args.params;
  if (!isDay(day)) throw data(null, { status: 404 });
  return ownerAction(args, Form, async ({ shop, form: { event } }) => {
    await recordPrint(shop, day, event);
    return { words: `Printed: ${dayInWords(day, 'short')}.` };
  });
}
