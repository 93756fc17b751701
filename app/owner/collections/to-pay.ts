import { dayInWords } from '#domain/calendar/days.ts';
import { formatPence } from '#domain/money.ts';
import { dueNow, leftToPay, type Order } from '#domain/orders/order.ts';

// On the server: what is to pay of an order, in words for staff.

type ToPay = Pick<Order, 'total' | 'paid' | 'surplus' | 'deposit' | 'restBy'>;

export type AmountToPay = ReturnType<typeof toPayView>['amounts'][number];

export function toPayView(order: ToPay) {
  const due = dueNow(order);
  const left = leftToPay(order);
  const isDeposit = due !== left;
  return {
    /** `£25.00 deposit to pay` */
    title: unpaidInWords(order, true),
    /** What is to pay later. May be empty. */
    note: isDeposit ? `The rest, ${formatPence(left - due)}, ${restDueInWords(order)}.` : '',
    /** What can be taken at the counter: each is a button. */
    amounts: isDeposit
      ? [
          { pence: due, left, words: 'Deposit paid at the counter' },
          { pence: left, left, words: 'All paid at the counter' },
        ]
      : [{ pence: left, left, words: 'Paid at the counter' }],
  };
}

/** `by Thu 3 Dec`, `when they collect`; empty of an order without a deposit. */
export function restDueInWords({ deposit, restBy }: Pick<Order, 'deposit' | 'restBy'>): string {
  if (deposit === null) return '';
  return restBy ? `by ${dayInWords(restBy, 'short')}` : 'when they collect';
}

/** `£62.00 to pay`, `£25.00 deposit to pay`, or without amounts `Deposit to pay`. */
export function unpaidInWords(order: ToPay, seesAmounts: boolean): string {
  const due = dueNow(order);
  const isDeposit = due !== leftToPay(order);
  if (!seesAmounts) {
    if (isDeposit) return 'Deposit not paid yet';
    return order.paid > 0 ? 'Rest not paid yet' : 'Not paid yet';
  }
  const what = isDeposit ? 'deposit to pay' : 'to pay';
  const rest = order.paid > 0 ? ` ${restDueInWords(order)}` : '';
  return `${formatPence(due)} ${what}${rest}`;
}
