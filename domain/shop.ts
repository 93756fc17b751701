import type { MadeChange } from './book/book-ports.ts';
import {
  collections,
  collectionsToStart,
  findOrders,
  handedOverUnpaid,
  notTickedOff,
  type OrderQuery,
  setMade,
  tracedOrder,
} from './book/order-book.ts';
import type { Effort } from './bot-check.ts';
import {
  addPeriod,
  changeWeeklyRules,
  endPause,
  pauseOrders,
  removePeriod,
  type TypedRules,
} from './calendar/change-rules.ts';
import { closeDays, type DayRange, endOpening, openDay, openDays } from './calendar/close-days.ts';
import type { Day } from './calendar/day.ts';
import { londonDay } from './calendar/days.ts';
import type { YearlyPeriod } from './calendar/rules.ts';
import { shownRules } from './calendar/shown-rules.ts';
import {
  busiestDays,
  dayLoads,
  mendBookings,
  setDayCapacity,
  setWeekCapacity,
  visibleRoom,
} from './capacity/limits.ts';
import type { CakeContent, CakeVersion } from './catalogue/cake-content.ts';
import type { CatalogueEntry } from './catalogue/catalogue.ts';
import { changePrice, type PriceChange } from './catalogue/change-price.ts';
import { setHidden } from './catalogue/hide-cake.ts';
import { findCakePage, type PageRequest } from './catalogue/pages.ts';
import {
  addCake,
  archiveCake,
  type CakeForm,
  describePutBack,
  type PutBackForm,
  putBackVersion,
  restoreCake,
  saveCake,
} from './catalogue/save-cake.ts';
import { findCakesInSeason } from './catalogue/seasons.ts';
import { syncPrices } from './catalogue/sync-prices.ts';
import {
  askToCancel,
  changeTextByCustomer,
  moveByCustomer,
  type TypedText,
} from './customer-link/change-order.ts';
import { customerOrder } from './customer-link/customer-order.ts';
import type { DeliverySettings } from './emails/deliver-claimed.ts';
import { deliverCustomerEmails } from './emails/deliver-customer-emails.ts';
import type { WrittenEmail } from './emails/email-ports.ts';
import { UNDO_SECONDS } from './emails/email-ports.ts';
import { takeBackEmail, writeEmail } from './emails/write-email.ts';
import { type Month, monthBook } from './ledger/month.ts';
import { type AgreedRequest, type Agreement, agreeOrder } from './orders/agree-order.ts';
import { alertOwner } from './orders/alert-owner.ts';
import { anonymiseCustomer, type CustomerSelector } from './orders/anonymise-customer.ts';
import { anonymiseOldOrders } from './orders/anonymise-old-orders.ts';
import { type Cancellation, cancelOrder, uncancelOrder } from './orders/cancel-order.ts';
import {
  changeTextByStaff,
  type TextChange,
  takesMessage,
  undoTextChange,
} from './orders/change-text.ts';
import { confirmOrder } from './orders/confirm-order.ts';
import { type ContactCorrection, correctContact } from './orders/correct-contact.ts';
import { correctEmail, type EmailCorrection } from './orders/correct-email.ts';
import { changedAllergens } from './orders/current-allergens.ts';
import { deliverNotifications } from './orders/deliver-notifications.ts';
import { handlePaymentEvent, type PaymentEvent } from './orders/handle-payment-event.ts';
import {
  latestOrders,
  lookUpOrder,
  resendNotification,
  resendToCustomer,
} from './orders/look-up-orders.ts';
import { type Move, moveOrder, rulesForItems, undoMoves } from './orders/move-order.ts';
import {
  type OrderId,
  type OrderItem,
  type PublicOrder,
  parseOrderId,
  publicView,
} from './orders/order.ts';
import type { CounterRefund } from './orders/order-ports.ts';
import type { OrderRequest } from './orders/order-request.ts';
import {
  makePayLink,
  openPayment,
  orderToPay,
  payAtCounter,
  unpayAtCounter,
} from './orders/pay-agreed-order.ts';
import { placeOrder } from './orders/place-order.ts';
import { closeProblem, countProblems, openProblems, warnOfProblems } from './orders/problems.ts';
import { type ReconcileSettings, reconcile } from './orders/reconcile.ts';
import { recoverOrders } from './orders/recover-orders.ts';
import { photoUseCases } from './photos/photos.ts';
import type { Ports } from './ports.ts';
import { refundOffer } from './refunds/refund-offer.ts';
import { finishRefunds, refundOrder, takeBackCounterRefund } from './refunds/refund-order.ts';
import type { AskedRefund } from './refunds/refund-ports.ts';
import type { Person } from './staff/person.ts';
import { staffUseCases } from './staff/staff-use-cases.ts';
import {
  allWords,
  currentWords,
  editedCafe,
  editedPieces,
  editWords,
  putBackWords,
  type WordsForm,
} from './words/edit-words.ts';
import type { WordsKey } from './words/words.ts';

