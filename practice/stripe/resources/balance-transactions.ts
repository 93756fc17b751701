import { z } from 'zod';
import { type Account, newId, unixTime } from '../account.ts';
import { createdWithin, listCollection, pageParameters } from '../api/lists.ts';
import { noParameters, oneOf, parseParameters, text, timeRange } from '../api/parameters.ts';
import { type Endpoint, existing, type JsonObject } from '../api/protocol.ts';
import { type BalanceTransactionRecord, balanceTransactionTypes } from '../records.ts';

/** The practice account pays no fees, and its money is available at once. */
export function addBalanceTransaction(
  account: Account,
  moved: Omit<BalanceTransactionRecord, 'id' | 'created'>,
): BalanceTransactionRecord {
  const created = unixTime(account.now());
  return account.balanceTransactions.add({ ...moved, id: newId('txn'), created });
}

/** What a charge, refund or dispute has moved, oldest first. */
export function balanceTransactionsOf(
  account: Account,
  source: string,
): BalanceTransactionRecord[] {
  const ALL = -1;
  return account.balanceTransactions
    .list({ where: [{ field: 'source', is: source }], limit: ALL })
    .reverse();
}

const listing = z.strictObject({
  ...pageParameters,
  created: timeRange.optional(),
  source: text().optional(),
  type: oneOf(balanceTransactionTypes).optional(),
});

export const listBalanceTransactions: Endpoint = (account, { parameters }) => {
  const { created, source, type, ...page } = parseParameters(listing, parameters);
  return listCollection(account.balanceTransactions, page, {
    kind: 'balance_transaction',
    url: '/v1/balance_transactions',
    where: [
      ...createdWithin(created),
      ...(source === undefined ? [] : [{ field: 'source' as const, is: source }]),
      ...(type === undefined ? [] : [{ field: 'type' as const, is: type }]),
    ],
    present: balanceTransactionObject,
  });
};

export const retrieveBalanceTransaction: Endpoint = (account, { id, parameters }) => {
  parseParameters(noParameters, parameters);
  const found = account.balanceTransactions.find(id);
  return balanceTransactionObject(existing('balance_transaction', id, found));
};

export function balanceTransactionObject(record: BalanceTransactionRecord): JsonObject {
  return {
    ...record,
    object: 'balance_transaction',
    available_on: record.created,
    balance_type: 'payments',
    description: null,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: record.amount,
    status: 'available',
  };
}
