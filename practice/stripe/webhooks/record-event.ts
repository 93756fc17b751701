import { type Account, newId, unixTime } from '../account.ts';
import type { JsonObject } from '../api/protocol.ts';
import type { SessionRecord } from '../records.ts';
import { sessionObject } from '../resources/session-object.ts';
import type { EventRecord } from './event-log.ts';

type SessionEventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed';

type Occurrence = {
  type: string;
  /** The changed object in the API's format. */
  object: JsonObject;
  session: string | null;
  cause?: Cause | undefined;
};

/** The API request that caused an event; events of the card page and of timers have none. */
export type Cause = { id: string | null; idempotency_key: string | null };

const noCause: Cause = { id: null, idempotency_key: null };

const API_VERSION = '2026-10-28.endive';
const THIRD_COPY_MS = 1_000;

export function recordSessionEvent(
  account: Account,
  type: SessionEventType,
  session: SessionRecord,
  cause?: Cause,
): EventRecord {
  const object = sessionObject(session, account.origin);
  return recordEvent(account, { type, object, session: session.id, cause });
}

/** Records an event and plans its deliveries as the `webhooks` setting says. */
export function recordEvent(
  account: Account,
  { type, object, session, cause = noCause }: Occurrence,
): EventRecord {
  return recordPayload(account, session, {
    ...envelope(account),
    data: { object },
    request: cause,
    type,
  });
}

/** Records an unchecked event, with defaults for missing envelope fields. */
export function recordForgedEvent(
  account: Account,
  body: JsonObject & { type: string },
  session: string | null,
): EventRecord {
  return recordPayload(account, session, { ...envelope(account), request: noCause, ...body });
}

function envelope(account: Account) {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: unixTime(account.now()),
    livemode: false,
    pending_webhooks: 1,
  };
}

function recordPayload(
  account: Account,
  session: string | null,
  payload: JsonObject & { id: string; type: string },
): EventRecord {
  const { type } = payload;
  // A forged event may have the id of an existing one.
  const id = account.events.events.find(payload.id) ? newId('evt') : payload.id;
  const event = account.events.events.add({ id, type, session, payload: JSON.stringify(payload) });
  planDeliveries(account, id, account.now().getTime());
  return event;
}

function planDeliveries(account: Account, event: string, now: number): void {
  const { webhooks } = account.settings.read();
  if (webhooks === 'never' || !account.hasWebhook) {
    account.events.plan(event, { status: 'withheld', created: now, due: now });
    return;
  }
  // Two copies race; the third arrives after the customer is back at the shop.
  const delays = webhooks === 'thrice' ? [0, 0, THIRD_COPY_MS] : [0];
  for (const delay of delays) {
    account.events.plan(event, { status: 'pending', created: now, due: now + delay });
  }
}
