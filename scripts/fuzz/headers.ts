import { DEBUG_TOKEN, ORDERS_OF_A_TOKEN, tokenByDebug } from '../../test/bot-check-tokens.ts';

/** The headers that a browser sends from the shop's own pages, so that requests pass the middleware. */
export function ownHeaders(origin: string): Record<string, string> {
  return {
    Host: new URL(origin).host,
    Origin: origin,
    'Sec-Fetch-Site': 'same-origin',
    'Sec-Fetch-Mode': 'cors',
    'Content-Type': 'application/json',
  };
}

/** Lets the requests pass the bot check. */
export const SHOP_SETTINGS = {
  // Debug tokens are not accepted in production.
  NODE_ENV: 'test',
  BOT_CHECK_DEBUG_TOKENS: DEBUG_TOKEN,
};

const ORDER = Buffer.from('PUT /api/orders/');

/** Adds a bot-check token to orders, a new one after each five. Other requests stay the same. */
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
