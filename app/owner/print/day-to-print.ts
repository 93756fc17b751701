import { data, type RouterContextProvider, redirect } from 'react-router';
import { timeInLondon } from '#app/owner/london-time.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { type SheetCake, sheetCakes } from '#domain/book/sheets.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay } from '#domain/calendar/days.ts';
import { isRefundedInFull } from '#domain/orders/order.ts';
import type { Shop } from '#server/shop.ts';

interface DayToPrint {
  day: Day;
  cakes: SheetCake[];
  /** The numbers of orders whose money has been paid back. */
  refunded: string[];
  /** The numbers of orders that cannot be read completely. */
  unreadable: string[];
  /** London time: `18:02` */
  printedAt: string;
  /** The last event that the papers contain, for `recordPrint`. */
  event: number;
  /** When the day was printed before, and the orders that have changed since. */
  before: Awaited<ReturnType<Shop['lastPrint']>>;
}

/** Reads what is collected on the day in a URL. */
export async function loadDay(
  day: string,
  context: Readonly<RouterContextProvider>,
): Promise<DayToPrint> {
  if (!isDay(day)) throw data(null, { status: 404 });
  const shop = context.get(shopContext);
  // First, so that the next print names what changes from now on.
  const event = await shop.lastEvent();
  const before = await shop.lastPrint(day);
  const [collections, catalogue] = await Promise.all([
    shop.collections({ from: day, to: day }),
    shop.catalogueEntries(),
  ]);
  const refunded = collections.filter((each) => isRefundedInFull(each));
  const kept = collections.filter((each) => !refunded.includes(each));
  return {
    day,
    cakes: sheetCakes(kept, catalogue),
    refunded: refunded.map(({ number }) => number),
    unreadable: kept.filter(({ isReadable }) => !isReadable).map(({ number }) => number),
    printedAt: timeInLondon(new Date().toISOString()),
    event,
    before,
  };
}

/** Records that the kitchen's papers of a day were printed as they were after an event. */
export async function recordPrint(
  day: string,
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const event = Number((await readForm(request))('event'));
  if (!isDay(day) || !Number.isSafeInteger(event) || event < 0) throw data(null, { status: 400 });
  await context.get(shopContext).recordPrint(day, event);
  return redirect(new URL(request.url).pathname);
}
