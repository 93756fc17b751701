import { stored } from '#app/ui/stored.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay, londonDay } from '#domain/calendar/days.ts';
import { arrayOf, isBoolean, objectOf } from '#domain/guard.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { isOrderId } from '#domain/orders/order-guards.ts';
import { base32Of, isUrlToken, URL_TOKEN_LENGTH } from '#domain/url-token.ts';

/**
 * The customer's link to an order of this browser (decision 034). The browser makes its token, and sends it with the
 * order alone: no answer of the server contains it.
 */
interface KeptLink {
  orderId: OrderId;
  token: string;
  /** The last day of collection. */
  until: Day;
  /** Its payment has come. */
  isOrdered: boolean;
}

const isKeptLink = objectOf<KeptLink>({
  orderId: isOrderId,
  token: isUrlToken,
  until: isDay,
  isOrdered: isBoolean,
});

const saved = stored('localStorage', 'my-orders', arrayOf(isKeptLink));

/** Of attempts and orders. */
const MOST = 20;

export function newUrlToken(): string {
  return base32Of(crypto.getRandomValues(new Uint8Array(URL_TOKEN_LENGTH)));
}

/** The token that is sent with an order: the same each time. @param days of its collection. */
export function linkTokenFor(orderId: OrderId, days: Day[]): string {
  const links = read();
  const known = links.find((link) => link.orderId === orderId);
  const { token, isOrdered } = known ?? { token: newUrlToken(), isOrdered: false };
  const until = days.toSorted().at(-1);
  if (until) write([{ orderId, token, until, isOrdered }, ...without(links, token)]);
  return token;
}

/** Shows the link of an order that is paid in the menu. @returns its token, if the order was placed here. */
export function keepOrdered(orderId: OrderId): string | undefined {
  const links = read();
  const link = links.find((each) => each.orderId === orderId);
  if (link && !link.isOrdered) write([{ ...link, isOrdered: true }, ...without(links, link.token)]);
  return link?.token;
}

/** Keeps the link until another day, to which the order was moved. @returns whether it is kept here. */
export function keepUntil(token: string, until: Day): boolean {
  const links = read();
  const link = links.find((each) => each.token === token);
  if (link && link.until !== until) write([{ ...link, until }, ...without(links, token)]);
  return link !== undefined;
}

export function forgetLink(token: string): void {
  write(without(read(), token));
}

/** The links to the paid orders, that of the one that is collected next first. */
export function orderedLinks(): Pick<KeptLink, 'token' | 'until'>[] {
  const ordered = read().filter(({ isOrdered }) => isOrdered);
  return ordered.toSorted((one, other) => (one.until < other.until ? -1 : 1));
}

/** The token of the paid order that is collected next. */
export function nextOrder(): string | undefined {
  return orderedLinks()[0]?.token;
}

const listeners = new Set<() => void>();

/** Notified of changes in this tab and others. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stopFollowing = saved.subscribe(listener);
  return () => {
    listeners.delete(listener);
    stopFollowing();
  };
}

/** Those whose day has not passed. */
function read(): KeptLink[] {
  const today = londonDay(new Date().toISOString());
  return (saved.read() ?? []).filter(({ until }) => until >= today);
}

function without(links: KeptLink[], token: string): KeptLink[] {
  return links.filter((link) => link.token !== token);
}

function write(links: KeptLink[]): void {
  if (links.length > 0) saved.write(links.slice(0, MOST));
  else saved.clear();
  for (const listener of listeners) listener();
}
