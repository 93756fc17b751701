import { formatPence, sumPence } from '#domain/money.ts';
import type { BasketItem } from '../harness/shop-client.ts';
import type { Change } from './changes.ts';
import { type Email, isAddition, type Session, type ShownOrder } from './evidence.ts';
import { mayBeMissing } from './forms.ts';
import type { Attempt } from './shopper.ts';
import type { Add, Evidence } from './verdict.ts';

/** In the e-mail that a bank did not pay, the only one about an order of the website that is not paid. */
const BANK_REFUSED = 'Your bank did not make your payment';

/** Compares what was paid for orders of the website with what the shop shows and has e-mailed. */
export function checkShopOrders(evidence: Evidence, paid: Session[], add: Add): void {
  const { shoppers, orders, phoneOrders } = evidence;
  const attempts = new Map(
    shoppers.flatMap((shopper) => shopper.attempts.map((attempt) => [attempt.id, attempt])),
  );
  const emails = Map.groupBy(evidence.emails, ({ orderId }) => orderId);
  const onPhone = new Set(phoneOrders.map(({ id }) => id));
  for (const session of paid) {
    const id = session.client_reference_id ?? 'no order';
    if (onPhone.has(id) || isAddition(session)) continue;
    const attempt = attempts.get(id);
    const isGrown = paid.some((each) => isAddition(each) && each.client_reference_id === id);
    const what = attempt
      ? findDefect(session, {
          basketTotal: attempt.basket.total,
          contents: contentsOf(attempt, isGrown, evidence),
          order: orders.get(id),
          emails: emails.get(id) ?? [],
        })
      : 'no shopper ordered it';
    if (what) add('lost', `${session.id} is paid: ${what}`, id);
  }
  const paidIds = new Set(paid.map(({ client_reference_id: id }) => id));
  for (const [id, order] of orders) {
    if (paidIds.has(id)) continue;
    if (order && (order.paid || order.state === 'funded')) {
      add('unpaid shown paid', `the order is ${order.state}`, id);
    }
    if (emails.get(id)?.some(({ text }) => !text.includes(BANK_REFUSED))) {
      add('unpaid shown paid', 'an e-mail was sent', id);
    }
  }
}

/** Compares what shoppers wanted to pay with what was charged. */
export function checkShoppers({ shoppers, changes }: Evidence, paid: Session[], add: Add): void {
  for (const { name, attempts, shownPaid, complaints } of shoppers) {
    const ids = new Set(attempts.map(({ id }) => id));
    const own = paid.filter(({ client_reference_id: id }) => id !== null && ids.has(id));
    const charges = own.filter((session) => !isAddition(session));
    if (charges.length > 1) {
      add('charged twice', `${name}: ${charges.map(({ id }) => id).join(' and ')}`, ...ids);
    }
    const added = changes.filter(({ what, orderId }) => what === 'add' && ids.has(orderId)).length;
    const additions = own.length - charges.length;
    if (additions > added) {
      add('charged twice', `${name} has paid ${additions} additions and made ${added}`, ...ids);
    }
    for (const id of shownPaid) {
      if (!own.some((session) => session.client_reference_id === id)) {
        add('unpaid shown paid', `${name} saw it`, id);
      }
    }
    for (const what of complaints) add('refused', `${name}: ${what}`, ...ids);
  }
}

/** What an order may have in it. */
interface Content {
  items: BasketItem[];
  titles: string[];
  total: number;
  /** Of the total. */
  added: number;
}

/** What was ordered, with what was added and paid, as it was moved and taken off: each of them, if nobody knows. */
function contentsOf(
  { id, basket }: Attempt,
  isGrown: boolean,
  { changes, history }: Pick<Evidence, 'changes' | 'history'>,
): Content[] {
  const own = changes.filter(({ orderId }) => orderId === id);
  const additions = own.flatMap((change) => (isGrown && change.what === 'add' ? [change] : []));
  const added = sumPence(additions.map(({ price }) => price));
  const whole: Content = {
    items: [...basket.items, ...additions.map(({ item }) => item)],
    titles: basket.titles.flat(),
    total: basket.total + added,
    added,
  };
  const changing = own.filter(({ what }) => what === 'move' || what === 'take off');
  return changing.reduce(
    (before, change) => {
      const changed = before.map((content) => withChange(content, change, basket));
      return [
        ...(mayBeMissing(change, history) ? before : []),
        ...(change.answered === 'rejected' ? [] : changed),
      ];
    },
    [whole],
  );
}

function withChange(content: Content, change: Change, basket: Attempt['basket']): Content {
  switch (change.what) {
    case 'move':
      return {
        ...content,
        items: content.items.map((item) =>
          item.day === change.day ? { ...item, day: change.toDay } : item,
        ),
      };
    case 'take off':
      return {
        ...content,
        items: content.items.toSpliced(change.position, 1),
        titles: basket.titles.toSpliced(change.position, 1).flat(),
        total: content.total - (basket.prices[change.position] ?? 0),
      };
    default:
      return content;
  }
}

interface Found {
  basketTotal: number;
  contents: Content[];
  order: ShownOrder | undefined;
  emails: Email[];
}

function findDefect(
  { amount_total }: Session,
  { basketTotal, contents, order, emails }: Found,
): string | undefined {
  if (!order) return 'the order does not exist';
  if (!order.paid) return `the order is ${order.state}`;
  if (amount_total !== basketTotal) return `${amount_total} was charged instead of ${basketTotal}`;
  const totals = contents.map(({ total }) => total);
  if (!totals.includes(order.total)) {
    return `${order.total} is shown instead of ${[...new Set(totals)].join(' or ')}`;
  }
  if (!contents.some(({ items }) => textOf(items) === textOf(order.items))) {
    return 'other items are shown';
  }
  if (!emails.some(({ to }) => to === 'cafe')) return 'there is no e-mail';
  if (!emails.some(({ to }) => to === 'customer')) return 'the customer has no confirmation';
  // An e-mail says what there was when it was written: before or after an addition, before or after something was taken off.
  const sums = new Set(
    contents.flatMap(({ total, added }) => [
      basketTotal,
      basketTotal + added,
      total,
      total - added,
    ]),
  );
  const isComplete = ({ to, text }: Email) =>
    contents.some(
      ({ titles, items }) =>
        titles.every((title) => text.includes(title)) &&
        items.every(({ message }) => text.includes(message)),
    ) &&
    [...sums].some((sum) =>
      text.includes(`${to === 'cafe' ? 'Total paid' : 'Paid'}: ${formatPence(sum)}\n`),
    );
  // Later e-mails to the customer are about changes.
  const areComplete =
    emails.every((email) => email.to === 'customer' || isComplete(email)) &&
    emails.some((email) => email.to === 'customer' && isComplete(email));
  return areComplete ? undefined : 'the e-mail has other contents';
}

/** Sorted: of two that are the same, either can be taken off. */
function textOf(items: (BasketItem | ShownOrder['items'][number])[]): string {
  return items
    .map(({ cakeId, sizeId, options = [], message, day }) =>
      JSON.stringify([
        cakeId,
        sizeId,
        options.map(({ group, choice, text }) => [group, choice, text]),
        message,
        day,
      ]),
    )
    .sort()
    .join();
}
