import { z } from 'zod';
import type { Account } from '../account.ts';
import type { SessionRecord } from '../records/session.ts';
import { sessionObject } from '../records/session-object.ts';
import { expireSession as expire, readSession } from '../session-lifecycle.ts';
import { invalidRequest, noSuch, stripeIsDown } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { lineItemsPage } from './line-items.ts';
import { pageParameters } from './list-page.ts';
import { mergeMetadata, metadata } from './metadata.ts';
import { parseParameters } from './parameters.ts';

const nothing = z.strictObject({});
const change = z.strictObject({ metadata: metadata.optional() });

export const retrieveSession: Endpoint = (account, { id, parameters }) => {
  parseParameters(nothing, parameters);
  return sessionObject(existing(account, id), account.origin);
};

export const updateSession: Endpoint = (account, { id, parameters }) => {
  const session = existing(account, id);
  const sent = parseParameters(change, parameters);
  const changed = account.sessions.replace({
    ...session,
    metadata: mergeMetadata(session.metadata, sent.metadata),
  });
  return sessionObject(changed, account.origin);
};

export const expireSession: Endpoint = (account, { id, parameters, requestId, idempotencyKey }) => {
  parseParameters(nothing, parameters);
  const session = existing(account, id);
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  const cause = { id: requestId, idempotency_key: idempotencyKey };
  return sessionObject(expire(account, session, cause), account.origin);
};

export const listSessionLineItems: Endpoint = (account, { id, parameters }) => {
  const page = parseParameters(z.strictObject(pageParameters), parameters);
  return lineItemsPage(account, existing(account, id), page);
};

function existing(account: Account, id: string): SessionRecord {
  const session = readSession(account, id);
  if (session === undefined) throw noSuch('checkout.session', id);
  if (session.trouble === 'error-500') throw stripeIsDown();
  return session;
}
