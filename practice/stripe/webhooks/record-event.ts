import { type Account, newId, unixTime } from '../account.ts';
import type { JsonObject } from '../api/protocol.ts';
import type { EventRecord } from '../records.ts';

const API_VERSION = '2026-10-28.endive';
const THIRD_COPY_MS = 1_000;

/**
 * Records an event and plans its deliveries as the `webhooks` setting says.
 * @param object the changed one, in the API's format.
 */
export function recordEvent(
  account: Account,
  type: string,
  object: JsonObject,
  session: string | null,
): EventRecord {
  return recordForgedEvent(account, { type, data: { object } }, session);
}

/** Records an unchecked event, with defaults for missing envelope fields. */
export function recordForgedEvent(
  account: Account,
  body: JsonObject & { type: string },
  session: string | null,
): EventRecord {
  const payload = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: unixTime(account.now()),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    ...body,
  };
  // A forged event may have the id of an existing one.
  const id = account.events.find(payload.id) ? newId('evt') : payload.id;
  const { type } = body;
  const event = account.events.add({ id, type, session, payload: JSON.stringify(payload) });
  planDeliveries(account, id, account.now().getTime());
  return event;
}

function planDeliveries(account: Account, event: string, now: number): void {
  const { webhooks } = account.settings.read();
  const isWithheld = webhooks === 'never' || !account.hasWebhook;
  // Two copies race; the third arrives after the customer is back at the shop.
  const delays = webhooks === 'thrice' ? [0, 0, THIRD_COPY_MS] : [0];
  for (const delay of delays) {
    account.deliveries.add({
      id: newId('delivery'),
      event,
      status: isWithheld ? 'withheld' : 'pending',
      attempts: 0,
      last_result: null,
      created: now,
      due: now + delay,
    });
  }
}
