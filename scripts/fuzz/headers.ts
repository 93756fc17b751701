import { DEBUG_TOKEN, ORDERS_OF_A_TOKEN, tokenByDebug } from '../../test/bot-check.ts';

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

/** What the shop is told so that what is right for people does not turn all of it away. */
export const SHOP_SETTINGS = {
  // In production no shop takes a debug token.
  NODE_ENV: 'test',
  BOT_CHECK_DEBUG_TOKENS: DEBUG_TOKEN,
};

const ORDER = Buffer.from('PUT /api/orders/');

/** Lets orders pass the bot check: each fifth begins a new token. Whatever else is sent stays as it is. */
export function createBotCheck(origin: string) {
  let orders = 0;
  let token = Promise.resolve('');
  return async function withToken(bytes: Buffer): Promise<Buffer> {
    const afterFirstLine = bytes.indexOf('\r\n') + 2;
    if (bytes.indexOf(ORDER) !== 0 || bytes.includes('X-Firebase-AppCheck')) return bytes;
    if (orders % ORDERS_OF_A_TOKEN === 0) token = tokenByDebug(origin);
    orders += 1;
    const header = Buffer.from(`X-Firebase-AppCheck: ${await token}\r\n`);
    return Buffer.concat([
      bytes.subarray(0, afterFirstLine),
      header,
      bytes.subarray(afterFirstLine),
    ]);
  };
}
