import { countOf } from '#app/owner/collections/collection-view.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { dayOfKind, movedDays, refundOf } from '#domain/emails/email-kinds.ts';
import { emailDetour, reachableEmail } from '#domain/orders/email-address.ts';
import type { Order } from '#domain/orders/order.ts';
import type { BookedEmail, BookedOrder } from '#server/orders/book-rows.ts';

// On the server: e-mails and what has become of them, in words.

/** @param dropped why an e-mail that waits will not be sent. */
export function emailInWords(
  email: BookedEmail,
  dropped?: string,
): { what: string; state: string } {
  const { kind, state, at, attempts, failingSince, reason } = email;
  const what = emailName(kind);
  if (state === 'sent') return { what, state: at ? `sent ${instantInWords(at)}` : 'sent' };
  if (state === 'dropped') return { what, state: `not sent: ${reasonInWords(reason)}` };
  if (dropped) return { what, state: `will not be sent: ${dropped}` };
  if (failingSince) {
    const since = `tried ${countOf(attempts, 'time')} since ${instantInWords(failingSince)}`;
    return {
      what,
      state: `not sent yet: ${since}, and tried again by itself (${reasonInWords(reason)})`,
    };
  }
  if (attempts > 0) return { what, state: 'is being sent' };
  return { what, state: at ? `waits until ${instantInWords(at)}` : 'waits' };
}

export function emailName(kind: string): string {
  if (kind === 'cafe') return 'E-mail to the cafe';
  if (kind === 'confirmation') return 'Confirmation to the customer';
  if (kind === 'cancelled') return 'Cancellation to the customer';
  if (kind === 'waiting-joined') return 'On the waiting list, to a customer';
  if (kind === 'waiting-offer') return 'Offer of a place, to a customer';
  if (kind === 'request') return 'Request, to the cafe';
  if (kind === 'request-placed') return 'Request received, to a customer';
  if (refundOf(kind)) return 'Refund, to the customer';
  if (kind === 'agreed') return 'Order and pay link to the customer';
  if (kind === 'quote') return 'Quote and its link to the customer';
  if (kind === 'rest') return 'Pay link for the rest, to the customer';
  if (kind === 'rest-reminder') return 'Reminder to pay the rest, to the customer';
  const day = dayOfKind('reminder', kind);
  if (day) return `Reminder for ${dayInWords(day, 'short')}`;
  const ready = dayOfKind('ready', kind);
  if (ready) return `“It is ready” for ${dayInWords(ready, 'short')}, to the customer`;
  if (kind === 'review') return '“How was it?”, to the customer';
  const [name = ''] = kind.split(' ');
  const numbered = NUMBERED_NAMES[name];
  if (numbered) return numbered;
  const moved = movedDays(kind);
  if (moved) return `New day, ${dayInWords(moved.to, 'short')}, to the customer`;
  return `E-mail “${kind}”`;
}

/** Of e-mails that an order can have more than once. */
const NUMBERED_NAMES: Record<string, string> = {
  'customer-moved': 'Moved by the customer, to the cafe',
  'customer-changed': 'Changed by the customer, to the cafe',
  'customer-added': 'Added by the customer, to the cafe',
  'customer-requests': 'Request to cancel, to the cafe',
  added: 'Addition to the order, to the customer',
  'taken-off': 'What was taken off, to the customer',
  changed: 'Changed order to the customer',
  'cancel-requested': 'Request to cancel, to the customer',
  'cancel-declined': 'Answer to the request to cancel',
  'bank-refused': 'The bank did not pay, to the customer',
  'not-added': 'The bank did not pay what was added, to the customer',
  written: 'E-mail to the customer',
  missed: 'E-mail about the missed collection',
  'request-replied': 'Reply to a request, to the cafe',
  'request-asked': 'Question about a request, to a customer',
  'request-declined': 'Request declined, to a customer',
};

/** That the order's own address does not work, and what that means. */
export function unreachedInWords(order: Order): string | undefined {
  const { email } = order.customer;
  switch (emailDetour(order)) {
    case 'at-payment':
      return `We cannot reach “${email}”. E-mails go to ${reachableEmail(order)}, which the customer gave at payment.`;
    case 'nowhere':
      return `We cannot reach “${email}”, so the customer gets no e-mails. Please correct the address, or ring.`;
    default:
      return undefined;
  }
}

export function noEmailsInWords({ state, email, anonymisedAt }: BookedOrder): string {
  if (state === 'placed' || state === 'expired') {
    return 'None yet. They are sent when the order is paid.';
  }
  return email === '' && anonymisedAt === null ? 'None: there is no e-mail address.' : 'None.';
}

/** The service's code is kept: it is what a developer asks for. */
export function reasonInWords(reason: string | null): string {
  return reason ?? 'no reason is known';
}
