import { sumPence } from '#domain/money.ts';
import { emptyBook, isPaid } from './evidence.ts';
import { type Attempted, mayBeMissing } from './forms.ts';
import type { PhoneOrder } from './phone-orders.ts';
import type { Evidence, Wrong } from './verdict.ts';

/** Compares an order that was taken on the phone with what its customer and staff have paid. */
export function* wrongsOfPhoneOrder(
  { id, title, total: first, deposit, taken, counter, isShownPaid, quote, added }: PhoneOrder,
  { sessions, emails, books, history }: Evidence,
): Generator<[Wrong, string]> {
  const charges = sessions
    .filter((each) => isPaid(each) && each.client_reference_id === id)
    .map((each) => each.amount_total);
  const charged = sumPence(charges);
  const { cash, order } = books.get(id) ?? emptyBook();
  const isCertain = (attempted: Attempted | undefined): boolean =>
    attempted !== undefined && !mayBeMissing(attempted, history);
  const certain = sumPence(counter.filter(isCertain).map(({ amount }) => amount));
  const possible = sumPence(
    counter.filter(({ answered }) => answered !== 'rejected').map(({ amount }) => amount),
  );
  const sums = [first, ...(added ? [first + added.price] : [])];
  const totals = sums.filter((sum) =>
    sum === first ? !isCertain(added) : added?.answered !== 'rejected',
  );
  const total = order?.total ?? first;
  if (!totals.includes(total)) {
    const wrong = total > Math.max(...totals) ? 'done twice' : 'lost';
    yield [wrong, `the order comes to ${total} instead of ${totals.join(' or ')}`];
  }
  if (charged + certain > total) {
    yield ['charged twice', `${charged} by card and ${certain} at the counter, of ${total}`];
  }
  const parts = sums.flatMap((sum) => [sum, deposit ?? sum, sum - (deposit ?? 0)]);
  const odd = charges.find((amount) => ![...parts, added?.price].includes(amount));
  if (odd !== undefined) yield ['charged twice', `${odd} was charged, which was never to pay`];
  if (cash < certain) yield ['lost', `${cash} of ${certain} at the counter is written down`];
  if (cash > possible) yield ['done twice', `${cash} at the counter, staff took ${possible}`];
  if (isShownPaid && charged + possible < first) {
    yield ['unpaid shown paid', `the page said so, ${charged + possible} of ${first} has come`];
  }
  if (!order) {
    if (charged > 0 || isCertain(taken)) yield ['lost', 'the order does not exist'];
    return;
  }
  const { state } = order;
  const paid = charged + cash;
  const isQuote = ['quoted', 'accepting', 'expired'].includes(state);
  if (order.paid !== paid) yield ['lost', `${paid} is paid, the order has ${order.paid}`];
  if (paid >= total && state !== 'paid') yield ['lost', `all is paid, and the order is ${state}`];
  const isOpen = state === 'agreed' || state === 'paying' || (quote && paid === 0 && isQuote);
  if (paid < total && !isOpen) {
    yield ['unpaid shown paid', `${paid} of ${total} is paid, and the order is ${state}`];
  }
  if (isCertain(quote?.ended) && paid > 0) {
    yield ['charged twice', 'a quote that had ended was paid'];
  }
  if (
    (isCertain(quote?.ended) && paid === 0 && state !== 'expired') ||
    (isCertain(quote?.lapsed) && state === 'quoted') ||
    (isCertain(quote?.agreed) && isQuote)
  ) {
    yield ['lost', `what staff did with a quote, which is ${state}`];
  }
  for (const to of charged > 0 ? (['cafe', 'customer'] as const) : []) {
    const own = emails.filter((each) => each.orderId === id && each.to === to);
    if (!own.some(({ text }) => text.includes(title))) {
      yield ['lost', `a payment has come, and the ${to} has no e-mail about it`];
    }
  }
}
