import { countOf } from '#app/owner/collections/collection-view.ts';
import { emailName } from '#app/owner/orders/email-words.ts';
import { dayInWords, londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { formatAmount } from '#domain/money.ts';
import type { OwnerIncident } from '#server/orders/incidents.ts';

export const GONE = 'That is done already, here or on another device.';

/** That nothing needs the owner, though some e-mails may still be tried. */
export function quietForOwner(failing: number): string {
  const emails =
    failing === 0
      ? 'All e-mails went out'
      : failing === 1
        ? 'One e-mail was not accepted yet and is sent again by itself'
        : `${failing} e-mails were not accepted yet and are sent again by themselves`;
  return `${emails}, every payment has its order, and every past cake is ticked off.`;
}

/** `Order 4KX7WP, Ada Lovelace · since`, or `Since`. */
export function aboutInWords({ orderNumber: number, customerName: name }: OwnerIncident): string {
  if (number === undefined) return 'Since';
  return `Order ${number}${name ? `, ${name}` : ''} · since`;
}

/** The facts that help the owner. Ids are left out where a remedy opens them; the log has them all. */
export function factsInWords({ kind, facts, remedies }: OwnerIncident): string {
  const isLinked = remedies.some(({ action }) => action === 'open-at-stripe');
  const details = Object.entries(facts).map(([name, value]) => {
    switch (name) {
      case 'amount':
        return `${kind.startsWith('payment-') ? 'paid ' : ''}${amountIn(facts.currency, value)}`;
      case 'wanted':
        return `the order asks for ${amountIn('gbp', value)}`;
      case 'answerBy':
        return isInstant(value)
          ? `answer by ${dayInWords(londonDay(value))}`
          : 'the date is at Stripe';
      case 'email':
        return emailName(String(value));
      case 'emails':
        return `${countOf(Number(value), 'e-mail')} ${value === 1 ? 'waits' : 'wait'}`;
      case 'checkout':
      case 'refund':
      case 'dispute':
      case 'price':
      case 'payout':
        return isLinked ? '' : `${name} ${value}`;
      case 'mode':
        return value === 'payment' ? '' : `mode ${value}`;
      case 'currency':
      case 'reason':
      case 'code':
        return '';
      case 'by':
        return 'a later attempt replaced this order';
      default:
        return `${name} ${value}`;
    }
  });
  const reason = facts.reason === 'replaced' ? '' : facts.reason;
  const code = [reason, facts.code].filter(Boolean).join(' ');
  return [...details, code && `code ${code}`].filter(Boolean).join(' · ');
}

function amountIn(currency: string | number | undefined = 'gbp', amount: string | number): string {
  return typeof amount === 'number' ? formatAmount(amount, String(currency)) : amount;
}

function isInstant(value: string | number): value is Instant {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
