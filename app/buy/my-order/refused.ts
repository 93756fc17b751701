import { data } from 'react-router';
import type { Fixed } from '#server/orders/customer-order.ts';

/** Why an operation of a customer on their order did nothing. */
type Refused =
  | { reason: 'unknown' | 'conflict' }
  | { reason: 'fixed'; why: Fixed }
  | { reason: 'invalid'; text: string };

/** What a form answers: the reason, and its status. @throws the page of an order that there is not. */
export function refused(result: Refused): [problem: string, status: number] {
  switch (result.reason) {
    case 'unknown':
      throw noOrder();
    case 'conflict':
      return [CONFLICT, 409];
    case 'fixed':
      return [`It cannot be changed here: ${FIXED_REASONS[result.why]}.`, 409];
    case 'invalid':
      return [result.text, 422];
  }
}

export function noOrder() {
  return data(
    {
      title: 'We could not find that order',
      text: 'There may be a slip in the link. If you have a later email of ours, please use the link in that one.',
    },
    { status: 404 },
  );
}

const CONFLICT =
  'Your order has changed since you opened this page. This is how it is now: please look, then try again.';

export const FIXED_REASONS: Record<Fixed, string> = {
  'too-late': 'it is too close to the day',
  printed: 'we have started on that day’s cakes',
  'ticked-off': 'it is made already',
  'too-often': 'you have changed it as often as you can',
  over: 'the order is over',
};
