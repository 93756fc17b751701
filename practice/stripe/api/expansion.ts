import type { Account } from '../account.ts';
import { disputeObject } from '../resources/disputes.ts';
import {
  balanceTransactionObject,
  chargeObject,
  paymentIntentObject,
  paymentOfCharge,
} from '../resources/payments.ts';
import { payoutObject } from '../resources/payouts.ts';
import { productObject } from '../resources/prices.ts';
import { refundObject } from '../resources/refunds.ts';
import { invalidRequest, isObject, type JsonObject } from './protocol.ts';

/** Replaces ids with the objects they name, for paths such as `data.product`. */
export function expand(account: Account, object: JsonObject, paths: string[]): JsonObject {
  return paths.reduce((whole, path) => expandField(account, whole, path.split('.'), path), object);
}

function expandField(
  account: Account,
  object: JsonObject,
  [key = '', ...rest]: string[],
  path: string,
): JsonObject {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (value === undefined) throw notExpandable(path);
  return { ...object, [key]: expandValue(account, value, rest, path) };
}

function expandValue(account: Account, value: unknown, rest: string[], path: string): unknown {
  if (Array.isArray(value)) return value.map((item) => expandValue(account, item, rest, path));
  if (value === null) return null;
  const object = typeof value === 'string' ? findObject(account, value) : value;
  if (!isObject(object)) throw notExpandable(path);
  return rest.length === 0 ? object : expandField(account, object, rest, path);
}

function findObject(account: Account, id: string): JsonObject | undefined {
  const { products, payments, refunds, disputes, payouts, balanceTransactions } = account;
  return (
    present(products.find(id), productObject) ??
    present(payments.find(id), paymentIntentObject) ??
    present(paymentOfCharge(account, id), (each) => chargeObject(account, each)) ??
    present(refunds.find(id), refundObject) ??
    present(disputes.find(id), (each) => disputeObject(account, each)) ??
    present(payouts.find(id), payoutObject) ??
    present(balanceTransactions.find(id), balanceTransactionObject)
  );
}

function present<Item>(item: Item | undefined, toObject: (item: Item) => JsonObject) {
  return item && toObject(item);
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}
