import { report } from './bot-check-errors.ts';
import { REJECTED_THROTTLE, type Throttle } from './token-timers.ts';

/** Times are milliseconds since 1970 by the browser's clock. */
export interface Token {
  token: string;
  issuedAt: number;
  expiresAt: number;
}

/** Reads the token that this or another tab stored; it survives the visit to the card checkout. */
export function readToken(exchange: string): Token | undefined {
  const stored = read(keyOf(exchange));
  return isToken(stored) ? stored : undefined;
}

/** If the browser stores nothing, a token lasts as long as the page. */
export function writeToken(exchange: string, token: Token): void {
  write(keyOf(exchange), token);
}

/**
 * Reads the throttle after a rejection, which outlasts the page.
 * @returns undefined for one that ends later than any: the clock of the device was wrong.
 */
export function readThrottle(exchange: string, now: number): Throttle | undefined {
  const stored = read(throttleKeyOf(exchange));
  return isThrottle(stored) && stored.until <= now + REJECTED_THROTTLE ? stored : undefined;
}

export function writeThrottle(exchange: string, throttle: Throttle): void {
  write(throttleKeyOf(exchange), throttle);
}

function read(key: string): unknown {
  try {
    return JSON.parse(openStorage()?.getItem(key) ?? 'null');
  } catch (error) {
    report('storage-get', error);
    return undefined;
  }
}

function write(key: string, value: object): void {
  try {
    openStorage()?.setItem(key, JSON.stringify(value));
  } catch (error) {
    report('storage-set', error);
  }
}

/** Reading `localStorage` itself throws where the visitor blocks all site data. */
function openStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch (error) {
    report('storage-open', error);
    return undefined;
  }
}

/** A token belongs to one exchange: the settings of the shop may change. */
function keyOf(exchange: string): string {
  return `bot-check:${exchange}`;
}

function throttleKeyOf(exchange: string): string {
  return `bot-check-throttle:${exchange}`;
}

function isThrottle(value: unknown): value is Throttle {
  return ['until', 'failures', 'status'].every((name) => Number.isFinite(Object(value)[name]));
}

function isToken(value: unknown): value is Token {
  const { token, issuedAt, expiresAt } = Object(value);
  return typeof token === 'string' && Number.isFinite(issuedAt) && Number.isFinite(expiresAt);
}
