import { disputeObject } from '../records/dispute.ts';
import { listOfPayment } from './list-of-payment.ts';

export const listDisputes = listOfPayment({
  kind: 'dispute',
  url: '/v1/disputes',
  collection: (account) => account.disputes,
  present: disputeObject,
});
