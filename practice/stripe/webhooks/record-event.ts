import type { Account } from '../account.ts';
import { newId, unixTime } from '../identifiers.ts';
import type { SessionRecord } from '../records/session.ts';
import { sessionObject } from '../records/session-object.ts';
import type { EventRecord } from './event-log.ts';

export type SessionEventType = 'checkout.session.completed' | 'checkout.session.expired';

/** The API request that caused an event; what happens on the card page or by the clock has none. */
export type Cause = { id: string | null; idempotency_key: string | null };

const API_VERSION = '2026-10-28.endive';
const THIRD_COPY_MS = 1_000;

/** Writes down what happened to a session, together with the deliveries the switch asks for. */
export function recordEvent(
  account: Account,
  type: SessionEventType,
  session: SessionRecord,
  cause: Cause = { id: null, idempotency_key: null },
): EventRecord {
  const now = account.now();
  const id = newId('evt');
  const event = account.events.events.add({
    id,
    type,
    session: session.id,
    payload: JSON.stringify({
      id,
      object: 'event',
      api_version: API_VERSION,
      created: unixTime(now),
      data: { object: sessionObject(session, account.origin) },
      livemode: false,
      pending_webhooks: 1,
      request: cause,
      type,
    }),
  });
  planDeliveries(account, id, now.getTime());
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
