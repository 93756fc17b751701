import type { Account } from '../account.ts';
import type { JsonObject } from '../api/json.ts';
import { newId, unixTime } from '../identifiers.ts';
import type { SessionRecord } from '../records/session.ts';
import { sessionObject } from '../records/session-object.ts';
import type { EventRecord } from './event-log.ts';

type SessionEventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed';

type Occurrence = {
  type: string;
  /** What it happened to, as the API shows it. */
  object: JsonObject;
  session: string | null;
  cause?: Cause | undefined;
};

/** The API request that caused an event; what happens on the card page or by the clock has none. */
export type Cause = { id: string | null; idempotency_key: string | null };

const byNoRequest: Cause = { id: null, idempotency_key: null };

const API_VERSION = '2026-10-28.endive';
const THIRD_COPY_MS = 1_000;

/** Records what happened to a session. */
export function recordSessionEvent(
  account: Account,
  type: SessionEventType,
  session: SessionRecord,
  cause?: Cause,
): EventRecord {
  const object = sessionObject(session, account.origin);
  return recordEvent(account, { type, object, session: session.id, cause });
}

/** Records an event together with the deliveries that the `webhooks` switch plans for it. */
export function recordEvent(
  account: Account,
  { type, object, session, cause = byNoRequest }: Occurrence,
): EventRecord {
  return recordPayload(account, session, {
    ...envelope(account),
    data: { object },
    request: cause,
    type,
  });
}

/** Records an event whose contents nothing here has checked, for forgeries; what it leaves out is filled in. */
export function recordForgedEvent(
  account: Account,
  body: JsonObject & { type: string },
  session: string | null,
): EventRecord {
  return recordPayload(account, session, { ...envelope(account), request: byNoRequest, ...body });
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
  // A forged event may repeat the id of another one.
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
  // Thrice: two copies race each other, the third comes when the customer is long back at the shop.
  const pauses = webhooks === 'thrice' ? [0, 0, THIRD_COPY_MS] : [0];
  for (const pause of pauses) {
    account.events.plan(event, { status: 'pending', created: now, due: now + pause });
  }
}
