import type { Context, MiddlewareHandler } from 'hono';
import { OrderId } from '#domain/orders/order.ts';
import type { BotCheck } from '#server/bot-check/bot-check.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Log } from '#server/log.ts';
import type { Shop } from '#server/shop.ts';
import { sendProblem } from './problem.ts';

export const BOT_CHECK_HEADER = 'X-Firebase-AppCheck';

const RETRY_SECONDS = 30;

/** Runs before an order is placed: without a token its body is not read. */
export function requireBotCheck(
  shop: Pick<Shop, 'content' | 'firstWords'>,
  botCheck: BotCheck,
  log: Log,
): MiddlewareHandler {
  return async (c, next) => {
    const id = OrderId.safeParse(c.req.param('id'));
    // The route answers a malformed id with 404.
    if (!id.success) return next();
    const authorization = await botCheck.authorizeOrder(c.req.header(BOT_CHECK_HEADER), id.data);
    if (authorization.ok) return next();
    const { reason } = authorization;
    log.info({ order: id.data, reason }, 'bot check rejected an order');
    const { contact } = await currentWords(shop);
    const phone = contact.phone.display;
    return reason === 'unavailable' ? sendUnavailable(c, phone) : sendRejected(c, phone);
  };
}

function sendRejected(c: Context, phone: string) {
  // Required with every 401.
  c.header('WWW-Authenticate', 'AppCheck');
  return sendProblem(
    c,
    'bot-check',
    `We could not tell that you are a person. Please try again. If it happens again, call us on ${phone}: we take your order by phone.`,
  );
}

function sendUnavailable(c: Context, phone: string) {
  c.header('Retry-After', `${RETRY_SECONDS}`);
  return sendProblem(
    c,
    'bot-check-unavailable',
    `We cannot check just now that you are a person. Please try again in a moment, or call us on ${phone}.`,
  );
}
