/**
 * What a browser on one of the shop's own pages sends with every call, writes included: the one place
 * that knows what the doors ask for, so that the fuzzing reaches what is behind them.
 */
export function ownHeaders(origin: string): Record<string, string> {
  return {
    Host: new URL(origin).host,
    Origin: origin,
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Mode': 'cors',
    'Content-Type': 'application/json',
  };
}

/** What the shop is told so that limits which are right for people do not turn all of it away. */
export const SHOP_SETTINGS = { RATE_LIMIT_FACTOR: '100000' };
