import { z } from 'zod';
import type { Condition } from '../../collection.ts';
import type { SessionRecord } from '../records/session.ts';
import { sessionObject } from '../records/session-object.ts';
import { expireOverdueSessions } from '../session-lifecycle.ts';
import type { Endpoint } from './endpoint.ts';
import { createdWithin, listCollection, pageParameters } from './list-page.ts';
import { oneOf, text, timeRange } from './parameter-types.ts';
import { parseParameters } from './parameters.ts';

const listing = z.strictObject({
  ...pageParameters,
  created: timeRange.optional(),
  payment_intent: text().optional(),
  payment_link: text().optional(),
  status: oneOf(['complete', 'expired', 'open']).optional(),
});

/** `GET /v1/checkout/sessions`: the account's sessions, newest first. */
export const listSessions: Endpoint = (account, { parameters }) => {
  const { created, payment_intent, payment_link, status, ...page } = parseParameters(
    listing,
    parameters,
  );
  expireOverdueSessions(account);
  const where: Condition<SessionRecord>[] = createdWithin(created);
  if (payment_intent !== undefined) where.push({ field: 'payment_intent', is: payment_intent });
  if (payment_link !== undefined) where.push({ field: 'payment_link', is: payment_link });
  if (status !== undefined) where.push({ field: 'status', is: status });
  return listCollection(account.sessions, page, {
    kind: 'checkout.session',
    url: '/v1/checkout/sessions',
    where,
    present: (session) => sessionObject(session, account.origin),
  });
};
