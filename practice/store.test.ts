import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openAccount, openStripeSettings } from './stripe/account.ts';
import { createdWithin } from './stripe/api/lists.ts';
import { disputesOf, paymentOfCharge, refundsOf } from './stripe/resources/payments.ts';
import { expireOverdueSessions } from './stripe/resources/session-lifecycle.ts';

class RecordingDatabase extends DatabaseSync {
  readonly queries: string[] = [];

  override prepare(sql: string) {
    this.queries.push(sql);
    return super.prepare(sql);
  }
}

test('no query of an order reads a table from beginning to end', () => {
  const database = new RecordingDatabase(':memory:');
  const account = openAccount(database, {
    origin: 'http://localhost',
    now: () => new Date(),
    settings: openStripeSettings(),
    send: async () => undefined,
  });
  expireOverdueSessions(account);
  paymentOfCharge(account, 'ch_1');
  refundsOf(account, 'pi_1');
  disputesOf(account, 'pi_1');
  account.sessions.list({ limit: 10 });
  account.sessions.list({ where: [{ field: 'status', is: 'complete' }], limit: 10 });
  account.sessions.list({ where: createdWithin({ gte: 1, lt: 3 }), limit: 10 });
  account.prices.list({ where: [{ field: 'lookup_key', is: 'a' }], limit: 10 });

  const steps = database.queries
    .filter((sql) => /^(select|delete|update)/.test(sql))
    .flatMap((sql) => database.prepare(`explain query plan ${sql}`).all())
    .map(({ detail }) => String(detail));
  expect(steps.filter((step) => step.startsWith('SCAN '))).toEqual([]);
  // Reads all records of a kind, newest first: right for the first list and for a common status.
  expect(steps.filter((step) => step.includes('documents_newest'))).toHaveLength(2);
});
