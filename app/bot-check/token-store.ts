import { report } from './bot-check-errors.ts';

/** Times are milliseconds since 1970 by the browser's clock. */
export interface Token {
  token: string;
  issuedAt: number;
  expiresAt: number;
}

/** Reads the token that this or another tab stored; it survives the visit to the card checkout. */
export function readToken(exchange: string): Token | undefined {
  try {
    const stored: unknown = JSON.parse(openStorage()?.getItem(keyOf(exchange)) ?? 'null');
    return isToken(stored) ? stored : undefined;
  } catch (error) {
    report('storage-get', error);
    return undefined;
  }
}

/** If the browser stores nothing, a token lasts as long as the page. */
export function writeToken(exchange: string, token: Token): void {
  try {
    openStorage()?.setItem(keyOf(exchange), JSON.stringify(token));
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

function isToken(value: unknown): value is Token {
  const { token, issuedAt, expiresAt } = Object(value);
  return typeof token === 'string' && Number.isFinite(issuedAt) && Number.isFinite(expiresAt);
}
