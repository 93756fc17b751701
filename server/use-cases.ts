import { londonDay } from '#domain/calendar/days.ts';
import {
  type OrderId,
  type OrderItem,
  type PublicOrder,
  parseOrderId,
  publicView,
} from '#domain/orders/order.ts';
import {
  addPeriod,
  changeWeeklyRules,
  endPause,
  pauseOrders,
  removePeriod,
} from '#server/content/change-rules.ts';
import { closeDays, endOpening, openDay, openDays } from '#server/content/close-days.ts';
import { setDayCapacity, setWeekCapacity } from '#server/content/limits.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import { agreeOrder } from '#server/orders/agree-order.ts';
import { confirmOrder } from '#server/orders/confirm-order.ts';
import { changedAllergens } from '#server/orders/current-allergens.ts';
import { handlePaymentEvent } from '#server/orders/handle-payment-event.ts';
import {
  makePayLink,
  openPayment,
  orderToPay,
  payAtCounter,
  unpayAtCounter,
} from '#server/orders/pay-agreed-order.ts';
import { placeOrder } from '#server/orders/place-order.ts';
import { reconcile } from '#server/orders/reconcile.ts';
import { recoverOrders } from '#server/orders/recover-orders.ts';
import type { Ports } from './ports.ts';

export type UseCases = ReturnType<typeof createUseCases>;

/**
 * The shop's use cases. Pages, API, webhooks and jobs call nothing behind them. A use case is a function of the
 * ports and its arguments; `bind` leaves the arguments, with their types.
 */
export function createUseCases(ports: Ports) {
  const { calendar, changes, orders, clock } = ports;
  return {
    /** Incremented by every change of the catalogue, the calendar or the words. */
    catalogueVersion: () => changes.version(),
    calendarRules: () => calendar.rules(),
    shownCalendarRules: () => shownRules(ports),
    now: () => clock.now(),
    trader: () => ports.trader(),
    /** Today at the cafe. */
    today: () => londonDay(clock.now()),

    /** @param caller the key of the client's address. */
    placeOrder: placeOrder.bind(null, ports),
    /** @param id from a URL. @returns undefined when it is malformed or unknown. */
    order: async (id: string): Promise<PublicOrder | undefined> => {
      const orderId = parseOrderId(id);
      const order = orderId ? await orders.find(orderId) : undefined;
      return order && publicView(order);
    },
    /** @param id from a URL. @returns undefined when it is malformed or unknown. */
    confirmOrder: async (id: string) => {
      const orderId = parseOrderId(id);
      return orderId ? confirmOrder(ports, orderId) : undefined;
    },

    handlePaymentEvent: handlePaymentEvent.bind(null, ports),
    reconcile: reconcile.bind(null, ports),
    recoverOrders: recoverOrders.bind(null, ports),

    /** @param typed from Monday to Sunday; undefined for a shop without limits. */
    setWeekCapacity: setWeekCapacity.bind(null, ports),
    setDayCapacity: setDayCapacity.bind(null, ports),

    /** For the form of an order on the phone. */
    newOrderId: () => ports.secrets.id(),
    agreeOrder: agreeOrder.bind(null, ports),
    /** @param by the person's id. @returns the token; undefined for an order that cannot be paid with it. */
    makePayLink: (id: OrderId, by: string) => makePayLink(ports, id, { by }),
    /** @param token from a URL. Changes nothing. */
    orderToPay: orderToPay.bind(null, ports),
    /** @param token from a URL. */
    openPayment: openPayment.bind(null, ports),
    /** What has changed since an order was taken, for which its pay link takes no payment. */
    changedAllergens: (items: OrderItem[]) => changedAllergens(ports, items),
    payAtCounter: payAtCounter.bind(null, ports),
    unpayAtCounter: unpayAtCounter.bind(null, ports),

    /** @param by the person's id. @param reason for visitors. */
    closeDays: closeDays.bind(null, ports),
    openDays: openDays.bind(null, ports),
    /** Whatever closes it, except the lead time, the pause and how far ahead can be ordered. */
    openDay: openDay.bind(null, ports),
    endOpening: endOpening.bind(null, ports),
    changeWeeklyRules: changeWeeklyRules.bind(null, ports),
    addPeriod: addPeriod.bind(null, ports),
    removePeriod: removePeriod.bind(null, ports),
    pauseOrders: pauseOrders.bind(null, ports),
    endPause: endPause.bind(null, ports),
    calendarChange: (id: number) => calendar.change(id),
    lastCalendarChange: () => calendar.lastChange(),
    undoCalendarChange: (id: number, by: string) => calendar.undo(id, by),

    ...ports.photos,
  };
}
