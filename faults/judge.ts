import * as z from 'zod';
import { formatPence } from '#domain/money.ts';
import type { EmailCopy, Explanation, History } from './history.ts';
import type { Email, Session } from './records.ts';
import type { Attempt, Shopper } from './shopper.ts';

/** What the public API says about an order. */
export const ShownOrder = z.object({
  id: z.string(),
  state: z.string(),
  paid: z.boolean(),
  total: z.int(),
  items: z.array(
    z.object({ cakeId: z.string(), sizeId: z.string(), message: z.string(), day: z.string() }),
  ),
});
export type ShownOrder = z.infer<typeof ShownOrder>;

export interface Evidence {
  shoppers: Shopper[];
  sessions: Session[];
  inbox: Email[];
  /** Undefined: the shop has no such order. */
  orders: Map<string, ShownOrder | undefined>;
  history: Pick<History, 'emailCopies' | 'whyAgain'>;
}

/** `lost`: paid, and not (yet) an order as it should be. */
export type Wrong =
  | 'lost'
  | 'charged twice'
  | 'unpaid shown paid'
  | 'unexplained double'
  | 'refused';

export interface Violation {
  wrong: Wrong;
  what: string;
  /** Whose history tells more. */
  orderIds: string[];
}

export interface Verdict {
  violations: Violation[];
  paidSessions: number;
  doubles: Map<Explanation, number>;
}

const isPaid = ({ payment_status }: Session) => payment_status === 'paid';

/** Holds what the shop shows against Stripe's records and the inbox. */
export function judge(evidence: Evidence): Verdict {
  const { shoppers, sessions, inbox, orders } = evidence;
  const attempts = new Map(
    shoppers.flatMap((shopper) => shopper.attempts.map((attempt) => [attempt.id, attempt])),
  );
  const emails = Map.groupBy(inbox, ({ orderId }) => orderId);
  const paid = sessions.filter(isPaid);
  const paidIds = new Set(paid.map(({ client_reference_id: id }) => id));
  const violations: Violation[] = [];
  const add = (wrong: Wrong, what: string, ...orderIds: string[]) =>
    void violations.push({ wrong, what, orderIds });

  for (const session of paid) {
    const id = session.client_reference_id ?? 'no order';
    const what = whatIsMissing(session, attempts.get(id), orders.get(id), emails.get(id) ?? []);
    if (what) add('lost', `${session.id} is paid: ${what}`, id);
  }
  for (const shopper of shoppers) {
    const ids = new Set(shopper.attempts.map(({ id }) => id));
    const charges = paid.filter(({ client_reference_id: id }) => id !== null && ids.has(id));
    if (charges.length > shopper.wantedCharges) {
      const which = charges.map(({ id }) => id).join(' and ');
      add('charged twice', `${shopper.name} wanted ${shopper.wantedCharges}: ${which}`, ...ids);
    }
    for (const id of shopper.shownPaid) {
      if (!paidIds.has(id)) add('unpaid shown paid', `${shopper.name} saw it`, id);
    }
    for (const what of shopper.complaints) add('refused', `${shopper.name}: ${what}`, ...ids);
  }
  for (const [id, order] of orders) {
    if (paidIds.has(id)) continue;
    if (order && (order.paid || order.state === 'funded')) {
      add('unpaid shown paid', `it is ${order.state}`, id);
    }
    if (emails.has(id)) add('unpaid shown paid', 'the cafe was told', id);
  }
  const doubles = explainDoubles(evidence, add);
  return { violations, paidSessions: paid.length, doubles };
}

function whatIsMissing(
  { amount_total }: Session,
  attempt: Attempt | undefined,
  order: ShownOrder | undefined,
  emails: Email[],
): string | undefined {
  if (!attempt) return 'nobody ordered that';
  const { items, total, titles } = attempt.basket;
  if (!order) return 'there is no such order';
  if (!order.paid) return `the order is ${order.state}`;
  if (order.total !== total || amount_total !== total) {
    return `${amount_total} was charged, ${order.total} is shown, and it was ${total}`;
  }
  const ordered = items.map(({ cakeId, sizeId, message, day }) => ({
    cakeId,
    sizeId,
    message,
    day,
  }));
  const shown = order.items.map(({ cakeId, sizeId, message, day }) => ({
    cakeId,
    sizeId,
    message,
    day,
  }));
  if (JSON.stringify(ordered) !== JSON.stringify(shown)) return 'other items are shown';
  if (emails.length === 0) return 'there is no e-mail';
  const isComplete = emails.every(
    ({ text }) =>
      titles.every((title) => text.includes(title)) &&
      items.every(({ message }) => text.includes(message)) &&
      text.includes(`Total paid: ${formatPence(total)}\n`),
  );
  return isComplete ? undefined : 'the e-mail says something else';
}

/** Counts the copies after the first of each e-mail, and adds those that the shop had no reason for. */
function explainDoubles(
  { history, inbox }: Evidence,
  add: (wrong: Wrong, what: string, ...orderIds: string[]) => void,
): Map<Explanation, number> {
  const doubles = new Map<Explanation, number>();
  for (const id of new Set(inbox.map(({ orderId }) => orderId))) {
    const copies = history.emailCopies(id);
    for (const [index, next] of copies.entries()) {
      const copy: EmailCopy | undefined = copies[index - 1];
      if (!copy) continue;
      const why = history.whyAgain(copy, next);
      if (why) doubles.set(why, (doubles.get(why) ?? 0) + 1);
      else add('unexplained double', `copy ${index + 1} of its e-mail`, id);
    }
  }
  return doubles;
}
