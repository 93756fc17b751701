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
  const product = account.products.find(id);
  if (product !== undefined) return productObject(product);
  const payment = account.payments.find(id);
  if (payment !== undefined) return paymentIntentObject(payment);
  const charged = paymentOfCharge(account, id);
  if (charged !== undefined) return chargeObject(account, charged);
  const refund = account.refunds.find(id);
  if (refund !== undefined) return refundObject(refund);
  const dispute = account.disputes.find(id);
  if (dispute !== undefined) return disputeObject(account, dispute);
  const payout = account.payouts.find(id);
  if (payout !== undefined) return payoutObject(payout);
  const moved = account.balanceTransactions.find(id);
  return moved && balanceTransactionObject(moved);
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}