export type Shop = ReturnType<typeof createShop>;

/** The shop's use cases. Pages, API, webhooks and jobs call nothing behind them. */
export function createShop(ports: Ports) {
  const { catalogue, calendar, changes, orders, botCheck, clock } = ports;
  return {
    categories: () => catalogue.categories(),
    category: (slug: string) => catalogue.category(slug),
    /** @returns undefined when there are fewer pages. */
    cakes: (asked: PageRequest) => findCakePage(catalogue, asked),
    /** The URL parts of every cake. */
    cakeAddresses: () => catalogue.addresses(),
    personalTouches: () => catalogue.personalTouches(),
    touchIds: () => catalogue.touchIds(),
    lowestPrice: () => catalogue.lowestPrice(),
    cakesInSeason: (leadDays: number) => findCakesInSeason(ports, leadDays),
    cake: async (id: string) => (await catalogue.byIds([id]))[0],
    /** The cake whose page has this slug. */
    cakeBySlug: (slug: string) => catalogue.bySlug(slug),
    /** The cake whose page once had this URL. */
    movedCake: (category: string, slug: string) => catalogue.moved(category, slug),
    /** Each visible cake once. */
    cakesById: (ids: string[]) => catalogue.byIds(ids),

    /** Incremented by every change of the catalogue, the calendar or the words. */
    catalogueVersion: () => changes.version(),
    calendarRules: () => calendar.rules(),
    shownCalendarRules: () => shownRules(ports),
    now: () => clock.now(),
    trader: () => ports.trader(),
    /** Today at the cafe. */
    today: () => londonDay(clock.now()),

    createBotCheckChallenge: (effort: Effort) => botCheck.createChallenge(effort),
    /** Checked before an order is placed over HTTP. */
    authorizeOrder: (token: string | undefined, id: OrderId) => botCheck.authorizeOrder(token, id),
    maintainBotCheck: () => botCheck.maintain(),

    /** @param caller the key of the client's address. */
    placeOrder: (id: OrderId, request: OrderRequest, caller?: string) =>
      placeOrder(ports, id, request, caller),
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

    /** @param id from a URL. @returns undefined when it is malformed or unknown. */
    correctEmail: async (id: string, correction: EmailCorrection) => {
      const orderId = parseOrderId(id);
      const order = orderId && (await orders.find(orderId));
      return order && correctEmail(ports, order.id, correction);
    },

    handlePaymentEvent: (event: PaymentEvent) => handlePaymentEvent(ports, event),
    deliverNotifications: (most: number, settings?: DeliverySettings) =>
      deliverNotifications(ports, most, settings),
    deliverCustomerEmails: (most: number, settings?: DeliverySettings) =>
      deliverCustomerEmails(ports, most, settings),
    reconcile: (how: ReconcileSettings) => reconcile(ports, how),
    recoverOrders: () => recoverOrders(ports),
    openProblems: () => openProblems(ports),
    closeProblem: (key: string) => closeProblem(ports, key),
    reopenProblem: (key: string) => ports.problems.reopen(key),
    countProblems: () => countProblems(ports),
    warnOfProblems: () => warnOfProblems(ports),
    alertOwner: () => alertOwner(ports),
    latestOrders: (limit: number) => latestOrders(ports, limit),
    /** @param text an order's number, or the beginning of its id. */
    lookUpOrder: (text: string) => lookUpOrder(ports, text),
    resendNotification: (text: string, personId?: string) =>
      resendNotification(ports, text, personId),
    /** @param text an order's number, or the beginning of its id. */
    resendToCustomer: (text: string, personId?: string) => resendToCustomer(ports, text, personId),

    lastPrint: (day: Day) => ports.sheets.lastPrint(day),
    /** For `recordPrint`. Call it before `collections`. */
    lastEvent: () => ports.sheets.lastEvent(),
    recordPrint: (day: Day, event: number) => ports.sheets.record(day, event),
    /** Of paid orders, sorted by day, then name. */
    collections: (days: { from: Day; to: Day }) => collections(ports, days),
    collectionsToStart: () => collectionsToStart(ports),
    notTickedOff: () => notTickedOff(ports),
    handedOverUnpaid: () => handedOverUnpaid(ports),
    findOrders: (query: OrderQuery) => findOrders(ports, query),
    /** @param idOrNumber from a URL. @returns undefined when it is malformed or unknown. */
    bookedOrder: (idOrNumber: string) => tracedOrder(ports, idOrNumber),
    /** The money of a month in London; default: this month. */
    monthBook: (month?: Month) => monthBook(ports, month),
    setMade: (change: MadeChange) => setMade(ports, change),
    /** @param evenIfClosed the person has seen that customers cannot choose the day. */
    moveOrder: (move: Move, evenIfClosed?: boolean) => moveOrder(ports, move, evenIfClosed),
    cancelOrder: (cancellation: Cancellation) => cancelOrder(ports, cancellation),
    uncancelOrder: (cancellation: Cancellation) => uncancelOrder(ports, cancellation),
    /** @param idOrNumber from a URL. @returns undefined when there is no payment to pay back. */
    refundOffer: (idOrNumber: string) => refundOffer(ports, idOrNumber),
    /** Those that staff have asked for, oldest first. */
    refunds: (orderId: OrderId) => ports.refunds.of(orderId),
    refundOrder: (asked: AskedRefund) => refundOrder(ports, asked),
    takeBackCounterRefund: (refund: CounterRefund) => takeBackCounterRefund(ports, refund),
    finishRefunds: () => finishRefunds(ports),
    /** What orders take of the days, both ends included; nothing while the shop has no limits. */
    dayLoads: (from: Day, to: Day) => dayLoads(ports, from, to),
    busiestDays: (from: Day) => busiestDays(ports, from),
    /** @param typed from Monday to Sunday; undefined for a shop without limits. */
    setWeekCapacity: (typed: string[] | undefined, person: { by: string; since: number }) =>
      setWeekCapacity(ports, typed, person),
    setDayCapacity: (wanted: { day: string; typed: string }, by: string) =>
      setDayCapacity(ports, wanted, by),
    mendBookings: () => mendBookings(ports),
    /** Undefined while the shop has no limits. */
    visibleRoom: () => visibleRoom(ports),
    undoMoves: <Undone extends Omit<Move, 'by'>>(moves: Undone[], by: string) =>
      undoMoves(ports, moves, by),
    /** The rules for moving these items. */
    rulesForItems: (items: Pick<OrderItem, 'cakeId'>[]) => rulesForItems(ports, items),
    changeText: (change: TextChange & { by: string }) => changeTextByStaff(ports, change),
    /** Whether something can be written on the item. */
    takesMessage: (item: Pick<OrderItem, 'cakeId' | 'message'>) => takesMessage(ports, item),
    correctContact: (correction: ContactCorrection) => correctContact(ports, correction),
    undoTextChange: (change: { orderId: OrderId; number: number; by: string }) =>
      undoTextChange(ports, change),
    writeEmail: (email: WrittenEmail) => writeEmail(ports, email),
    takeBackEmail: (written: { orderId: OrderId; number: number; by: string }) =>
      takeBackEmail(ports, written),
    /** Keeps the order that its customer asked to cancel. @param by the person's id. */
    declineCancel: (id: OrderId, by: string) => orders.declineCancel(id, by, UNDO_SECONDS),
    undeclineCancel: (id: OrderId, by: string) => orders.undeclineCancel(id, by),

    /** @param token from a URL. @returns undefined for a link that is not valid. */
    customerOrder: (token: string) => customerOrder(ports, token),
    changeTextByCustomer: (token: string, typed: TypedText) =>
      changeTextByCustomer(ports, token, typed),
    moveByCustomer: (token: string, move: { from: Day; to: Day; moves: number }) =>
      moveByCustomer(ports, token, move),
    askToCancel: (token: string, requests: number) => askToCancel(ports, token, requests),

    /** For the form of an order on the phone. */
    newOrderId: () => ports.secrets.id(),
    agreeOrder: (request: AgreedRequest, agreement: Agreement) =>
      agreeOrder(ports, request, agreement),
    /** @param by the person's id. @returns the token; undefined for an order that cannot be paid with it. */
    makePayLink: (id: OrderId, by: string) => makePayLink(ports, id, { by }),
    /** @param token from a URL. Changes nothing. */
    orderToPay: (token: string) => orderToPay(ports, token),
    /** @param token from a URL. */
    openPayment: (token: string) => openPayment(ports, token),
    /** What has changed since an order was taken, for which its pay link takes no payment. */
    changedAllergens: (items: OrderItem[]) => changedAllergens(ports.catalogue, items),
    payAtCounter: (id: OrderId, by: string) => payAtCounter(ports, id, by),
    unpayAtCounter: (id: OrderId, by: string) => unpayAtCounter(ports, id, by),

    anonymiseOldOrders: (retentionDays: number) => anonymiseOldOrders(ports, retentionDays),
    anonymiseCustomer: (customer: CustomerSelector) => anonymiseCustomer(ports, customer),

    syncPrices: () => syncPrices(ports),

    /** Hidden cakes included: for the owner, never for visitors. */
    catalogueEntries: () => catalogue.entries(),
    changePrice: (wanted: PriceChange) => changePrice(ports, wanted),
    /** @param name a cake's id or title, as the owner types it. */
    setHidden: (name: string, hidden: boolean, by?: string) => setHidden(ports, name, hidden, by),
    catalogueEntry: (cakeId: string) => catalogue.entry(cakeId),
    saveCake: (cakeId: string, form: CakeForm) => saveCake(ports, cakeId, form),
    addCake: (content: CakeContent, by: string) => addCake(ports, content, by),
    archiveCake: (cakeId: string, by: string) => archiveCake(ports, cakeId, by),
    restoreCake: (cakeId: string, by: string) => restoreCake(ports, cakeId, by),
    /** @param list the slug of a category; undefined for personal touches. */
    placeCake: (cakeId: string, before: string | undefined, list: string | undefined) =>
      catalogue.placeCake(cakeId, before, list),
    /** The newest first. */
    cakeVersions: (cakeId: string, limit: number) => catalogue.versions(cakeId, limit),
    describePutBack: (entry: CatalogueEntry, versions: CakeVersion[]) =>
      describePutBack(ports, entry, versions),
    putBackVersion: (cakeId: string, form: PutBackForm) => putBackVersion(ports, cakeId, form),
    /** @param by the person's id. @param reason for visitors. */
    closeDays: (range: DayRange, by?: string, reason?: string) =>
      closeDays(ports, range, by, reason),
    openDays: (range: DayRange, by?: string) => openDays(ports, range, by),
    /** Whatever closes it, except the lead time, the pause and how far ahead can be ordered. */
    openDay: (day: Day, by: string) => openDay(ports, day, by),
    endOpening: (day: Day, by: string) => endOpening(ports, day, by),
    changeWeeklyRules: (typed: TypedRules, person: { by: string; since: number }) =>
      changeWeeklyRules(ports, typed, person),
    addPeriod: (typed: { from: string; to: string; reason: string }, by: string) =>
      addPeriod(ports, typed, by),
    removePeriod: (period: YearlyPeriod, by: string) => removePeriod(ports, period, by),
    pauseOrders: (typed: { until: string; words: string }, person: { by: string; since: number }) =>
      pauseOrders(ports, typed, person),
    endPause: (by: string) => endPause(ports, by),
    calendarChange: (id: number) => calendar.change(id),
    lastCalendarChange: () => calendar.lastChange(),
    undoCalendarChange: (id: number, by: string) => calendar.undo(id, by),

    words: () => currentWords(ports),
    editedCafe: () => editedCafe(ports),
    editedWords: <Key extends WordsKey>(...keys: Key[]) => editedPieces(ports, ...keys),
    allWords: () => allWords(ports),
    editWords: (form: WordsForm, person: Person) => editWords(ports, form, person),
    putBackWords: (form: Pick<WordsForm, 'key' | 'version'>, person: Person) =>
      putBackWords(ports, form, person),

    ...photoUseCases(ports),
    ...staffUseCases(ports),
  };
}
