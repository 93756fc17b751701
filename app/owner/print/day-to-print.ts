import { data, type RouterContextProvider, redirect } from 'react-router';
import { timeInLondon } from '#app/owner/frame/london-time.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { type SheetCake, sheetCakes } from '#domain/book/sheets.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay } from '#domain/calendar/days.ts';
import { isRefundedInFull } from '#domain/orders/order.ts';
import { listCollections } from '#server/orders/book.ts';
import { lastEvent, lastPrint, recordPrint } from '#server/orders/printed-sheets.ts';

interface DayToPrint {
  day: Day;
  cakes: SheetCake[];
  /** The numbers of orders whose money has been paid back. */
  refunded: string[];
  /** The numbers of orders that cannot be read completely. */
  unreadable: string[];
  /** London time: `18:02` */
  printedAt: string;
  /** The last event that the papers contain, for `printDay`. */
  event: number;
  /** When the day was printed before, and the orders that have changed since. */
  before: Awaited<ReturnType<typeof lastPrint>>;
}

/** Reads what is collected on the day in a URL. */
export async function loadDay(
  day: string,
  context: Readonly<RouterContextProvider>,
): Promise<DayToPrint> {
  if (!isDay(day)) throw data(null, { status: 404 });
  const shop = context.get(shopContext);
  // First, so that the next print names what changes from now on.
  const event = await lastEvent(shop);
  const before = await lastPrint(shop, day);
  const [collections, { catalogue }] = await Promise.all([
    listCollections(shop, { from: day, to: day }),
    shop.content(),
  ]);
  const refunded = collections.filter((each) => isRefundedInFull(each));
  const kept = collections.filter((each) => !refunded.includes(each));
  return {
    day,
    cakes: sheetCakes(kept, catalogue.entries),
    refunded: refunded.map(({ number }) => number),
    unreadable: kept.filter(({ isReadable }) => !isReadable).map(({ number }) => number),
    printedAt: timeInLondon(new Date().toISOString()),
    event,
    before,
  };
}

/** Records that the kitchen's papers of a day were printed as they were after an event. */
export async function printDay(
  day: string,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const event = Number((await readForm(request))('event'));
  if (!isDay(day) || !Number.isSafeInteger(event) || event < 0) throw data(null, { status: 400 });
  await recordPrint(context.get(shopContext), day, event);
  return redirect(new URL(request.url).pathname);
}
